import type { WritableLayout } from '@content-api/engine/layout'
import type { Accounts } from '@content-api/capabilities/accounts/accounts'
import { type ActAs, createActAs } from '@content-api/capabilities/accounts/act-as'
import type { AccountsCapability } from '@content-api/capabilities/accounts/install'
import { accessCookieIn } from '@content-api/capabilities/accounts/sessions/cookies'
import { type LiveCapability, install as installLive } from '@content-api/capabilities/live/install'
import type { MailCapability } from '@content-api/capabilities/mail/install'
import type { UploadsCapability } from '@content-api/capabilities/uploads/install'
import { type WebhooksCapability, install as installWebhooks } from '@content-api/capabilities/webhooks/install'
import type { Capability } from '@content-api/core/composition/capability'
import type { Closers } from '@content-api/core/composition/closers'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import type { AnyService, Service } from '@content-api/core/composition/service'
import { segmentsBelow } from '@content-api/core/message/message'
import { type DatabaseObserver, hasReplicas } from '@content-api/engine/database'
import type { GraphqlOnDemand } from '@content-api/interfaces/graphql/on-demand'
import { actionRunner } from '@content-api/interfaces/rest/action-endpoints'
import type { RegisteredProject } from '@content-api/strapi-project/code/register-project'
import type { ContentApiOptions, ContentTransfer } from './content-api.js'
import type { ContentRoutes } from './http/handle-requests.js'
import { createPositions, type Positions } from './http/positions.js'

/**
 * A service whose code of the project is registered, with content in the tables of this server or of Strapi 5.
 * It serves no requests yet.
 */
export interface OpenService<Tables extends WritableLayout = WritableLayout> extends Service<Tables> {
  readonly accounts: Accounts
  /** Null outside of development. */
  readonly actAs: ActAs | null
  readonly uploads: UploadsCapability['uploads']
  readonly mails: MailCapability['mails']
  readonly delivery: WebhooksCapability
  readonly live: LiveCapability['live']
  /** Their handlers and actions are served. */
  readonly capabilities: readonly Capability[]
  /** The code of the project. */
  readonly project: RegisteredProject
  /** Null if the database has no replicas. */
  readonly positions: Positions | null
  readonly identify: IdentifyRequest
  readonly graphql: GraphqlOnDemand
  readonly routes: ContentRoutes
  /** Imports and exports content. */
  readonly transfer: ContentTransfer
  /** Returns what people should know about this start, in sentences, after the project's `bootstrap`. */
  readonly notes: () => Promise<readonly string[]>
  readonly closers: Closers
}

/** Returns what measures the statements of a database, and reports slow ones. */
export function observerOf(
  { log }: Pick<AnyService['config'], 'log'>,
  { telemetry, logger }: Pick<AnyService, 'telemetry' | 'logger'>,
): DatabaseObserver {
  const { slowQueryMilliseconds: milliseconds } = log
  return { meter: telemetry.meter, slow: milliseconds > 0 ? { milliseconds, logger } : null }
}

/** Adds a capability to the service, which loads and closes it. */
export type Install = <Installed extends Capability>(capability: Installed) => Installed

/** Returns a list of capabilities, and the function that adds to it. */
export function openCapabilities(closers: Closers): {
  readonly capabilities: readonly Capability[]
  readonly install: Install
} {
  const capabilities: Capability[] = []
  return {
    capabilities,
    install(capability) {
      capabilities.push(capability)
      closers.add(() => capability.close?.())
      return capability
    },
  }
}

/** Installs what every service has after its accounts and files: webhooks, live events, and access of developers. */
export async function installDelivery(service: AnyService, { accounts, store }: AccountsCapability, install: Install) {
  const { development, database, open } = service
  const actAs = development ? createActAs({ database, store, open }) : null
  const delivery = install(await installWebhooks(service))
  const { live } = install(installLive(service, secretsOf(service, accounts)))
  return { actAs, delivery, live }
}

/** Returns what the code of a project uses of its accounts. */
export const accountsOfCode = ({ accounts, signIn, actions = {} }: AccountsCapability) => ({
  accounts,
  signIn,
  runAction: actionRunner(actions),
})

/** Returns the secrets that sign tokens, the current one first. All processes of the service share them. */
function secretsOf({ config }: Pick<AnyService, 'config'>, accounts: Accounts): readonly [string, ...string[]] {
  return [accounts.scope.jwt.secret, ...config.auth.jwt.previousSecrets]
}

/** Returns null if the database has no replicas. */
export function positionsOf(service: AnyService, accounts: Accounts): Positions | null {
  const { config, database } = service
  if (!hasReplicas(config.database)) return null
  const { endpoint } = config.graphql.config
  const settings = accounts.scope.sessions?.settings
  return createPositions({
    secrets: secretsOf(service, accounts),
    lastWrite: () => database.lastWrite(),
    // Mutations have a separate session.
    hasAccessCookie: (request) => settings !== undefined && accessCookieIn(settings, request) !== undefined,
    readsAt: (path) => config.graphql.enabled && segmentsBelow(endpoint, path) !== null,
  })
}

/** Outside of production, the playground, introspection and `/openapi.json` are served (specification §1). */
export function isProduction({ development = false }: Pick<ContentApiOptions, 'development'>): boolean {
  return !development && !['development', 'staging'].includes(process.env['NODE_ENV'] ?? '')
}
