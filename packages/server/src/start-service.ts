import { createAdministration } from '@content-api/capabilities/accounts/administration'
import { ensureFixedAccounts } from '@content-api/capabilities/accounts/fixed-accounts'
import { createFetch } from '@content-api/core/transport/fetch'
import type { Serving } from '@content-api/core/transport/listen'
import { createExpressApp } from '@content-api/core/transport/node-listener'
import type { ContentApi, ContentApiOptions } from './content-api.js'
import { listenWith } from './http/listen-with.js'
import type { OpenService } from './open-service.js'
import { once, serveRequests, type ServedRequests } from './serve-requests.js'
import { metricsOf } from './served-api.js'
import { snapshotInMemory } from './snapshots/snapshots.js'

interface StartedService {
  readonly api: ContentApi
  /** Handles a request of any adapter. It never rejects. */
  readonly handle: ServedRequests['handle']
}

/** Starts an open service. If that fails, it closes the service. @throws as for `createContentApi` */
export function startService(service: OpenService, options: ContentApiOptions): Promise<StartedService> {
  return service.closers.closeOnFailure(async () => {
    // Before `bootstrap`, so that accounts and entries of the project's code don't take ids of the seed.
    if (options.seed !== undefined) await service.transfer.seed(options.seed)
    await ensureFixedAccounts(service.accounts, service.config.development)
    // When everything that the code may use is open, but before the first request.
    if (options.bootstrap ?? true) await service.project.bootstrap()
    // A mistake in an extension prevents the start. With `extendLater` it ends the service soon after.
    if (!options.extendLater) await service.graphql.openExtended()
    // Last, because `bootstrap` may still add routes, middlewares and hooks.
    const serving = await serveRequests(service, options)
    if (options.bootstrap ?? true) service.delivery.start()
    return { api: await createApi(service, serving, options), handle: serving.handle }
  })
}

/** Creates the object that a program gets: it listens, stops, imports and exports. */
async function createApi(
  service: OpenService,
  served: ServedRequests,
  options: ContentApiOptions,
): Promise<ContentApi> {
  const { config, logger, accounts, project, closers, open } = service
  const { handle, serving, snapshots, token, loadAll } = served
  closers.add(() => project.cron.stop())
  const expressApp = once(() => createExpressApp({ config, handle, logger }))
  const metrics = metricsOf(service.telemetry)
  return {
    get app() {
      return expressApp()
    },
    registry: service.registry,
    database: service.database,
    get content() {
      return service.transfer.store()
    },
    importEntries: service.transfer.importEntries,
    exportEntries: service.transfer.exportEntries,
    snapshot: () => snapshotInMemory(service.database, accounts),
    config,
    accounts: createAdministration(accounts),
    open,
    hasOwnPort: service.loadedConfig.isChosen('port'),
    graphqlPath: config.graphql.enabled ? config.graphql.config.endpoint : null,
    notes: await service.notes(),
    fetch: createFetch(handle, config),
    metrics,
    listen: listenWith({ ...service, ...served, metrics: options.workers === undefined ? metrics : null }),
    projectServer: project.additions.http,
    loadModules: loadAll,
    webhooks: service.delivery.webhooks,
    snapshots,
    developmentToken: token,
    startTasks: () => void project.cron.start(),
    stopTasks: () => void project.cron.stop(),
    ...endsOf(service, serving),
    logger,
  }
}

/** Returns the ways in which a service ends. */
function endsOf({ closers, project: { cron } }: OpenService, serving: Serving) {
  const endAfter = async (requests: () => Promise<unknown>) => {
    cron.stop()
    await requests()
    await closers.close()
  }
  return {
    close: () => closers.close(),
    retire: () => endAfter(() => serving.leave()),
    stop: () => endAfter(() => serving.drain()),
  } satisfies Partial<ContentApi>
}
