import { ApiError } from '@content-api/engine/errors'
import { brokenParts } from '@content-api/engine/on-demand'
import type { Handler } from '../composition/handler.js'
import { type HttpRequest, jsonResponse, noteRoute } from '../message/message.js'

export interface HealthOptions {
  /** Returns whether the service is about to stop. */
  readonly isStopping: () => boolean
  /** Resolves when the modules are loaded that the service loads after its start. */
  readonly loadModules: () => Promise<void>
  /** Resolves if the database responds to a statement. @throws ApiError if it doesn't respond */
  readonly reachDatabase: () => Promise<unknown>
}

/** Paths that process managers and load balancers request. The service logs these requests at the level `debug`. */
export const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/_health'])

/**
 * Serves the health checks. `/healthz` responds with 200 while the process runs. `/readyz` responds with 503
 * while the database can't be reached, after a stop signal, and when a part of the service can't be loaded.
 * Then load balancers use other processes. The first response of `content-api start` waits until
 * everything is loaded.
 * `/_health` responds to every method with 204, as in Strapi 4.26 (not in the specification).
 */
export function createHealth({ isStopping, loadModules, reachDatabase }: HealthOptions): Handler {
  /** Concurrent requests share one check of the database. */
  let checking: Promise<unknown> | undefined
  const ready = async () => {
    const isLoaded = isStopping() || (await succeeds(loadModules()))
    if (isStopping()) throw unready('The service is stopping')
    const broken = brokenParts()
    if (broken.length > 0) throw unready(`Restart the process. It could not load: ${broken.join(', ')}`)
    if (!isLoaded) throw unready('The service could not be loaded completely. The output of its process says why')
    checking ??= reachDatabase().finally(() => (checking = undefined))
    await checking
    return jsonResponse('{"status":"ready"}')
  }
  return (request) => {
    if (!healthPaths.has(request.path)) return null
    noteRoute(request, request.path)
    if (request.path === '/_health') return { status: 204, headers: {}, body: null }
    requireReadMethod(request)
    return request.path === '/readyz' ? ready() : jsonResponse('{"status":"alive"}')
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

function unready(message: string): ApiError {
  return new ApiError('ServiceUnavailableError', message, { headers: { 'Retry-After': '1' } })
}

function requireReadMethod({ method }: HttpRequest): void {
  if (method === 'GET' || method === 'HEAD') return
  throw new ApiError('MethodNotAllowedError', `${method} is not allowed here. Allowed: HEAD, GET`, {
    headers: { Allow: 'HEAD, GET' },
  })
}
