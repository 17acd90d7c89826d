/**
 * The token of an `Authorization` header. Anything but `Bearer` and one token is no credentials at all, as observed: it
 * belongs to whatever stands between client and service.
 */
export function bearerToken(authorization: string | undefined): string | null {
  return /^\s*bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1] ?? null
}

/** JWTs have three parts; API tokens have no dot. */
export function isJwt(token: string): boolean {
  return token.split('.').length === 3
}
