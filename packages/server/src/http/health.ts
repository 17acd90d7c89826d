import { ApiError } from '../errors/api-error.js'
import { type Handler, type HttpRequest, jsonResponse, noteRoute } from '../message/message.js'

export interface HealthOptions {
  /** Whether the service is about to end. */
  readonly isStopping: () => boolean
  /** Resolves when the database answers, to this question or to others. @throws ApiError when it doesn't */
  readonly reachDatabase: () => Promise<unknown>
}

/** Where those who look after processes ask; their questions are not worth a line in the log. */
export const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/_health'])

/**
 * `/healthz`: the process answers. `/readyz`: it can work; 503 while the database can't be reached and from the moment it is
 * told to stop, so that whoever hands out requests looks elsewhere. `/_health` (specification: not shown; observed: 204
 * without a body, whatever the method).
 */
export function createHealth({ isStopping, reachDatabase }: HealthOptions): Handler {
  /** However many ask at once, the database is asked once. */
  let asking: Promise<unknown> | undefined
  const ready = async () => {
    if (isStopping()) throw unready('The service is stopping')
    asking ??= reachDatabase().finally(() => (asking = undefined))
    await asking
    return jsonResponse('{"status":"ready"}')
  }
  return (request) => {
    if (!healthPaths.has(request.path)) return null
    noteRoute(request, request.path)
    if (request.path === '/_health') return { status: 204, headers: {}, body: null }
    refuseOtherMethods(request)
    return request.path === '/readyz' ? ready() : jsonResponse('{"status":"alive"}')
  }
}

function unready(message: string): ApiError {
  return new ApiError('ServiceUnavailableError', message, { headers: { 'Retry-After': '1' } })
}

function refuseOtherMethods({ method }: HttpRequest): void {
  if (method === 'GET' || method === 'HEAD') return
  throw new ApiError('MethodNotAllowedError', `${method} is not allowed here. Allowed: HEAD, GET`, {
    headers: { Allow: 'HEAD, GET' },
  })
}
