import { findStoredUser, readStrapiPermissions } from '@content-api/strapi-tables/accounts'
import { hasSession } from '@content-api/engine/accounts'
import type { AnyDatabase } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import type { AccountReader } from '@content-api/capabilities/accounts/account-reader'
import type { RoleKey, SignUpSettings } from '@content-api/capabilities/accounts/account-store'
import { everything, type Grants, grantsOf, none } from '@content-api/capabilities/accounts/grants'
import { isRevoked, type JwtClaims, type TokenEpochs, verifySharedJwt } from '@content-api/capabilities/accounts/jwt'
import { signedInUser } from '@content-api/capabilities/accounts/own-accounts'
import { createShortCache } from '@content-api/capabilities/accounts/short-cache'
import { createStrapiAccounts } from '@content-api/strapi-reads/accounts/strapi-accounts'

interface DocumentReaderOptions {
  readonly database: AnyDatabase
  /** Secrets that are accepted in the signature of a user's JWT, the current one first. */
  readonly secrets: readonly [string, ...string[]]
  /** `apiToken.salt` of `config/admin`; null if it isn't known. */
  readonly apiTokenSalt: string | null
  /** The actions by the `type` of a role that count in place of those in the database. */
  readonly permissions: Readonly<Record<string, readonly string[]>> | undefined
  /** Whether all callers except API tokens have all permissions. */
  readonly open: boolean
  readonly epochs: TokenEpochs
  /** Whether users have sessions. Tokens without one are then rejected, as in Strapi 5. */
  readonly hasSessions: boolean
  readonly settings: () => Promise<SignUpSettings>
}

/** Identifies callers by the tables of Strapi 5. */
export interface DocumentReader extends AccountReader {
  grantsOfRole(role: RoleKey): Promise<Grants>
  /** Clears the cache of permissions. */
  forget(): void
}

/** The permissions of the database or of the configuration, read at most once a second. */
interface RoleGrants {
  readonly public: Grants | null
  of(role: RoleKey): Grants
}

const rejected = () => new ApiError('UnauthorizedError')
const invalid = () => new ApiError('UnauthorizedError', 'Invalid credentials')

export function createDocumentReader(options: DocumentReaderOptions): DocumentReader {
  const { database, secrets, apiTokenSalt, permissions, open, epochs, hasSessions, settings } = options
  const strapi = createStrapiAccounts({
    database,
    version: 5,
    jwtSecret: secrets[0],
    apiTokenSalt,
    permissions,
    isAction: () => true,
    leavesUse: false,
  })
  const grants = createShortCache(async () => (open ? openGrants : readGrants(database, permissions)))
  const grantsOfRole = async (role: RoleKey) => (await grants.get()).of(role)
  return {
    tokenOf(authorization) {
      // Several headers: one of them may belong to somebody else.
      if (authorization?.includes(',')) throw rejected()
      return strapi.tokenOf(authorization)
    },
    async ofPublic() {
      const { public: ofPublic } = await grants.get()
      if (ofPublic === null) throw rejected()
      return ofPublic
    },
    async ofJwt(token) {
      const claims = verifySharedJwt(secrets, token)
      // Each request reads the user, so that a block or another role has immediate effect.
      const user = await findStoredUser(database, claims.userId)
      if (!user || user.blocked || user.role === null || isRevoked(claims, user.tokensValidFrom)) throw invalid()
      if ((await settings()).register.confirmEmail && !user.confirmed) throw invalid()
      if (hasSessions && !(await isInSession(database, claims))) throw rejected()
      epochs.learn(user.id, user.tokensValidFrom)
      return {
        user: signedInUser(user),
        grants: await grantsOfRole({ id: user.roleId, type: user.role }),
        signInSession: claims.session,
      }
    },
    ofApiToken: (token) => strapi.ofApiToken(token),
    nameOf: (action, type) => strapi.nameOf(action, type),
    grantsOfRole,
    forget: () => grants.forget(),
  }
}

const openGrants: RoleGrants = { public: everything, of: () => everything }

async function isInSession(database: AnyDatabase, { userId, session }: JwtClaims): Promise<boolean> {
  return session !== null && hasSession(database, userId, { key: session, now: Date.now() })
}

async function readGrants(
  database: AnyDatabase,
  permissions: DocumentReaderOptions['permissions'],
): Promise<RoleGrants> {
  if (permissions) {
    const configured = new Map(Object.entries(permissions).map(([role, actions]) => [role, grantsOf(actions)]))
    return { public: configured.get('public') ?? none, of: ({ type }) => configured.get(type ?? '') ?? none }
  }
  const stored = await readStrapiPermissions(database)
  const byRole = new Map([...stored.byRole].map(([id, actions]) => [id, grantsOf(actions)]))
  return {
    public: stored.public.length === 0 ? null : grantsOf(stored.public),
    of: ({ id }) => (id === null ? none : (byRole.get(id) ?? none)),
  }
}
