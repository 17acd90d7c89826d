import type { Caller, SignedInUser } from '../entries/caller.js'
import { ApiError } from '@content-api/engine/errors'
import { findUserById, type StoredUser } from '@content-api/engine/accounts'
import type { Database, RequestSession } from '@content-api/engine/database'
import { actionUid } from './actions.js'
import { grantsOfApiToken } from './api-tokens.js'
import { everything, type Grants, type RoleGrants } from './grants.js'
import { isRevoked, verifyJwt, type TokenEpochs } from './jwt.js'

export interface IdentifyOptions {
  readonly database: Database
  /** Secrets that are accepted in the signature of a user's JWT. */
  readonly secrets: readonly string[]
  /** `API_TOKEN_SALT` of the Strapi project whose tokens were imported. */
  readonly apiTokenSalt: string | undefined
  readonly roles: RoleGrants
  readonly epochs: TokenEpochs
  /** If true, all callers except API tokens have all permissions. The service then only listens on this machine. */
  readonly open: boolean
  /** Authentication schemes that the service ignores, because a proxy handles them. */
  readonly ignored: readonly string[]
}

/** Returns the caller for an `Authorization` header. @throws ApiError UnauthorizedError for invalid credentials */
export type Identify = (authorization: string | undefined, session?: RequestSession) => Promise<Caller>

export function createIdentify({
  database,
  secrets,
  apiTokenSalt,
  roles,
  epochs,
  open,
  ignored,
}: IdentifyOptions): Identify {
  const ofRole = (role: string | null) => (open ? everything : roles.of(role ?? ''))
  const schemes = new Set(ignored.map((scheme) => scheme.toLowerCase()))
  return async (authorization, session) => {
    const token = bearerToken(authorization, schemes)
    if (token === null) return callerWith(await ofRole('public'), 'public', { session })
    if (!isJwt(token)) return callerWith(await grantsOfApiToken(database, token, apiTokenSalt), 'token', { session })
    const claims = verifyJwt(secrets, token)
    // Each request reads the user, so that a block or a new password has immediate effect.
    const user = await findUserById(database, claims.userId)
    if (!user || user.blocked || isRevoked(claims, user.tokensValidFrom))
      throw new ApiError('UnauthorizedError', 'Invalid credentials')
    epochs.learn(user.id, user.tokensValidFrom)
    return callerOfUser(await ofRole(user.role), user, session)
  }
}

export function callerOfUser(grants: Grants, user: StoredUser, session: RequestSession | undefined): Caller {
  return callerWith(grants, 'user', { user: signedInUser(user), session })
}

function signedInUser({ id, username, email, confirmed, role: type, roleId, roleName }: StoredUser): SignedInUser {
  const role = type === null || roleId === null ? null : { id: roleId, name: roleName ?? '', type }
  return { id, username, email, confirmed, role }
}

/**
 * Returns the token of an `Authorization` header; null if there is no header or its scheme is ignored.
 * @param ignored the ignored schemes, in lower case
 * @throws ApiError UnauthorizedError if the header isn't `Bearer` and one token, as for two headers
 */
export function bearerToken(authorization: string | undefined, ignored: ReadonlySet<string>): string | null {
  if (authorization === undefined) return null
  const [scheme = '', ...rest] = authorization.trim().split(/\s+/)
  const [token, more] = rest
  if (scheme.toLowerCase() === 'bearer' && token !== undefined && more === undefined) return token
  const isRepeated = rest.some((part, index) => part.toLowerCase() === 'bearer' && rest[index - 1]?.endsWith(','))
  if (ignored.has(scheme.toLowerCase()) && !isRepeated) return null
  throw new ApiError('UnauthorizedError', 'The Authorization header must be "Bearer" and one token')
}

/** Returns whether a token is a JWT, which has three parts. API tokens contain no dots. */
function isJwt(token: string): boolean {
  return token.split('.').length === 3
}

/** Returns a caller with these grants. All permission checks of a request use this object. */
export function callerWith(
  grants: Grants,
  kind: Caller['kind'],
  { user = null, session }: { readonly user?: SignedInUser | null; readonly session?: RequestSession | undefined } = {},
): Caller {
  return {
    key: grants.key,
    kind,
    userId: user?.id ?? null,
    user,
    may: grants.may,
    // No caller may read or write administrators. Responses show them only in `createdBy` and `updatedBy` of entries.
    can: (action, type) => !type.uid.startsWith('admin::') && grants.may(actionUid(action, type)),
    session,
  }
}
