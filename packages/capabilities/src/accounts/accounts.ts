import type { LoadedConfig } from '@content-api/core/config/loaded-config'
import type { Config } from '@content-api/core/config/schema'
import type { GrantableActions } from '@content-api/core/composition/grantable-actions'
import { ConfigError } from '@content-api/core/config/config-error'
import type { HookScope } from '@content-api/core/entries/hooks/run-hooks'
import type { MailProvider } from '@content-api/core/config/mail-provider'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import type { AnyDatabase } from '@content-api/engine/database'
import type { AccountStore } from './account-store.js'
import { checkActions } from './actions.js'
import { type Identify, createIdentify } from './identify.js'
import { resolveJwtSecret, type TokenEpochs } from './jwt.js'
import { createMailQueue } from './mail-queue.js'
import { type RateLimits, createRateLimits } from './rate-limits.js'
import { mayRegister } from './register.js'
import type { AccountsScope } from './scope.js'
import type { SessionSettings } from './sessions/session-settings.js'
import { createSessions } from './sessions/sessions.js'

interface AccountsOptions {
  readonly database: AnyDatabase
  readonly store: AccountStore
  readonly config: Config
  /** The secret that signs the tokens of users. */
  readonly secret: string
  readonly epochs: TokenEpochs
  /** Null unless the configuration has `auth.sessions`. */
  readonly sessions: SessionSettings | null
  readonly mail: MailProvider | null
  readonly context: (can: Can) => PlanContext
  /** Is called with errors of sending mail, and about users that can't sign in because of their names. */
  readonly report: (error: unknown) => void
  readonly hooks: HookScope
  readonly warn: (message: string) => void
  /** Complete when `prepare` is called. */
  readonly actions: GrantableActions
}

/** The users, roles and tokens of a service. */
export interface Accounts {
  readonly scope: AccountsScope
  readonly store: AccountStore
  readonly identify: Identify
  readonly rateLimits: RateLimits
  /** Null if mail isn't configured. */
  readonly mail: MailProvider | null
  /** The types of roles whose permissions the configuration sets. They can't be changed in another way. */
  readonly configured: ReadonlySet<string>
  /**
   * Checks the permissions of the configuration, creates missing roles and enables imported users to sign
   * in, including users with bcrypt hashes. Call it at the start, when all actions are known, and after an
   * import.
   * @throws ConfigError for permissions that don't exist, for attributes that a registration must not set, or
   * if mail is required and not configured
   */
  prepare(): Promise<void>
  /** Resolves when all pending mail is sent. */
  settled(): Promise<void>
  /** Clears the caches. Call it after the database is restored. */
  forget(): void
}

/** Creates the operations on accounts. `prepare` completes what is stored. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { database, store, config, secret, epochs, context, report, warn, hooks, actions } = options
  const { tables } = store
  const mail = createMailQueue(options.mail, report)
  const { ipv6Prefix } = config.http
  const sessions = options.sessions && createSessions({ database, tables, settings: options.sessions, epochs, warn })
  const retryAfter = config.api.rest.strictParams
  const rateLimits = createRateLimits(database, { ...config.auth.rateLimit, ipv6Prefix, retryAfter })
  return {
    scope: {
      database,
      tables,
      users: store.users,
      passwords: store.passwords,
      settings: () => store.settings(),
      checkRegistration: (body, allowed) => store.checkRegistration(body, allowed),
      context,
      mail,
      config: config.auth,
      ipv6Prefix,
      jwt: { secret, expiresIn: config.auth.jwt.expiresIn },
      epochs,
      sessions,
      strict: config.api.rest.strictParams,
      hooks,
      get actions() {
        return actions.names
      },
    },
    store,
    identify: createIdentify(store.reader),
    rateLimits,
    mail: options.mail,
    configured: new Set(Object.keys(config.permissions ?? {})),
    async prepare() {
      checkConfig(options)
      await store.prepare()
    },
    settled: () => mail.settled(),
    forget() {
      store.forget()
      rateLimits.forget()
      epochs.forget()
    },
  }
}

function checkConfig({ config, mail, database, actions }: AccountsOptions): void {
  const mistakes = checkActions(config.permissions ?? {}, actions.names)
  const { confirmEmail, allowedFields } = config.auth.register
  if (confirmEmail && !mail) {
    mistakes.push({ path: 'auth.register.confirmEmail', message: 'needs mail: configure mail.smtp or mail.provider.' })
  }
  if (config.auth.linkAccounts && !confirmEmail) {
    const message = 'needs auth.register.confirmEmail: otherwise the addresses of accounts are not confirmed.'
    mistakes.push({ path: 'auth.linkAccounts', message })
  }
  if (config.url === undefined && Object.values(config.auth.providers).some(({ enabled }) => enabled)) {
    const message =
      'is missing. Providers send their responses to this address of the server, such as "https://cms.example.org".'
    mistakes.push({ path: 'url', message })
  }
  for (const name of allowedFields.filter((field) => !mayRegister(database.registry, field))) {
    mistakes.push({ path: 'auth.register.allowedFields', message: `has "${name}", which a registration must not set.` })
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes.map((mistake) => ({ file: 'the configuration', ...mistake })))
}

interface CheckedConfigOptions {
  readonly config: Config
  readonly database: Pick<AnyDatabase, 'registry'>
  readonly project: string | undefined
  /** Whether the secret of tokens must be configured. */
  readonly strict: boolean
  /** The sources of the configuration. Mistakes in files of a Strapi project are only warnings. */
  readonly loadedConfig: Pick<LoadedConfig, 'isChosen' | 'hasOwnSecret'>
  readonly warn: (message: string) => void
}

/**
 * Returns the configuration of accounts, without fields that a registration must not set, and the secret of tokens.
 * @throws ConfigError for a secret
 */
export async function readAccountConfig(
  options: CheckedConfigOptions,
): Promise<{ readonly config: Config; readonly secret: string }> {
  const { project, strict, loadedConfig, database, warn } = options
  const config = loadedConfig.isChosen('auth.register.allowedFields')
    ? options.config
    : withoutWrongFields(options.config, database, warn)
  const secret = await resolveJwtSecret({
    configured: config.auth.jwt.secret,
    strict,
    project,
    isOwn: loadedConfig.hasOwnSecret,
    warn,
  })
  return { config, secret }
}

/** Removes the fields that a registration must not set, although `config/plugins` of a Strapi project allows them. */
function withoutWrongFields(
  config: Config,
  database: CheckedConfigOptions['database'],
  warn: (message: string) => void,
): Config {
  const { register } = config.auth
  const allowedFields = register.allowedFields.filter((name) => mayRegister(database.registry, name))
  const wrong = register.allowedFields.filter((name) => !allowedFields.includes(name))
  if (wrong.length === 0) return config
  warn(
    `config/plugins: users-permissions.config.register.allowedFields has ${wrong.join(', ')}, which a registration can't set here.`,
  )
  return { ...config, auth: { ...config.auth, register: { ...register, allowedFields } } }
}
