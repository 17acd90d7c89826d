import { LRUCache } from 'lru-cache'
import {
  findStrapiApiToken,
  findStrapiUser,
  readStrapiAdvancedSettings,
  readStrapiPermissions,
  type StrapiApiToken,
  type StrapiUser,
} from '@content-api/strapi-tables/accounts'
import type { Reader } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import type { AccountReader } from '@content-api/capabilities/accounts/account-reader'
import { everything, type Grants, grantsOf, none } from '@content-api/capabilities/accounts/grants'
import { verifyStrapiJwt } from '@content-api/capabilities/accounts/jwt'
import { createShortCache, type ShortCache } from '@content-api/capabilities/accounts/short-cache'
import type { SignedInUser } from '@content-api/core/entries/caller'
import { sameDigest, strapiDigest } from '@content-api/core/secrets/digest'
import { LeftToStrapi } from '../left-to-strapi.js'

interface StrapiAccountsOptions {
  readonly database: Reader
  /** The major version of Strapi, by default 4. */
  readonly version?: 4 | 5
  /** `jwtSecret` of users & permissions; null if it isn't known. */
  readonly jwtSecret: string | null
  /** `apiToken.salt` of `config/admin`; null if it isn't known. */
  readonly apiTokenSalt: string | null
  /**
   * Returns whether Strapi has registered an action: one of its content API's routes calls it. Strapi ignores
   * permissions of all other actions.
   */
  readonly isAction: (action: string) => boolean
  /** The actions by the `type` of a role that count in place of those in the database. */
  readonly permissions?: Readonly<Record<string, readonly string[]>> | undefined
  /** Whether Strapi gets a request of an API token once an hour, to record its use; by default it does. */
  readonly leavesUse?: boolean
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Milliseconds since any moment, by a clock that is never set. */
  readonly elapsed?: () => number
}

/** What all requests share, read at most once a second. */
interface Shared {
  /** Null if no permission is stored: Strapi then rejects requests without a token, also to GraphQL. */
  readonly ofPublic: Grants | null
  readonly ofRole: ReadonlyMap<number, Grants>
  /** Whether users need a confirmed address; null if the setting is missing, without which Strapi rejects users. */
  readonly emailConfirmation: boolean | null
}

/** An API token, read at most once a second. */
interface KnownToken {
  readonly token: StrapiApiToken
  readonly grants: Grants
}

/**
 * Reads callers from the tables of Strapi 4.26 or 5.54, by its rules. It throws an error for each request
 * that Strapi rejects, and for callers that only Strapi can identify, so that these requests are forwarded.
 */
export function createStrapiAccounts(options: StrapiAccountsOptions): AccountReader {
  const { database, version = 4, jwtSecret, apiTokenSalt, isAction, leavesUse = true } = options
  const { permissions, now = Date.now, elapsed } = options
  const configured =
    permissions && new Map(Object.entries(permissions).map(([role, actions]) => [role, grantsOf(actions)]))
  const shared = createShortCache(() => readShared(database, isAction), elapsed)
  const apiTokens = new LRUCache<string, ShortCache<KnownToken | null>>({
    max: maximumTokens,
    memoMethod: (accessKey) => createShortCache(() => readToken(database, accessKey, isAction), elapsed),
  })
  const recordsUse = createUseRecords(now, version)
  return {
    tokenOf,
    async ofPublic() {
      if (configured) return configured.get('public') ?? none
      const { ofPublic } = await shared.get()
      if (ofPublic === null) throw rejected()
      return ofPublic
    },
    async ofJwt(token) {
      if (jwtSecret === null) throw unknownSecret('The secret of JWTs')
      const id = verifyStrapiJwt(jwtSecret, token, version)
      if (!Number.isSafeInteger(id) || (id as number) < 1) throw rejected()
      const { ofRole, emailConfirmation } = await shared.get()
      // Each request reads the user, so that a block or another role has immediate effect.
      const user = await findStrapiUser(database, id as number)
      if (!user || user.blocked || emailConfirmation === null || (emailConfirmation && !user.confirmed))
        throw rejected()
      const known = signedInUser(user)
      const grants = configured ? configured.get(known.role.type) : ofRole.get(known.role.id)
      return { user: known, grants: grants ?? none }
    },
    async ofApiToken(token) {
      if (apiTokenSalt === null) throw unknownSecret('The salt of API tokens')
      const accessKey = strapiDigest(token, apiTokenSalt)
      // Most requests of a site have the same token.
      const known = await apiTokens.memo(accessKey).get()
      if (!known || !sameDigest(known.token.accessKey, accessKey)) throw rejected()
      const { token: found, grants } = known
      if (found.expiresAt !== null && Date.parse(found.expiresAt) < now()) {
        throw new ApiError('UnauthorizedError', 'Token expired')
      }
      if (leavesUse && recordsUse(found)) throw forwarded('Strapi records the use of an API token once an hour')
      return grants
    },
    // Strapi knows a relation's target by its uid, also where the routes of a plugin have other names.
    nameOf: (action, type) => `${type.uid}.${action}`,
  }
}

/**
 * Returns the token of an `Authorization` header as Strapi does: a header of another form counts as none. A
 * comma may separate several headers, of which Strapi reads one.
 */
function tokenOf(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization === '') return null
  if (authorization.includes(',')) throw forwarded('The request may have several Authorization headers')
  const [scheme = '', token, more] = authorization.split(/\s+/)
  return scheme.toLowerCase() === 'bearer' && more === undefined && token !== undefined ? token : null
}

async function readShared(database: Reader, isAction: (action: string) => boolean): Promise<Shared> {
  const [permissions, settings] = await Promise.all([
    readStrapiPermissions(database),
    readStrapiAdvancedSettings(database),
  ])
  const grants = (actions: readonly string[]) => grantsOf(actions.filter(isAction))
  return {
    ofPublic: permissions.public.length === 0 ? null : grants(permissions.public),
    ofRole: new Map([...permissions.byRole].map(([id, actions]) => [id, grants(actions)])),
    emailConfirmation: settings?.emailConfirmation ?? null,
  }
}

async function readToken(
  database: Reader,
  accessKey: string,
  isAction: (action: string) => boolean,
): Promise<KnownToken | null> {
  const token = await findStrapiApiToken(database, accessKey)
  return token && { token, grants: grantsOfToken(token, isAction) }
}

function signedInUser({ roles, blocked: _, ...user }: StrapiUser): SignedInUser & { role: { id: number } } {
  const [role, another] = roles
  if (!role) throw rejected()
  if (another) throw forwarded(`User ${user.id} has several roles`)
  return { ...user, role: { id: role.id, name: role.name ?? '', type: role.type ?? '' } }
}

function grantsOfToken({ type, permissions }: StrapiApiToken, isAction: (action: string) => boolean): Grants {
  if (type === 'full-access') return withoutAdministrators(everything)
  if (type === 'read-only') return withoutAdministrators(reading)
  return type === 'custom' ? grantsOf(permissions.filter(isAction)) : none
}

/** Allows what Strapi allows a token of the type `read-only`. */
const reading: Grants = { key: 'read', may: (action) => action.endsWith('find') || action.endsWith('findOne') }

/** These tokens may also read administrators, of which this server knows too little. */
function withoutAdministrators({ key, may }: Grants): Grants {
  return {
    key,
    may(action) {
      if (action.startsWith('admin::')) throw forwarded('Strapi shows administrators to this API token')
      return may(action)
    },
  }
}

const hour = 60 * 60 * 1_000
/** API tokens that are known at a time. */
const maximumTokens = 10_000

/**
 * Returns a function that says whether Strapi must get this request of a token, to store the time of its use:
 * once an hour. Strapi 4.26 never stores the first use.
 */
function createUseRecords(now: () => number, version: 4 | 5): (token: StrapiApiToken) => boolean {
  const forwardedAt = new LRUCache<number, number>({ max: maximumTokens })
  return ({ id, lastUsedAt }) => {
    if (lastUsedAt === null ? version === 4 : now() - Date.parse(lastUsedAt) < hour) return false
    const last = forwardedAt.get(id)
    if (last !== undefined && now() - last < hour) return false
    forwardedAt.set(id, now())
    return true
  }
}

const forwarded = (message: string) => new LeftToStrapi('token', message)

const unknownSecret = (name: string) => forwarded(`${name} isn't known here`)

const rejected = () => new ApiError('UnauthorizedError')
