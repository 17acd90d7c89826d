import type { Caller, SignedInUser } from '../entries/caller.js'
import { ApiError } from '../errors/api-error.js'
import { type StoredUser, findUserById } from '../storage/accounts/users.js'
import type { Database } from '../storage/database.js'
import type { RequestSession } from '../storage/request-session.js'
import { actionUid } from './actions.js'
import { grantsOfApiToken } from './api-tokens.js'
import { everything, type Grants } from './grants.js'
import { verifyJwt } from './jwt.js'
import type { RoleGrants } from './role-grants.js'

export interface IdentifyOptions {
  readonly database: Database
  /** One of them has signed a user's token. */
  readonly secrets: readonly string[]
  /** `API_TOKEN_SALT` of the Strapi project whose tokens were imported. */
  readonly apiTokenSalt: string | undefined
  readonly roles: RoleGrants
  /** Everybody but API tokens may do everything: the service is only to be reached from this machine. */
  readonly open: boolean
  /** Schemes that are meant for a proxy. */
  readonly ignored: readonly string[]
}

/** Who sends an `Authorization` header, in which request. @throws ApiError UnauthorizedError for credentials that are wrong */
export type Identify = (authorization: string | undefined, session?: RequestSession) => Promise<Caller>

export function createIdentify({ database, secrets, apiTokenSalt, roles, open, ignored }: IdentifyOptions): Identify {
  const ofRole = (role: string | null) => (open ? everything : roles.of(role ?? ''))
  const schemes = new Set(ignored.map((scheme) => scheme.toLowerCase()))
  return async (authorization, session) => {
    const token = bearerToken(authorization, schemes)
    if (token === null) return callerWith(await ofRole('public'), 'public', { session })
    if (!isJwt(token)) return callerWith(await grantsOfApiToken(database, token, apiTokenSalt), 'token', { session })
    const { userId, issuedAt } = verifyJwt(secrets, token)
    // Read with every request, so that a block or a new password counts at once.
    const user = await findUserById(database, userId)
    const since = (user?.tokensValidFrom ?? null) === null ? 0 : Date.parse(user?.tokensValidFrom ?? '')
    if (!user || user.blocked || issuedAt < since) throw new ApiError('UnauthorizedError', 'Invalid credentials')
    return callerOfUser(await ofRole(user.role), user, session)
  }
}

/** A user who has signed in. */
export function callerOfUser(grants: Grants, user: StoredUser, session: RequestSession | undefined): Caller {
  return callerWith(grants, 'user', { user: toldOf(user), session })
}

function toldOf({ id, username, email, confirmed, role: type, roleId, roleName }: StoredUser): SignedInUser {
  const role = type === null || roleId === null ? null : { id: roleId, name: roleName ?? '', type }
  return { id, username, email, confirmed, role }
}

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
function isJwt(token: string): boolean {
  return token.split('.').length === 3
}

/** The caller with these grants: whatever asks for permission asks here. */
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
    // Administrators are seen through createdBy and updatedBy alone, whoever asks.
    can: (action, type) => !type.uid.startsWith('admin::') && grants.may(actionUid(action, type)),
    session,
  }
}
