import { ApiError } from '@content-api/engine/errors'
import type { HttpResponse } from '../message/message.js'

/** Returns the operation of an endpoint for a method. HEAD is a GET whose response has no body. */
export function operationOf<Operation>(
  endpoint: Readonly<Partial<Record<string, Operation>>>,
  method: string,
): Operation | undefined {
  const name = method === 'HEAD' ? 'GET' : method
  return Object.hasOwn(endpoint, name) ? endpoint[name] : undefined
}

/** Returns the response to OPTIONS: the allowed methods and an empty body with the content type of Strapi 4.26. */
export function optionsResponse(allow: string): HttpResponse {
  return { status: 200, headers: { Allow: allow, 'Content-Type': 'text/plain; charset=utf-8' }, body: '' }
}

export function methodNotAllowed(method: string, allow: string): ApiError {
  const message = `${method} is not allowed here. Allowed: ${allow}`
  return new ApiError('MethodNotAllowedError', message, { headers: { Allow: allow } })
}
