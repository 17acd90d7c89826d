import { ApiError } from '../errors/api-error.js'
import { type RestRequest, type RestResponse, jsonResponse } from '../rest/message.js'
import { type Log, errorResponse } from './error-response.js'

/** Answers a request, or null when it is another's to answer. @throws ApiError */
export type Handler = (request: RestRequest) => RestResponse | null | Promise<RestResponse | null>

/** Sent with every answer. `Vary`, because whether CORS headers stand beside them depends on the origin. */
const everywhere = { 'X-Content-Type-Options': 'nosniff', Vary: 'Origin' }

/** Asks each handler in turn; never rejects. HEAD answers as GET does, without the body. */
export function createHandler(handlers: readonly Handler[], log: Log): (request: RestRequest) => Promise<RestResponse> {
  return async (request) => {
    let response: RestResponse
    try {
      response = await firstAnswer(handlers, request)
    } catch (error) {
      response = errorResponse(error, request, log)
    }
    return { ...response, headers: { ...everywhere, ...response.headers } }
  }
}

async function firstAnswer(handlers: readonly Handler[], request: RestRequest): Promise<RestResponse> {
  for (const handler of handlers) {
    const response = await handler(request)
    if (response) return response
  }
  throw new ApiError('NotFoundError')
}

/** Whether the service is up (specification: not shown; observed: 204 without a body). */
export const health: Handler = ({ method, path }) => {
  if (path !== '/_health') return null
  if (method === 'GET' || method === 'HEAD') return { status: 204, headers: {}, body: null }
  throw new ApiError('MethodNotAllowedError', `${method} is not allowed here. Allowed: HEAD, GET`, {
    headers: { Allow: 'HEAD, GET' },
  })
}

/** Serves one JSON text at one path. It is made when it is first asked for: a start doesn't wait for it. */
export function serveJson(at: string, make: () => string): Handler {
  let text: string | undefined
  return ({ method, path }) => {
    if (path !== at || (method !== 'GET' && method !== 'HEAD')) return null
    text ??= make()
    return jsonResponse(text)
  }
}
