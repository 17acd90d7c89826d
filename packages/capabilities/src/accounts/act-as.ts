import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from '@content-api/core/entries/caller'
import { ApiError } from '@content-api/engine/errors'
import type { ApiToken, Role } from '@content-api/engine/accounts'
import { type AnyDatabase, type RequestSession, untraced } from '@content-api/engine/database'
import type { AccountStore } from './account-store.js'
import type { ListedUser } from './account-tables.js'
import { grantsOfStoredToken } from './api-tokens.js'
import { everything } from './grants.js'
import { callerWith } from './identify.js'
import { signedInUser } from './own-accounts.js'

/** A role, a user, an API token or `everything`. Developers can send requests with its permissions. */
export interface Identity {
  /** `everything`, `public`, `role:<id>`, `user:<id>` or `token:<id>`. */
  readonly name: string
  readonly label: string
  /** The role of a user, or the type of a token. */
  readonly detail: string | null
}

export interface Identities {
  readonly open: boolean
  readonly roles: readonly Identity[]
  readonly users: readonly Identity[]
  readonly tokens: readonly Identity[]
}

export interface ActAs {
  /** Runs a request with the permissions of an identity. Callers must check that a developer sent the request. */
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /**
   * Returns the caller for a request inside `run`. Returns null outside `run`, where the request's
   * credentials apply.
   * @throws ApiError if the identity doesn't exist or its token is expired
   */
  current(session: RequestSession): Promise<Caller> | null
  /** Returns an identity by name. @throws ApiError BadRequestError if it doesn't exist */
  find(name: string): Promise<Identity>
  /** Returns all roles except `public`, all tokens, and the first 200 users. */
  list(): Promise<Identities>
}

interface ActAsOptions {
  readonly database: AnyDatabase
  readonly store: AccountStore
  /** If true, all callers except API tokens have all permissions. */
  readonly open: boolean
}

const maximumUsers = 200

interface FoundIdentity {
  readonly identity: Identity
  readonly caller: (session: RequestSession) => Promise<Caller>
}

/** Lets developers send requests with the permissions of other identities. Only use it in development mode. */
export function createActAs({ database, store, open }: ActAsOptions): ActAs {
  const { tables, apiTokens } = store
  const acting = new AsyncLocalStorage<string>()
  const nameOf: AccountStore['reader']['nameOf'] = (action, type) => store.reader.nameOf(action, type)
  const kinds: Readonly<Record<string, (id: number) => Promise<FoundIdentity | null>>> = {
    async role(id) {
      const role = await tables.findRole(database, id)
      if (!role) return null
      const kind = role.type === 'public' ? 'public' : 'user'
      return {
        identity: identityOfRole(role),
        caller: async (session) => callerWith(await store.grantsOfRole(role), kind, { session, nameOf }),
      }
    },
    async user(id) {
      const user = await tables.findUserById(database, id)
      if (!user || user.blocked) return null
      return {
        identity: identityOfUser(user),
        caller: async (session) => {
          const grants = await store.grantsOfRole({ id: user.roleId, type: user.role })
          return callerWith(grants, 'user', { user: signedInUser(user), session, nameOf })
        },
      }
    },
    async token(id) {
      const token = (await apiTokens.list(database)).find((one) => one.id === id)
      if (!token) return null
      return {
        identity: identityOfToken(token),
        caller: async (session) => callerWith(grantsOfStoredToken(token), 'token', { session, nameOf }),
      }
    },
  }
  const fixed: Readonly<Record<string, FoundIdentity>> = {
    everything: {
      identity: { name: 'everything', label: 'Everything', detail: null },
      caller: async (session) => callerWith(everything, 'token', { session, nameOf }),
    },
    public: {
      identity: { name: 'public', label: 'Public', detail: null },
      caller: async (session) => callerWith(await store.reader.ofPublic(), 'public', { session, nameOf }),
    },
  }
  const find = async (name: string): Promise<FoundIdentity> => {
    if (Object.hasOwn(fixed, name)) return fixed[name] as FoundIdentity
    const [, kind = '', id = ''] = /^(role|user|token):(\d{1,15})$/.exec(name) ?? []
    const found = await kinds[kind]?.(Number(id))
    if (found) return found
    const forms = 'everything, public, role:<id>, user:<id> or token:<id>'
    throw new ApiError('BadRequestError', `There is no identity "${name.slice(0, 100)}". Use ${forms}`)
  }
  return {
    run: (name, work) => acting.run(name, work),
    current(session) {
      const name = acting.getStore()
      return name === undefined ? null : untraced(async () => (await find(name)).caller(session))
    },
    find: async (name) => (await find(name)).identity,
    async list() {
      const [allRoles, users, tokens] = await Promise.all([
        tables.readRoles(database),
        tables.readUsers(database, maximumUsers),
        apiTokens.list(database),
      ])
      return {
        open,
        roles: allRoles.filter(({ type }) => type !== 'public').map(identityOfRole),
        users: users.map(identityOfUser),
        tokens: tokens.map(identityOfToken),
      }
    },
  }
}

const identityOfRole = ({ id, name }: Role): Identity => ({ name: `role:${id}`, label: name, detail: null })

const identityOfUser = (user: ListedUser): Identity => ({
  name: `user:${user.id}`,
  label: user.username ?? user.email ?? `User ${user.id}`,
  detail: user.roleName,
})

const identityOfToken = ({ id, name, type }: ApiToken): Identity => ({ name: `token:${id}`, label: name, detail: type })
