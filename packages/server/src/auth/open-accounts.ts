import type { Config } from '../config/schema.js'
import { logProvider } from '../mail/log-provider.js'
import type { MailProvider } from '../mail/mail-provider.js'
import { smtpProvider } from '../mail/smtp-provider.js'
import { type Accounts, type AccountsOptions, createAccounts } from './accounts.js'
import { resolveJwtSecret } from './jwt-secret.js'

export interface OpenAccountsOptions extends Omit<AccountsOptions, 'secret' | 'mail'> {
  readonly project: string | undefined
  readonly development: boolean
}

/** Accounts as configured, their roles in the database. @throws ConfigError */
export async function openAccounts({ project, development, ...options }: OpenAccountsOptions): Promise<Accounts> {
  const { config } = options
  // Without permissions only this machine reaches the service, and everybody on it may do everything anyway.
  const strict = config.permissions !== undefined && !development
  const secret = await resolveJwtSecret({ configured: config.auth.jwt.secret, strict, project })
  const accounts = createAccounts({ ...options, secret, mail: mailProvider(config.mail, !strict) })
  await accounts.prepare()
  return accounts
}

function mailProvider({ provider, smtp, from }: Config['mail'], shown: boolean): MailProvider | null {
  if (provider) return provider
  if (smtp !== undefined) return smtpProvider({ url: smtp, from })
  return shown ? logProvider((text) => process.stderr.write(text)) : null
}
