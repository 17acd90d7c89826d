import { ApiError } from '../errors/api-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { isObject } from '../query/json-value.js'
import { withoutCredentials } from '../transport/headers.js'
import type { ApiRequest, RequestOptions, Send } from '../types/request.js'

/** The body of a GraphQL response. Servers may send other types, so members are checked. */
export interface GraphQLResult {
  readonly data?: unknown
  readonly errors?: unknown
  readonly extensions?: unknown
}

export interface Responded {
  readonly result: GraphQLResult
  readonly response: Response
}

/** Returns the errors of a result. A value that is not a list counts as one error, because it doesn't mean success. */
export function errorsOf(result: unknown): readonly unknown[] {
  const errors = isObject(result) ? result['errors'] : undefined
  return [errors ?? []].flat()
}

/**
 * Sends a request that contains a document and returns its result: data, errors, or both.
 *
 * @throws ResponseShapeError for a response with neither, or with errors in a result that is nested too deep
 */
export async function sendDocument(send: Send, request: ApiRequest): Promise<Responded> {
  const { method, path, options } = request
  let response = new Response()
  let sent = new Headers()
  const onResponse: RequestOptions['onResponse'] = async (context) => {
    response = context.response
    sent = context.options.headers
    await options?.onResponse?.(context)
  }
  const result = await send({ ...request, options: { ...options, onResponse } }).catch(resultOfError)
  if (errorsOf(result).length > 0) return { result: safeResult(result, sent, `${method} ${path}`), response }
  const isData = isObject(result) && isObject(result['data']) && !Array.isArray(result['data'])
  if (!isData) throw new ResponseShapeError(`${method} ${path} returned no data`)
  return { result, response }
}

/** GraphQL servers reject some documents with status 400. Their errors contain more than the status. */
function resultOfError(error: unknown): unknown {
  if (ApiError.is(error) && errorsOf(error.raw).length > 0) return error.raw
  throw error
}

/** Returns a result with errors, without the credentials that a server may repeat: errors are written to logs. */
function safeResult(result: unknown, sent: Headers, what: string): GraphQLResult {
  const safe = (value: unknown): unknown => {
    if (typeof value === 'string') return withoutCredentials(value, sent)
    if (Array.isArray(value)) return value.map(safe)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [withoutCredentials(name, sent), safe(member)]),
    )
  }
  const { data, errors, extensions } = result as GraphQLResult
  try {
    return { data: safe(data), errors: safe(errors), extensions: safe(extensions) }
  } catch (cause) {
    throw new ResponseShapeError(`${what} returned a result that is nested too deep`, { cause })
  }
}
