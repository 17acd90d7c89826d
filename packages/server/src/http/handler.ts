import { ApiError } from '../errors/api-error.js'
import { type Handler, type HttpRequest, type HttpResponse, jsonResponse, noteRoute } from '../message/message.js'
import { type Log, errorResponse } from './error-response.js'
import { tagOf, withRevalidation } from './revalidation.js'

/** Asks each handler in turn; never rejects. HEAD answers as GET does, without the body. */
export function createHandler(handlers: readonly Handler[], log: Log): (request: HttpRequest) => Promise<HttpResponse> {
  return async (request) => {
    try {
      return withRevalidation(request, await firstAnswer(handlers, request))
    } catch (error) {
      return withRevalidation(request, errorResponse(error, request, log))
    }
  }
}

async function firstAnswer(handlers: readonly Handler[], request: HttpRequest): Promise<HttpResponse> {
  for (const handler of handlers) {
    const answer = handler(request)
    // Most say at once that it isn't theirs, and to wait for each would take longer than they do.
    const response = answer instanceof Promise ? await answer : answer
    if (response) return response
  }
  throw new ApiError('NotFoundError')
}

/** What begins with two slashes could be taken for the address of another host. @throws ApiError */
export const refuseTwoSlashes: Handler = ({ path }) => {
  if (path.startsWith('//')) throw new ApiError('BadRequestError', 'Malicious path: it begins with two slashes')
  return null
}

/** Serves one JSON text at one path. It is made when it is first asked for: a start doesn't wait for it. */
export function serveJson(at: string, make: () => string): Handler {
  let response: HttpResponse | undefined
  const answer = (): HttpResponse => {
    const { headers, ...made } = jsonResponse(make())
    return { ...made, headers: { ...headers, ETag: tagOf(made.body as string) } }
  }
  return (request) => {
    const { method, path } = request
    if (path !== at || (method !== 'GET' && method !== 'HEAD')) return null
    noteRoute(request, at)
    return (response ??= answer())
  }
}
