import jwt from 'jsonwebtoken'
import { ApiError } from '../errors/api-error.js'

export interface JwtOptions {
  readonly secret: string
  /** The lifetime of a token, for example `30d` or `12h`. */
  readonly expiresIn: string
}

/** The user of a token, and the time when it was issued in milliseconds since 1970. */
export interface JwtClaims {
  readonly userId: number
  readonly issuedAt: number
}

/** Maximum difference between the clocks of two servers, in seconds. */
const clockTolerance = 60

const algorithm = 'HS256'

/**
 * Creates a token for a user.
 * @param after the last time (in ms since 1970) at which the user's tokens became invalid; `iat` of the new
 * token is later
 */
export function signJwt({ secret, expiresIn }: JwtOptions, userId: number, after: number | null): string {
  // The time has a fraction of a second (NumericDate, RFC 7519 §2), to order a token and a password change in
  // the same second. The half millisecond ensures that there is a fraction.
  const issuedAt = (Math.max(Date.now(), after ?? 0) + 0.5) / 1_000
  return jwt.sign({ id: userId, iat: issuedAt }, secret, {
    algorithm,
    expiresIn: expiresIn as NonNullable<jwt.SignOptions['expiresIn']>,
  })
}

/**
 * Verifies a token.
 * @param secrets the secrets that may have signed the token
 * @throws ApiError UnauthorizedError if the signature, the user or a time in the token is missing or invalid,
 * or if the token is expired
 */
export function verifyJwt(secrets: readonly string[], token: string): JwtClaims {
  const claims = claimsUnder(secrets, token)
  const { id, iat, exp } = typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {}
  const isUser = Number.isSafeInteger(id) && (id as number) >= 1
  // The library checks `exp` only if it is present, and doesn't check `iat`.
  if (!isUser || typeof iat !== 'number' || typeof exp !== 'number' || iat > Date.now() / 1_000 + clockTolerance)
    throw new ApiError('UnauthorizedError')
  // A time without a fraction comes from another issuer with the same secret. It counts as the end of its second.
  const seconds = Number.isInteger(iat) ? iat + 1 : iat
  return { userId: id as number, issuedAt: seconds * 1_000 }
}

function claimsUnder(secrets: readonly string[], token: string): unknown {
  for (const secret of secrets) {
    try {
      // The algorithm is fixed. The algorithm and key in the token's own header must not be trusted.
      return jwt.verify(token, secret, { algorithms: [algorithm] })
    } catch {
      // Tries the next secret.
    }
  }
  throw new ApiError('UnauthorizedError')
}

/**
 * Returns the time from which tokens are valid after a change now. It is later than all tokens that the
 * service has issued, if the clocks of its servers agree.
 */
export function nextTokenEpoch(): string {
  return new Date(Date.now() + 1).toISOString()
}
