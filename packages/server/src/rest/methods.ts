import { ApiError } from '../errors/api-error.js'

/** What an endpoint does for a method; HEAD is GET without its body. */
export function operationOf<Operation>(
  endpoint: Readonly<Partial<Record<string, Operation>>>,
  method: string,
): Operation | undefined {
  const name = method === 'HEAD' ? 'GET' : method
  return Object.hasOwn(endpoint, name) ? endpoint[name] : undefined
}

export function methodNotAllowed(method: string, allow: string): ApiError {
  const message = `${method} is not allowed here. Allowed: ${allow}`
  return new ApiError('MethodNotAllowedError', message, { headers: { Allow: allow } })
}
