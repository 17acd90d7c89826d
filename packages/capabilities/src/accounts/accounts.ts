import type { LoadedConfig } from '@content-api/core/config/loaded-config'
import type { Config } from '@content-api/core/config/schema'
import type { GrantableActions } from '@content-api/core/composition/grantable-actions'
import { ConfigError } from '@content-api/core/config/config-error'
import type { HookScope } from '@content-api/core/entries/hooks/run-hooks'
import type { MailProvider } from '@content-api/core/config/mail-provider'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import { expectBcrypt } from '@content-api/core/secrets/password-hash'
import { hasBcryptHash, readPermissions, findTaken, findUsersToIndex, setUserKeys } from '@content-api/engine/accounts'
import type { Database, WriteTransaction } from '@content-api/engine/database'
import { checkActions } from './actions.js'
import { type Identify, createIdentify } from './identify.js'
import { createOwnAccounts } from './own-accounts.js'
import { resolveJwtSecret, type TokenEpochs } from './jwt.js'
import { createMailQueue } from './mail-queue.js'
import { type RateLimits, createRateLimits } from './rate-limits.js'
import { mayRegister } from './register.js'
import { type RoleGrants, createRoleGrants } from './grants.js'
import { ensureRoles } from './roles.js'
import type { AccountsScope } from './scope.js'
import type { SessionSettings } from './sessions/session-settings.js'
import { createSessions } from './sessions/sessions.js'
import { userKeys } from './identifiers.js'

interface AccountsOptions {
  readonly database: Database
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
  readonly identify: Identify
  readonly rateLimits: RateLimits
  readonly roles: RoleGrants
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

function createAccounts(options: AccountsOptions): Accounts {
  const { database, config, secret, epochs, context, report, warn, hooks, actions } = options
  const permissions = config.permissions ?? {}
  const mail = createMailQueue(options.mail, report)
  const roles = createRoleGrants(() => readPermissions(database))
  const { ipv6Prefix } = config.http
  const sessions = options.sessions && createSessions({ database, settings: options.sessions, epochs, warn })
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
      epochs,
      sessions,
      strict: config.api.rest.strictParams,
      hooks,
      get actions() {
        return actions.names
      },
    },
    identify: createIdentify(
      createOwnAccounts({
        database,
        secrets: [secret, ...config.auth.jwt.previousSecrets],
        apiTokenSalt: config.auth.apiTokenSalt,
        roles,
        epochs,
        open: config.permissions === undefined,
        ignored: config.auth.ignoredSchemes,
      }),
    ),
    rateLimits,
    roles,
    mail: options.mail,
    configured: new Set(Object.keys(permissions)),
    async prepare() {
      checkConfig(options)
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
      epochs.forget()
    },
  }
}

const clash = (ids: readonly number[]) =>
  `Users ${ids.join(', ')} can't sign in by their name or address: ignoring case, outer spaces, invisible characters and forms of a domain, each has the name or address of ` +
  'another user. Change their names or addresses.'

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

interface OpenAccountsOptions extends Omit<AccountsOptions, 'secret'> {
  readonly project: string | undefined
  readonly development: boolean
  /** The sources of the configuration. Mistakes in files of a Strapi project are only warnings. */
  readonly loadedConfig: Pick<LoadedConfig, 'isChosen' | 'hasOwnSecret'>
}

/** Creates the accounts from the configuration. `prepare` creates their roles. @throws ConfigError for a secret */
export async function openAccounts(all: OpenAccountsOptions): Promise<Accounts> {
  const { project, development, loadedConfig, warn, ...options } = all
  const config = loadedConfig.isChosen('auth.register.allowedFields')
    ? options.config
    : withoutWrongFields(options.config, options.database, warn)
  // Without `permissions`, the service only listens on this machine. There, requests without a token have all
  // permissions, so the secret protects nothing.
  const strict = config.permissions !== undefined && !development
  const secret = await resolveJwtSecret({
    configured: config.auth.jwt.secret,
    strict,
    project,
    isOwn: loadedConfig.hasOwnSecret,
    warn,
  })
  return createAccounts({ ...options, warn, config, secret })
}

/** Removes the fields that a registration must not set, although `config/plugins` of a Strapi project allows them. */
function withoutWrongFields(config: Config, database: Database, warn: (message: string) => void): Config {
  const { register } = config.auth
  const allowedFields = register.allowedFields.filter((name) => mayRegister(database.registry, name))
  const wrong = register.allowedFields.filter((name) => !allowedFields.includes(name))
  if (wrong.length === 0) return config
  warn(
    `config/plugins: users-permissions.config.register.allowedFields has ${wrong.join(', ')}, which a registration can't set here.`,
  )
  return { ...config, auth: { ...config.auth, register: { ...register, allowedFields } } }
}

const batch = 500

/**
 * Stores the comparison keys of users that were imported without them, or that have keys of an earlier
 * version. A sign-in finds users by these keys.
 * @returns the ids of users who get no keys, because another user has the key of their name or address
 */
async function indexUsers(database: Database): Promise<number[]> {
  const clashing: number[] = []
  let last = 0
  for (;;) {
    const rows = await findUsersToIndex(database, last, batch)
    const lastRow = rows.at(-1)
    if (!lastRow) return clashing
    clashing.push(...(await database.write((transaction) => indexBatch(transaction, last))))
    last = lastRow.id
  }
}

/** Stores the keys of one batch. Reads the users again, because they may have changed before this transaction. */
async function indexBatch(transaction: WriteTransaction, last: number): Promise<number[]> {
  const clashing: number[] = []
  for (const { id, ...names } of await findUsersToIndex(transaction, last, batch)) {
    const keys = userKeys(names)
    if (await findTaken(transaction, keys, id)) clashing.push(id)
    else await setUserKeys(transaction, id, keys)
  }
  return clashing
}
