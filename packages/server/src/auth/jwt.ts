import jwt from 'jsonwebtoken'
import { ApiError } from '../errors/api-error.js'

export interface JwtOptions {
  readonly secret: string
  /** How long a token is good for, such as `30d` or `12h`. */
  readonly expiresIn: string
}

/** What a token says: whose it is and since when, in milliseconds since 1970. */
export interface JwtClaims {
  readonly userId: number
  readonly issuedAt: number
}

/** Seconds by which the clocks of two servers may differ. */
const clockTolerance = 60

const algorithm = 'HS256'

/** A token for a user. `after`: the time (ms) of the last change that made tokens void, which this one must outlive. */
export function signJwt({ secret, expiresIn }: JwtOptions, userId: number, after: number | null): string {
  // NumericDate may have a fraction (RFC 7519 §2), so that a token and a password change of one second are told apart. The
  // half millisecond keeps it a fraction.
  const issuedAt = (Math.max(Date.now(), after ?? 0) + 0.5) / 1_000
  return jwt.sign({ id: userId, iat: issuedAt }, secret, {
    algorithm,
    expiresIn: expiresIn as NonNullable<jwt.SignOptions['expiresIn']>,
  })
}

/**
 * @param secrets one of them has signed the token
 * @throws ApiError UnauthorizedError for a token that isn't ours, is no longer good or names no user
 */
export function verifyJwt(secrets: readonly string[], token: string): JwtClaims {
  const claims = claimsUnder(secrets, token)
  const { id, iat, exp } = typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {}
  const isUser = Number.isSafeInteger(id) && (id as number) >= 1
  // The library checks `exp` only where it stands, and doesn't look at `iat`.
  if (!isUser || typeof iat !== 'number' || typeof exp !== 'number' || iat > Date.now() / 1_000 + clockTolerance)
    throw new ApiError('UnauthorizedError')
  // Whole seconds come from other issuers with this secret: such a token counts as issued at the end of its second.
  const seconds = Number.isInteger(iat) ? iat + 1 : iat
  return { userId: id as number, issuedAt: seconds * 1_000 }
}

function claimsUnder(secrets: readonly string[], token: string): unknown {
  for (const secret of secrets) {
    try {
      // Fixed: what a token says of its own algorithm and key is never believed.
      return jwt.verify(token, secret, { algorithms: [algorithm] })
    } catch {
      // Perhaps another of them.
    }
  }
  throw new ApiError('UnauthorizedError')
}

/** The time from which tokens are valid after a change now: later than that of any token issued so far. */
export function nextTokenEpoch(): string {
  return new Date(Date.now() + 1).toISOString()
}
