import { createRequire } from 'node:module'
import type jwt from 'jsonwebtoken'
import { ApiError } from '@content-api/engine/errors'
import { findUserById, findUserInSession, type StoredUser } from '@content-api/engine/accounts'
import type { Reader } from '@content-api/engine/database'
import { join } from 'node:path'
import { ConfigError } from '@content-api/core/config/config-error'
import { newSecret } from '@content-api/core/secrets/digest'
import { storedSecret } from '@content-api/core/secrets/stored-secret'
import { LRUCache } from 'lru-cache'

export interface JwtOptions {
  readonly secret: string
  /** The lifetime of a token, for example `30d` or `12h`. */
  readonly expiresIn: string
}

/** The claims of a token. Times are in milliseconds since 1970. */
export interface JwtClaims {
  readonly userId: number
  readonly issuedAt: number
  /** The time of the revocation that preceded the token, 0 if there was none; null if the token doesn't name it. */
  readonly since: number | null
  /** The public id of the session that the token belongs to; null if it belongs to none. */
  readonly session: string | null
}

/** Maximum difference between the clocks of two servers, in seconds. */
const clockTolerance = 60

const algorithm = 'HS256'

/** Loads the library of tokens, 75 files. Most starts get requests without tokens first. */
const library = () => createRequire(import.meta.url)('jsonwebtoken') as typeof jwt

// Without the type of the library, for which projects have no declarations.
export const loadJwt = (): unknown => library()

/**
 * Creates a token for a user.
 * @param tokensValidFrom the time of the last revocation of the user's tokens, null if there was none. If it
 * is absent, only the time of issue decides whether the token is revoked
 * @param session the public id of the session that the token belongs to
 */
export function signJwt(
  { secret, expiresIn }: JwtOptions,
  userId: number,
  tokensValidFrom?: string | null,
  session?: string,
): string {
  const since = tokensValidFrom === undefined ? null : millisecondsOf(tokensValidFrom)
  // The time has a fraction of a second (NumericDate, RFC 7519 §2), to order a token and a password change in
  // the same second. The half millisecond ensures that there is a fraction. A revocation may be in the
  // future, if the clock was ahead. The token names it in `since`, so that it is valid now.
  const issuedAt = (Date.now() + 0.5) / 1_000
  const claims = {
    id: userId,
    iat: issuedAt,
    ...(since !== null && { since }),
    ...(session !== undefined && { session }),
  }
  return library().sign(claims, secret, {
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
  const { id, iat, exp, since, session } =
    typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {}
  const isUser = Number.isSafeInteger(id) && (id as number) >= 1
  // The library checks `exp` only if it is present, and doesn't check `iat`.
  if (!isUser || typeof iat !== 'number' || typeof exp !== 'number' || iat > Date.now() / 1_000 + clockTolerance)
    throw new ApiError('UnauthorizedError')
  if (session !== undefined && typeof session !== 'string') throw new ApiError('UnauthorizedError')
  return {
    userId: id as number,
    // A time without a fraction comes from another issuer with the same secret. It counts as the start of its
    // second, so that a change of the password revokes all tokens that may be older.
    issuedAt: iat * 1_000,
    since: typeof since === 'number' ? since : null,
    session: session ?? null,
  }
}

/**
 * Returns whether a token of a user is revoked. The token of a sign-in names the revocation that preceded it,
 * so that the next one revokes it even if the clocks of the servers differ. For other tokens (of project
 * code, other issuers and earlier versions), the times decide.
 */
export function isRevoked(
  { issuedAt, since }: Pick<JwtClaims, 'issuedAt' | 'since'>,
  tokensValidFrom: string | null,
): boolean {
  const validFrom = millisecondsOf(tokensValidFrom)
  return since === null ? issuedAt < validFrom : since !== validFrom
}

/** Returns the user of a token, if its session hasn't ended. One statement finds both. */
export function findUserOfToken(reader: Reader, { userId, session }: JwtClaims): Promise<StoredUser | null> {
  if (session === null) return findUserById(reader, userId)
  return findUserInSession(reader, userId, { key: session, now: Date.now() })
}

/**
 * Verifies a token of a user, which this server or Strapi 5 has issued. Tokens of code may have no times.
 * @param secrets the secrets that may have signed the token
 * @throws ApiError UnauthorizedError
 */
export function verifySharedJwt(secrets: readonly string[], token: string): JwtClaims {
  const claims = claimsUnder(secrets, token)
  const { id, iat, since, session } =
    typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {}
  if (!Number.isSafeInteger(id) || (id as number) < 1) throw new ApiError('UnauthorizedError')
  return {
    userId: id as number,
    issuedAt: typeof iat === 'number' ? iat * 1_000 : 0,
    since: typeof since === 'number' ? since : null,
    session: typeof session === 'string' ? session : null,
  }
}

/** The algorithms that a version of Strapi accepts without a configured one. */
const strapiAlgorithms = { 4: ['HS256', 'HS384', 'HS512'], 5: ['HS256'] } as const

/**
 * Verifies a token as Strapi 4.26 or 5.54 does, which accept tokens without times.
 * @returns the value of the claim `id`
 * @throws ApiError UnauthorizedError if the signature or a time is invalid
 */
export function verifyStrapiJwt(secret: string, token: string, version: 4 | 5): unknown {
  const claims = claimsUnder([secret], token, [...strapiAlgorithms[version]])
  return typeof claims === 'object' && claims !== null ? (claims as { readonly id?: unknown }).id : undefined
}

function claimsUnder(secrets: readonly string[], token: string, algorithms: jwt.Algorithm[] = [algorithm]): unknown {
  const jwt = library()
  for (const secret of secrets) {
    try {
      // The algorithms are fixed. The algorithm and key in the token's own header must not be trusted.
      return jwt.verify(token, secret, { algorithms })
    } catch {
      // Tries the next secret.
    }
  }
  throw new ApiError('UnauthorizedError')
}

/**
 * Returns the time from which a user's tokens are valid after a revocation now. It is later than the last one
 * (`last`), and later than a token that was issued at `issued`, even if the clock was set back since then.
 */
export function nextTokenEpoch(last: string | null, issued = 0): string {
  return new Date(Math.max(Date.now(), millisecondsOf(last), issued) + 1).toISOString()
}

function millisecondsOf(tokensValidFrom: string | null): number {
  return tokensValidFrom === null ? 0 : Date.parse(tokensValidFrom)
}

/** In bytes. RFC 7518 §3.2 requires at least the length of the hash. */
const minimumLength = 32

const advice =
  'Generate one with\n\n    node -p "crypto.randomBytes(32).toString(\'base64url\')"\n\n  and set JWT_SECRET to it.'

interface JwtSecretOptions {
  /** `auth.jwt.secret` of the configuration. */
  readonly configured: string | undefined
  /**
   * If true, the secret must be configured. If false (only the developer uses the service), it is generated
   * if absent.
   */
  readonly strict: boolean
  /**
   * Whether the secret is set for this service. Secrets of Strapi's generator have 24 bytes, and users may be
   * signed in with them.
   */
  readonly isOwn?: boolean
  readonly warn?: (message: string) => void
  /** The project's folder. A generated secret is stored in it, so that tokens stay valid after a restart. */
  readonly project: string | undefined
}

/** @throws ConfigError in strict mode, if the secret is missing, or too short and set for this service */
export async function resolveJwtSecret(options: JwtSecretOptions): Promise<string> {
  const { configured, strict, project, isOwn = true, warn } = options
  if (configured !== undefined) {
    if (Buffer.byteLength(configured) < minimumLength) {
      if (strict && isOwn) throw mistake(`has fewer than ${minimumLength} bytes. ${advice}`)
      if (!isOwn) {
        warn?.(
          `The JWT secret of the Strapi project has fewer than ${minimumLength} bytes. Set auth.jwt.secret to a longer one, and auth.jwt.previousSecrets to this one, so that users stay signed in.`,
        )
      }
    }
    return configured
  }
  if (strict) throw mistake(`is missing. It signs the tokens of users. ${advice}`)
  return project === undefined ? newSecret() : storedSecret(join(project, '.tmp', 'jwt-secret'), longEnough)
}

const longEnough = {
  make: newSecret,
  isValid: (secret: string) => Buffer.byteLength(secret) >= minimumLength,
}

function mistake(message: string): ConfigError {
  return new ConfigError([{ file: 'the configuration', path: 'auth.jwt.secret', message }])
}

/** Older knowledge may be outdated, because other processes revoke tokens too. */
const freshMilliseconds = 60_000
const maximumUsers = 10_000

/**
 * What this process knows about revocations of the tokens of users. Project code creates tokens without
 * waiting for the database, so it uses the revocation that preceded its last read of the user.
 */
export interface TokenEpochs {
  /** Stores the time of the last revocation of a user's tokens, as just read; null if there was none. */
  learn(userId: number, validFrom: string | null): void
  /** Returns the time of the last revocation; undefined if it wasn't read recently. */
  known(userId: number): string | null | undefined
  /** Stores the time of a token that names no revocation. */
  noteUnstamped(userId: number): void
  /** Returns the time of a revocation now: after the last one, and after all tokens of this process. */
  revoke(userId: number, last: string | null): string
  forget(): void
}

export function createTokenEpochs(): TokenEpochs {
  const known = new LRUCache<number, { readonly validFrom: string | null }>({
    max: maximumUsers,
    ttl: freshMilliseconds,
  })
  const unstamped = new LRUCache<number, number>({ max: maximumUsers })
  return {
    learn: (userId, validFrom) => void known.set(userId, { validFrom }),
    known: (userId) => known.get(userId)?.validFrom,
    noteUnstamped: (userId) => void unstamped.set(userId, Math.max(Date.now(), unstamped.get(userId) ?? 0)),
    revoke(userId, last) {
      known.delete(userId)
      return nextTokenEpoch(last, unstamped.get(userId))
    },
    forget: () => known.clear(),
  }
}
