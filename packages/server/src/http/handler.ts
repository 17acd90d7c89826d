import { ApiError } from '@content-api/engine/errors/api-error'
import { type Handler, type HttpRequest, type HttpResponse, jsonResponse, noteRoute } from '../message/message.js'
import { type Log, errorResponse } from './error-response.js'
import { tagOf, withRevalidation } from './revalidation.js'

/** Creates a function that calls the handlers in order until one responds. It never rejects. */
export function createHandler(handlers: readonly Handler[], log: Log): (request: HttpRequest) => Promise<HttpResponse> {
  return async (request) => {
    try {
      return withRevalidation(request, await firstResponse(handlers, request))
    } catch (error) {
      return withRevalidation(request, errorResponse(error, request, log))
    }
  }
}

async function firstResponse(handlers: readonly Handler[], request: HttpRequest): Promise<HttpResponse> {
  for (const handler of handlers) {
    const result = handler(request)
    // Most handlers return null synchronously. Awaiting each of them would take longer than they do.
    const response = result instanceof Promise ? await result : result
    if (response) return response
  }
  throw new ApiError('NotFoundError')
}

/** Rejects paths that begin with two slashes: they could be read as URLs of another host. @throws ApiError */
export const rejectDoubleSlash: Handler = ({ path }) => {
  if (path.startsWith('//')) throw new ApiError('BadRequestError', 'Malicious path: it begins with two slashes')
  return null
}

/** Serves a JSON text at a path. The text is created for the first request, so that it doesn't delay the start. */
export function serveJson(at: string, make: () => string): Handler {
  let response: HttpResponse | undefined
  const makeResponse = (): HttpResponse => {
    const { headers, ...made } = jsonResponse(make())
    return { ...made, headers: { ...headers, ETag: tagOf(made.body as string) } }
  }
  return (request) => {
    const { method, path } = request
    if (path !== at || (method !== 'GET' && method !== 'HEAD')) return null
    noteRoute(request, at)
    return (response ??= makeResponse())
  }
}
