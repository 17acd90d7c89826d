import type { Config } from '../config/schema.js'
import { ConfigError } from '../config/config-error.js'
import type { HookScope } from '../entries/hooks/run-hooks.js'
import type { MailProvider } from '../mail/mail-provider.js'
import { mailProvider } from '../mail/providers.js'
import type { Can } from '../query/permissions.js'
import type { PlanContext } from '../query/plan-context.js'
import { expectBcrypt } from '../secrets/password-hash.js'
import { readPermissions } from '../storage/accounts/roles.js'
import { hasBcryptHash } from '../storage/accounts/users.js'
import type { Database } from '../storage/database.js'
import { checkActions } from './check-actions.js'
import { type Identify, createIdentify } from './identify.js'
import { indexUsers } from './index-users.js'
import { resolveJwtSecret } from './jwt-secret.js'
import { createMailQueue } from './mail-queue.js'
import { type RateLimits, createRateLimits } from './rate-limits.js'
import { type RoleGrants, createRoleGrants } from './role-grants.js'
import { ensureRoles } from './roles.js'
import type { AccountsScope } from './scope.js'

export interface AccountsOptions {
  readonly database: Database
  readonly config: Config
  /** Signs the tokens of users. */
  readonly secret: string
  readonly mail: MailProvider | null
  readonly context: (can: Can) => PlanContext
  /** Hears of mail that could not be sent and users that can't be found by their names. */
  readonly report: (error: unknown) => void
  readonly hooks: HookScope
  /** Every action that can be granted. */
  readonly actions: readonly string[]
}

/** Users, roles and tokens of a service. */
export interface Accounts {
  readonly scope: AccountsScope
  readonly identify: Identify
  readonly rateLimits: RateLimits
  readonly roles: RoleGrants
  /** Null where mail isn't configured. */
  readonly mail: MailProvider | null
  /** Roles whose permissions the configuration says, by type; nobody else changes them. */
  readonly configured: ReadonlySet<string>
  /** Makes the roles that must be there and lets imported users sign in, those with bcrypt hashes too: at the start and after an import. */
  prepare(): Promise<void>
  /** Resolves when the mail that is under way has been sent. */
  settled(): Promise<void>
  /** Call it when the database has been set back: nothing is remembered beside it. */
  forget(): void
}

/** @throws ConfigError for permissions that don't exist, and for mail that is needed and not configured */
export function createAccounts(options: AccountsOptions): Accounts {
  const { database, config, secret, context, report, hooks, actions } = options
  const permissions = config.permissions ?? {}
  checkConfig(options)
  const mail = createMailQueue(options.mail, report)
  const roles = createRoleGrants(() => readPermissions(database))
  const { ipv6Prefix } = config.http
  const retryAfter = config.api.rest.strictParams
  const rateLimits = createRateLimits(database, { ...config.auth.rateLimit, ipv6Prefix, retryAfter })
  return {
    scope: {
      database,
      context,
      mail,
      config: config.auth,
      ipv6Prefix,
      jwt: { secret, expiresIn: config.auth.jwt.expiresIn },
      strict: config.api.rest.strictParams,
      hooks,
      actions,
    },
    identify: createIdentify({
      database,
      secrets: [secret, ...config.auth.jwt.previousSecrets],
      apiTokenSalt: config.auth.apiTokenSalt,
      roles,
      open: config.permissions === undefined,
      ignored: config.auth.ignoredSchemes,
    }),
    rateLimits,
    roles,
    mail: options.mail,
    configured: new Set(Object.keys(permissions)),
    async prepare() {
      await ensureRoles(database, permissions)
      roles.forget()
      const clashing = await indexUsers(database)
      if (await hasBcryptHash(database)) expectBcrypt()
      if (clashing.length > 0) report(new Error(clash(clashing)))
    },
    settled: () => mail.settled(),
    forget() {
      roles.forget()
      rateLimits.forget()
    },
  }
}

const clash = (ids: readonly number[]) =>
  `Users ${ids.join(', ')} can't sign in: each has a name or address that is another user's when case, spaces and ` +
  'characters nobody sees are left aside. Give them others.'

function checkConfig({ config, mail, database, actions }: AccountsOptions): void {
  const mistakes = checkActions(config.permissions ?? {}, actions)
  const { confirmEmail, allowedFields } = config.auth.register
  if (confirmEmail && !mail) {
    mistakes.push({ path: 'auth.register.confirmEmail', message: 'needs mail: configure mail.smtp or mail.provider.' })
  }
  const { declared } = database.registry.contentType('plugin::users-permissions.user')
  for (const name of allowedFields) {
    const free = Object.hasOwn(declared, name) && !serviceOwn.has(name) && !declared[name]?.private
    if (!free) mistakes.push({ path: 'auth.register.allowedFields', message: `has "${name}", which nobody may set.` })
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes.map((found) => ({ file: 'the configuration', ...found })))
}

/** Set by the service, never by whoever registers. */
const serviceOwn: ReadonlySet<string> = new Set(['provider', 'confirmed', 'blocked', 'role'])

interface OpenAccountsOptions extends Omit<AccountsOptions, 'secret' | 'mail'> {
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
