import { ApiError } from '../errors/api-error.js'

/**
 * Returns the token of an `Authorization` header; null without a header, or for a scheme that is meant for a proxy.
 * @param ignored schemes, in lower case
 * @throws ApiError UnauthorizedError for anything but `Bearer` and one token
 */
export function bearerToken(authorization: string | undefined, ignored: ReadonlySet<string>): string | null {
  if (authorization === undefined) return null
  const [scheme = '', ...rest] = authorization.trim().split(/\s+/)
  const [token, more] = rest
  if (scheme.toLowerCase() === 'bearer' && token !== undefined && more === undefined) return token
  if (ignored.has(scheme.toLowerCase())) return null
  throw new ApiError('UnauthorizedError', 'The Authorization header must be "Bearer" and one token')
}

/** JWTs have three parts; API tokens have no dot. */
export function isJwt(token: string): boolean {
  return token.split('.').length === 3
}
