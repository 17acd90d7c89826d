import { randomUUID } from 'node:crypto'
import type { Capability } from '@content-api/core/composition/capability'
import type { Service } from '@content-api/core/composition/service'
import type { MailProvider } from '@content-api/core/config/mail-provider'
import type { ChangeChecks } from '@content-api/core/entries/change-checks'
import type { RulesByType } from '@content-api/core/entries/hooks/hooked-write'
import { hasPassword } from '@content-api/engine/accounts'
import type { Database } from '@content-api/engine/database'
import { passwordQueue, prepareChecks } from '@content-api/core/secrets/password-hash'
import { accountChecks } from './account-checks.js'
import { type Accounts, openAccounts } from './accounts.js'
import { type ActAs, createActAs } from './act-as.js'
import { authRoutes } from './routes/auth-routes.js'
import { sessionRoutes } from './routes/session-routes.js'
import { sessionSettings } from './sessions/session-settings.js'
import { roleRoutes } from './routes/role-routes.js'
import { userRoutes } from './routes/user-routes.js'
import { createTokenEpochs, loadJwt } from './jwt.js'
import { joined } from '@content-api/core/message/message'
import { loadOpenIdClient } from './providers/openid-client.js'
import { signInCookie } from './providers/sign-in-cookie.js'
import { createProviderSignIn, type ProviderSignIn } from './providers/sign-in-flow.js'
import { accountRules } from './user-rules.js'

/** Only services with users need the thread that checks passwords. */
async function prepareSignIn(database: Database): Promise<void> {
  if (await hasPassword(database)) await prepareChecks()
}

export interface AccountsCapability extends Capability {
  readonly accounts: Accounts
  /** Sign-in with providers. Code of the project may add some. */
  readonly signIn: ProviderSignIn
  /** The rules for entries that are users. */
  readonly rules: RulesByType
  /** Checks of changes to accounts that don't run these rules. */
  readonly checks: ChangeChecks
  /** Null outside of development. */
  readonly actAs: ActAs | null
}

/**
 * Installs users, roles and tokens, and their endpoints. Call `accounts.prepare` when all actions are known.
 * @throws ConfigError for the secret of tokens
 */
export async function install(service: Service, mail: MailProvider | null): Promise<AccountsCapability> {
  const {
    folder,
    development,
    production,
    database,
    config,
    loadedConfig,
    registry,
    planning,
    hooks,
    grantable,
    log,
    logger,
  } = service
  const epochs = createTokenEpochs()
  const sessions = sessionSettings(config, { production })
  const accounts = await openAccounts({
    database,
    epochs,
    sessions,
    mail,
    config,
    project: folder,
    development,
    loadedConfig,
    warn: (message) => logger.warn(message),
    context: (can) => ({ registry, can, ...planning }),
    hooks,
    actions: grantable,
    report: (error) => log({ requestId: randomUUID(), method: 'accounts', path: 'outside of a request', error }),
  })
  const url = config.url?.replace(/\/$/, '')
  const providers = {
    signIn: createProviderSignIn(accounts.scope, joined(url ?? '/', config.api.rest.prefix), logger),
    cookie: signInCookie(url),
  }
  service.telemetry.meter?.queue('passwords', () => passwordQueue)
  return {
    accounts,
    signIn: providers.signIn,
    rules: accountRules(config, { epochs, sessions }),
    checks: accountChecks,
    actAs: development
      ? createActAs({ database, roles: accounts.roles, open: config.permissions === undefined })
      : null,
    actions: {
      ...sessionRoutes(accounts),
      ...authRoutes(accounts, providers),
      ...userRoutes(accounts),
      ...roleRoutes(accounts),
    },
    load: async () => {
      loadJwt()
      // Nothing waits for it: the first sign-in does the same.
      prepareSignIn(database).catch(() => undefined)
      if (providers.signIn.names().length > 0) await loadOpenIdClient()
    },
    close: () => accounts.settled(),
  }
}
