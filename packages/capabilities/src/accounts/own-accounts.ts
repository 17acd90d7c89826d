import { ApiError } from '@content-api/engine/errors'
import type { StoredUser } from '@content-api/engine/accounts'
import type { Database } from '@content-api/engine/database'
import type { SignedInUser } from '@content-api/core/entries/caller'
import type { AccountReader } from './account-reader.js'
import { grantsOfApiToken } from './api-tokens.js'
import { everything, type RoleGrants } from './grants.js'
import { ownNameOf } from './identify.js'
import { findUserOfToken, isRevoked, verifyJwt, type TokenEpochs } from './jwt.js'

interface OwnAccountsOptions {
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

/** Reads callers from the tables of this server. */
export function createOwnAccounts(options: OwnAccountsOptions): AccountReader {
  const { database, secrets, apiTokenSalt, roles, epochs, open, ignored } = options
  const ofRole = async (role: string | null) => (open ? everything : roles.of(role ?? ''))
  const schemes = new Set(ignored.map((scheme) => scheme.toLowerCase()))
  return {
    tokenOf: (authorization) => bearerToken(authorization, schemes),
    ofPublic: () => ofRole('public'),
    async ofJwt(token) {
      const claims = verifyJwt(secrets, token)
      // Each request reads the user and the session, so that a block, a new password or a logout has immediate effect.
      const user = await findUserOfToken(database, claims)
      if (!user || user.blocked || isRevoked(claims, user.tokensValidFrom))
        throw new ApiError('UnauthorizedError', 'Invalid credentials')
      epochs.learn(user.id, user.tokensValidFrom)
      return { user: signedInUser(user), grants: await ofRole(user.role), signInSession: claims.session }
    },
    ofApiToken: (token) => grantsOfApiToken(database, token, apiTokenSalt),
    nameOf: ownNameOf,
  }
}

export function signedInUser({
  id,
  username,
  email,
  confirmed,
  role: type,
  roleId,
  roleName,
}: StoredUser): SignedInUser {
  const role = type === null || roleId === null ? null : { id: roleId, name: roleName ?? '', type }
  return { id, username, email, confirmed, role }
}

/**
 * Returns the token of an `Authorization` header; null if the header is missing or empty, or its scheme is
 * ignored.
 * @param ignored the ignored schemes, in lower case
 * @throws ApiError UnauthorizedError if the header isn't `Bearer` and one token, as for two headers
 */
export function bearerToken(authorization: string | undefined, ignored: ReadonlySet<string>): string | null {
  // Clients that set the header for each request leave it empty for visitors, such as the usual link of Apollo.
  if (authorization === undefined || authorization.trim() === '') return null
  const [scheme = '', ...rest] = authorization.trim().split(/\s+/)
  const [token, more] = rest
  if (scheme.toLowerCase() === 'bearer' && token !== undefined && more === undefined) return token
  const isRepeated = rest.some((part, index) => part.toLowerCase() === 'bearer' && rest[index - 1]?.endsWith(','))
  if (ignored.has(scheme.toLowerCase()) && !isRepeated) return null
  throw new ApiError('UnauthorizedError', 'The Authorization header must be "Bearer" and one token')
}
