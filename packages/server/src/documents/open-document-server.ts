import { filesOfDatabase } from '@content-api/engine/database'
import { Closers } from '@content-api/core/composition/closers'
import type { HttpRequest, HttpResponse } from '@content-api/core/message/message'
import { createFetch } from '@content-api/core/transport/fetch'
import { type Listening, Serving } from '@content-api/core/transport/listen'
import { loadBodyReader } from '@content-api/core/transport/message-request'
import { createListener } from '@content-api/core/transport/node-listener'
import { openKoa } from '@content-api/strapi-project/koa/open-koa'
import { handleDocuments } from './handle-documents.js'
import { type DocumentServiceOptions, type OpenDocumentService, openDocumentService } from './open-document-service.js'

/** A server of a Strapi 5 project. */
export interface DocumentServer {
  readonly service: OpenDocumentService
  /** Handles a request of any adapter. It never rejects. */
  handle(request: HttpRequest): Promise<HttpResponse>
  /** Handles a request without a socket. */
  fetch(request: Request): Promise<Response>
  /** Starts to listen. @throws Error when the address can't be used */
  listen(at: { readonly host: string; readonly port: number }): Promise<Listening>
  /** Finishes the open requests. `drain`: after `http.drain` seconds, in which `/readyz` fails. */
  close(options?: { readonly drain: boolean }): Promise<void>
}

/**
 * Opens a server for the content of a Strapi 5 project, which lies in Strapi's own tables.
 * @throws ConfigError, ModelError for mistakes in the files of the project
 * @throws Error when the database can't be opened
 */
export function openDocumentServer(options: DocumentServiceOptions): Promise<DocumentServer> {
  const closers = new Closers()
  return closers.closeOnFailure(async () => {
    const service = await openDocumentService(options, closers)
    const { config, logger, delivery, code } = service
    await code.bootstrap()
    closers.add(() => code.cron.stop())
    // After `bootstrap`, which may still add routes, middlewares and hooks.
    const koa = await openKoa({ project: code, config, loadedConfig: service.loadedConfig })
    const serving = new Serving({
      open: service.open,
      drain: config.http.drain,
      reserved: filesOfDatabase(config.database),
      logger,
    })
    closers.add(() => serving.close())
    let loading: Promise<void> | undefined
    const handle = handleDocuments(service, {
      koa,
      isStopping: () => serving.isStopping,
      loadModules: () => (loading ??= loadModules(service)),
    })
    const listener = createListener({ config, handle, logger })
    delivery.start()
    return {
      service,
      handle,
      fetch: createFetch(handle, config),
      listen: (at) => serving.listen(listener, at),
      async close({ drain } = { drain: false }) {
        if (drain) await serving.drain()
        await closers.close()
      },
    }
  })
}

/** Loads what requests would load on demand. */
async function loadModules({ logger, capabilities }: OpenDocumentService): Promise<void> {
  await logger.load()
  await loadBodyReader()
  for (const capability of capabilities) await capability.load?.()
}
