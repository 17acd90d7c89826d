import { filesOfDatabase, isInMemory } from '@content-api/engine/database'
import { below } from '@content-api/core/transport/compose'
import { Serving } from '@content-api/core/transport/listen'
import { loadBodyReader } from '@content-api/core/transport/message-request'
import { developmentToken } from '@content-api/core/secrets/stored-secret'
import { openKoa } from '@content-api/strapi-project/koa/open-koa'
import type { ContentApiOptions } from './content-api.js'
import { handleRequests } from './http/handle-requests.js'
import { WriteGate } from './http/write-gate.js'
import type { OpenService } from './open-service.js'
import { createSnapshots } from './snapshots/snapshots.js'

export type ServedRequests = Awaited<ReturnType<typeof serveRequests>>

/**
 * Creates the handlers of requests, and what they need besides the service. Call it after the project's
 * `bootstrap`, which may still add routes, middlewares and hooks.
 */
export async function serveRequests(service: OpenService, options: ContentApiOptions) {
  const { config, database, logger, accounts, actAs, uploads, telemetry, closers, graphql } = service
  const koa = await openKoa(service)
  const gate = new WriteGate()
  const snapshots = createSnapshots({
    database,
    project: options.project,
    connection: config.database,
    uploads: uploads.directory,
    runExclusively: (work) => gate.exclusively(work),
    restored: async () => {
      accounts.forget()
      // The configuration may have other roles than when the snapshot was saved.
      await accounts.prepare()
    },
    settled: () => accounts.settled(),
  })
  closers.add(() => snapshots.close())
  // A service in memory writes no files.
  const tokenFolder = isInMemory(config.database) ? undefined : options.project
  const token = service.development ? await developmentToken(tokenFolder) : null
  // Before the handlers, because `/readyz` reports that the service is stopping.
  const serving = new Serving({
    open: service.open,
    drain: config.http.drain,
    reserved: filesOfDatabase(config.database),
    onStop: () => service.live?.end(),
    logger,
  })
  closers.add(() => telemetry.traces?.flush())
  closers.add(() => serving.close())
  const loadAll = once(() => loadModules(service))
  const handle = handleRequests({
    ...service,
    graphql: config.graphql.enabled ? below(config.graphql.config.endpoint, graphql.handler) : null,
    koa,
    developers: token === null || actAs === null ? null : { token, snapshots, gate, actAs },
    isStopping: () => serving.isStopping,
    loadModules: options.extendLater || options.workers !== undefined ? loadAll : () => Promise.resolve(),
  })
  return { handle, serving, snapshots, token, loadAll }
}

/** Loads what requests would load on demand: one after the other, because requests are served meanwhile. */
async function loadModules({ config, database, logger, capabilities, graphql }: OpenService): Promise<void> {
  await logger.load()
  await loadBodyReader()
  for (const capability of capabilities) await capability.load?.()
  // The first write opens the connection. Nothing waits for it: another process may lock the file at the
  // moment. If it fails, the next write opens the connection.
  if (config.database.dialect === 'sqlite') database.write(() => Promise.resolve()).catch(() => undefined)
  await graphql.load()
  await graphql.openExtended()
  logger.debug('All modules are loaded')
}

/** Returns a function that does some work on its first call, and later returns the same result. */
export function once<Result>(work: () => Result): () => Result {
  let done: { readonly result: Result } | undefined
  return () => (done ??= { result: work() }).result
}
