import { randomUUID } from 'node:crypto'
import type { WritableLayout } from '@content-api/engine/layout'
import type { ActionRoutes } from '@content-api/core/composition/action-routes'
import type { Capability } from '@content-api/core/composition/capability'
import type { Service } from '@content-api/core/composition/service'
import type { Config } from '@content-api/core/config/schema'
import type { MailProvider } from '@content-api/core/config/mail-provider'
import { passwordQueue, prepareChecks } from '@content-api/core/secrets/password-hash'
import type { AccountStore } from './account-store.js'
import { type Accounts, createAccounts, readAccountConfig } from './accounts.js'
import { authRoutes } from './routes/auth-routes.js'
import { roleRoutes } from './routes/role-routes.js'
import { sessionRoutes } from './routes/session-routes.js'
import { userRoutes } from './routes/user-routes.js'
import { type SessionSettings, sessionSettings } from './sessions/session-settings.js'
import { createTokenEpochs, loadJwt, type TokenEpochs } from './jwt.js'
import { joined } from '@content-api/core/message/message'
import { loadOpenIdClient } from './providers/openid-client.js'
import { signInCookie } from './providers/sign-in-cookie.js'
import { createProviderSignIn, type ProviderSignIn } from './providers/sign-in-flow.js'

/** What a store of accounts needs besides the service. */
export interface StoreParts {
  readonly config: Config
  /** The secret that signs the tokens of users. */
  readonly secret: string
  readonly epochs: TokenEpochs
  /** Null unless the configuration has `auth.sessions`. */
  readonly sessions: SessionSettings | null
  /** Is called about users that can't sign in. */
  readonly report: (error: unknown) => void
}

export interface AccountsCapability extends Capability {
  readonly accounts: Accounts
  readonly store: AccountStore
  /** Sign-in with providers. Code of the project may add some. */
  readonly signIn: ProviderSignIn
}

interface InstallOptions<Tables extends WritableLayout> {
  /** Null if mail isn't configured. */
  readonly mail: MailProvider | null
  /** Opens the accounts where the service stores them. */
  readonly openStore: (service: Service<Tables>, parts: StoreParts) => AccountStore
  /** Returns the endpoints of users; by default those of Strapi 4. */
  readonly routesOfUsers?: (accounts: Accounts) => ActionRoutes
}

/**
 * Installs users, roles and tokens, and their endpoints. Call `accounts.prepare` when all actions are known.
 * @throws ConfigError for the secret of tokens
 */
export async function install<Tables extends WritableLayout>(
  service: Service<Tables>,
  { mail, openStore, routesOfUsers = userRoutes }: InstallOptions<Tables>,
): Promise<AccountsCapability> {
  const { folder, development, production, open, database, loadedConfig, registry, planning, hooks, grantable } =
    service
  const { log, logger } = service
  const epochs = createTokenEpochs()
  const sessions = sessionSettings(service.config, { production })
  const warn = (message: string) => logger.warn(message)
  const report = (error: unknown) =>
    log({ requestId: randomUUID(), method: 'accounts', path: 'outside of a request', error })
  const { config, secret } = await readAccountConfig({
    config: service.config,
    database,
    project: folder,
    // An open service only listens on this machine. There, requests without a token have all permissions, so
    // the secret protects nothing.
    strict: !open && !development,
    loadedConfig,
    warn,
  })
  const store = openStore(service, { config, secret, epochs, sessions, report })
  const accounts = createAccounts({
    database,
    store,
    config,
    secret,
    epochs,
    sessions,
    mail,
    warn,
    context: (can) => ({ registry, can, ...planning }),
    hooks,
    actions: grantable,
    report,
  })
  const url = config.url?.replace(/\/$/, '')
  const providers = {
    signIn: createProviderSignIn(accounts.scope, joined(url ?? '/', config.api.rest.prefix), logger),
    cookie: signInCookie(url),
  }
  service.telemetry.meter?.queue('passwords', () => passwordQueue)
  return {
    accounts,
    store,
    signIn: providers.signIn,
    actions: {
      ...sessionRoutes(accounts),
      ...authRoutes(accounts, providers),
      ...routesOfUsers(accounts),
      ...roleRoutes(accounts),
    },
    load: async () => {
      loadJwt()
      // Nothing waits for it: the first sign-in does the same.
      prepareSignIn(accounts).catch(() => undefined)
      if (providers.signIn.names().length > 0) await loadOpenIdClient()
    },
    close: () => accounts.settled(),
  }
}

/** Only services with users need the thread that checks passwords. */
async function prepareSignIn({ scope: { database, tables } }: Accounts): Promise<void> {
  if (await tables.hasPassword(database)) await prepareChecks()
}
