import { ApiError } from '../errors/api-error.js'
import type { HttpResponse } from '../message/message.js'

/** What an endpoint does for a method; HEAD is GET without its body. */
export function operationOf<Operation>(
  endpoint: Readonly<Partial<Record<string, Operation>>>,
  method: string,
): Operation | undefined {
  const name = method === 'HEAD' ? 'GET' : method
  return Object.hasOwn(endpoint, name) ? endpoint[name] : undefined
}

/** Which methods there are; the body is empty, its type as observed. */
export function optionsResponse(allow: string): HttpResponse {
  return { status: 200, headers: { Allow: allow, 'Content-Type': 'text/plain; charset=utf-8' }, body: '' }
}

export function methodNotAllowed(method: string, allow: string): ApiError {
  const message = `${method} is not allowed here. Allowed: ${allow}`
  return new ApiError('MethodNotAllowedError', message, { headers: { Allow: allow } })
}
