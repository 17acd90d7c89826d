import { ApiError } from '../errors/api-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { errorsOf, type GraphQLResult, sendDocument } from '../graphql/send-document.js'
import { isObject } from '../query/json-value.js'
import { isText } from '../transport/read-response.js'
import type { Method, RequestOptions, Send } from '../types/request.js'

/** The same limit as for flattening. */
const MAX_DEPTH = 500

/** The highest status that a `Response` may have. */
const MAX_STATUS = 599

/**
 * Returns a `fetch` for urql that sends requests through a client of this package, with its token, time limit
 * and extensions. It returns results that urql can read, and throws errors of this package for all other
 * responses.
 */
export function fetchThroughClient(api: { readonly send: Send }): typeof globalThis.fetch {
  return async (url, { method, body, headers, ...options } = {}) => {
    const path = typeof url === 'object' && 'url' in url ? url.url : url.toString()
    let response = new Response()
    const onResponse: RequestOptions['onResponse'] = (context) => {
      response = context.response
    }
    const sent = sendDocument(api.send, {
      method: method as Method,
      prefix: '',
      path,
      body,
      options: { ...options, headers: Object.fromEntries(new Headers(headers)), onResponse },
    })
    const result = await sent.then(({ result }) => result, resultOfError)
    expectShallow(result, `${method} ${path}`)
    return responseFor(result, response)
  }
}

/**
 * A service may reject a request before GraphQL handles it, for an expired token or a wrong path. It then
 * responds as REST does. That error becomes a GraphQL error. Other errors are thrown, and urql reports them
 * as `networkError`.
 */
function resultOfError(error: unknown): GraphQLResult {
  if (!ApiError.is(error) || !error.serverMessage) throw error
  const { error: body } = error.raw as { readonly error: unknown }
  return { errors: [{ message: error.serverMessage, extensions: { error: body } }] }
}

/**
 * urql's cache recurses into the complete result, including JSON. A stack overflow there would never end the
 * operation.
 */
function expectShallow(result: GraphQLResult, what: string): void {
  let level: unknown[] = [result]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new ResponseShapeError(`${what} returned a result that is nested too deep`)
    level = level.filter(isObject).flatMap((value) => Object.values(value))
  }
}

function responseFor(result: GraphQLResult, { headers, status }: Response): Response {
  const received = new Headers(headers)
  received.set('content-type', 'application/json')
  return new Response(JSON.stringify(readable(result)), { status: Math.min(status, MAX_STATUS), headers: received })
}

/** Returns the known members of a result. Others, such as `hasNext`, would make urql wait. */
function readable(result: GraphQLResult): GraphQLResult {
  const { data, extensions } = result
  const isData = data === null || (isObject(data) && !Array.isArray(data))
  const errors = errorsOf(result).map(readableError)
  return {
    ...(isData && { data }),
    ...(errors.length > 0 && { errors }),
    ...(isObject(extensions) && { extensions }),
  }
}

function readableError(error: unknown): unknown {
  if (isObject(error) && isText(error['message'])) return error
  return { message: isText(error) ? error : '' }
}
