import { filesOfDatabase } from '@content-api/engine/database'
import { Closers } from '@content-api/core/composition/closers'
import type { HttpRequest, HttpResponse } from '@content-api/core/message/message'
import { createFetch } from '@content-api/core/transport/fetch'
import { Serving } from '@content-api/core/transport/listen'
import { loadBodyReader } from '@content-api/core/transport/message-request'
import { createExpressApp, type Express } from '@content-api/core/transport/node-listener'
import { openKoa } from '@content-api/strapi-project/koa/open-koa'
import { listenWith } from '../http/listen-with.js'
import { metricsOf, type ServedApi } from '../served-api.js'
import { handleDocuments } from './handle-documents.js'
import { startNotes } from './start-notes.js'
import { type DocumentServiceOptions, type OpenDocumentService, openDocumentService } from './open-document-service.js'

/** A server of a Strapi 5 project. */
export interface DocumentServer extends ServedApi {
  readonly service: OpenDocumentService
  /** Handles a request of any adapter. It never rejects. */
  handle(request: HttpRequest): Promise<HttpResponse>
}

/**
 * Opens a server for the content of a Strapi 5 project, which lies in Strapi's own tables.
 * @throws ConfigError, ModelError for mistakes in the files of the project
 * @throws ExtensionError, ProjectFault for a mistake in the code of the project
 * @throws Error when the database can't be opened
 */
export function openDocumentServer(options: DocumentServiceOptions): Promise<DocumentServer> {
  const closers = new Closers()
  return closers.closeOnFailure(async () => {
    const service = await openDocumentService(options, closers)
    await service.code.bootstrap()
    // After `bootstrap`, which may still add routes, middlewares and hooks.
    const served = await serveRequests(service, closers)
    service.delivery.start()
    closers.add(() => service.code.cron.stop())
    return { ...served, ...endsOf(service, served.serving, closers), service }
  })
}

/** Creates what responds to requests. */
async function serveRequests(service: OpenDocumentService, closers: Closers) {
  const { config, loadedConfig, logger, registry, code, telemetry, open } = service
  const koa = await openKoa({ project: code, config, loadedConfig })
  const serving = new Serving({
    open,
    drain: config.http.drain,
    reserved: filesOfDatabase(config.database),
    logger,
  })
  closers.add(() => telemetry.traces?.flush())
  closers.add(() => serving.close())
  let loading: Promise<void> | undefined
  const loadAll = () => (loading ??= loadModules(service))
  const handle = handleDocuments(service, { koa, isStopping: () => serving.isStopping, loadModules: loadAll })
  const metrics = metricsOf(telemetry)
  let app: Express | undefined
  return {
    serving,
    handle,
    get app() {
      return (app ??= createExpressApp({ config, handle, logger }))
    },
    config,
    registry,
    logger,
    metrics,
    open,
    hasOwnPort: loadedConfig.isChosen('port'),
    developmentToken: null,
    graphqlPath: config.graphql.enabled ? config.graphql.config.endpoint : null,
    notes: await startNotes(service),
    projectServer: code.additions.http,
    fetch: createFetch(handle, config),
    loadModules: loadAll,
    listen: listenWith({ config, logger, project: code, handle, serving, metrics }),
  }
}

/** Returns the tasks of the project, and the ways in which the server ends. */
function endsOf({ code: { cron } }: OpenDocumentService, serving: Serving, closers: Closers) {
  const endAfter = async (requests: () => Promise<unknown>) => {
    cron.stop()
    await requests()
    await closers.close()
  }
  return {
    startTasks: () => void cron.start(),
    stopTasks: () => void cron.stop(),
    close: () => closers.close(),
    retire: () => endAfter(() => serving.leave()),
    stop: () => endAfter(() => serving.drain()),
  }
}

/** Loads what requests would load on demand. */
async function loadModules({ logger, capabilities, graphql }: OpenDocumentService): Promise<void> {
  await logger.load()
  await loadBodyReader()
  for (const capability of [...capabilities, graphql]) await capability.load?.()
}
