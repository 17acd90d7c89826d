import { closest, listed } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import { parseText } from '@content-api/engine/plan'
import type { ApiToken, StoredUser } from '@content-api/engine/accounts'
import { allowEverything } from '@content-api/core/query/plan-context'
import { newSecret } from '@content-api/core/secrets/digest'
import type { Accounts } from './accounts.js'
import { createApiToken, type NewApiToken, revokeApiToken } from './api-tokens.js'
import { actionProblem } from './actions.js'
import { changePermissions } from './roles.js'
import { signOutEverywhere } from './sessions/sessions.js'
import { signJwt } from './jwt.js'

export interface NewUser {
  readonly username: string
  readonly email: string
  /** Generated if absent. */
  readonly password?: string
  /** The type of the user's role; by default the role of registered users. */
  readonly role?: string
  readonly confirmed?: boolean
  readonly blocked?: boolean
}

export interface UserSummary {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly confirmed: boolean | null
  readonly blocked: boolean | null
  readonly role: { readonly type: string } | null
}

export interface RoleSummary {
  readonly type: string
  readonly name: string
  readonly users: number
  readonly permissions: readonly string[]
  /** True if the configuration sets the permissions of the role. */
  readonly configured: boolean
}

/**
 * Operations on accounts by the operator of the service, without permission checks. Users are named by user
 * name or email address, roles by type, API tokens by name.
 */
export interface Administration {
  /** @throws ApiError if a value is invalid, the name or address is taken or the role doesn't exist */
  createUser(user: NewUser): Promise<{ readonly id: number; readonly password: string }>
  listUsers(): Promise<UserSummary[]>
  deleteUser(name: string): Promise<void>
  /** Blocks or unblocks a user. Blocking makes all tokens of the user invalid, even after the user is unblocked. */
  setBlocked(name: string, blocked: boolean): Promise<void>
  /** Ends all sessions of a user, and makes all tokens of the user invalid. The user may sign in again. */
  signOut(name: string): Promise<void>
  /**
   * Sets a password and makes all tokens of the user invalid.
   * @returns the new password, which is generated if absent
   */
  setPassword(name: string, password?: string): Promise<string>
  /** Returns a JWT for the user with this id, like a login. */
  signIn(id: number): Promise<string>
  /** Creates an API token. @returns the token, which can't be read again because only its digest is stored */
  createToken(token: NewApiToken): Promise<string>
  listTokens(): Promise<ApiToken[]>
  revokeToken(name: string): Promise<void>
  listRoles(): Promise<RoleSummary[]>
  /** Returns all actions that can be granted. */
  actions(): string[]
  grant(role: string, actions: readonly string[]): Promise<void>
  revoke(role: string, actions: readonly string[]): Promise<void>
}

export function createAdministration(accounts: Accounts): Administration {
  const { scope, store, configured } = accounts
  const { database, tables, users } = scope
  const tokenStore = { database, tokens: store.apiTokens }
  const userNamed = async (name: string): Promise<StoredUser> => {
    const user = await tables.findUserByIdentifier(database, name)
    if (user) return user
    throw new ApiError('NotFoundError', `There is no user "${name}"`)
  }
  const roleId = async (wanted: string): Promise<number> => {
    const existing = await tables.readRoles(database)
    const role = existing.find(({ type }) => type === wanted)
    if (role) return role.id
    const types = existing.map(({ type }) => type)
    throw new ApiError('NotFoundError', `There is no role "${wanted}"${hint(wanted, types)}`)
  }
  const change = async (role: string, actions: readonly string[], how: 'grant' | 'revoke') => {
    await roleId(role)
    if (configured.has(role)) {
      throw new ApiError(
        'ApplicationError',
        `The configuration sets the permissions of the role ${role}. Change them there`,
      )
    }
    checkActionNames(accounts, how === 'grant' ? actions : [])
    await changePermissions(scope, role, { [how]: actions })
    store.forget()
  }
  return {
    async createUser({ password = newSecret(), role = scope.config.register.role, confirmed = true, ...user }) {
      const values = { ...user, password, confirmed, provider: 'local', role: await roleId(role) }
      return { id: await users.create(values), password }
    },
    listUsers: async () =>
      parseText(await users.list({ populate: ['role'], sort: 'id' }, allowEverything)) as UserSummary[],
    deleteUser: async (name) => users.delete((await userNamed(name)).id),
    setBlocked: async (name, blocked) => users.update((await userNamed(name)).id, { blocked }),
    signOut: async (name) => signOutEverywhere(scope, (await userNamed(name)).id),
    async setPassword(name, password = newSecret()) {
      await users.update((await userNamed(name)).id, { password })
      return password
    },
    async signIn(id) {
      const user = await tables.findUserById(database, id)
      if (!user || user.blocked) throw new ApiError('NotFoundError', `User ${id} doesn't exist or is blocked`)
      return signJwt(scope.jwt, user.id, user.tokensValidFrom)
    },
    async createToken(token) {
      if (token.type === 'custom') checkActionNames(accounts, token.permissions ?? [])
      return createApiToken(tokenStore, token)
    },
    listTokens: async () => [...(await store.apiTokens.list(database))],
    revokeToken: (name) => revokeApiToken(tokenStore, name),
    async listRoles() {
      const permissions = await tables.readPermissions(database)
      return (await tables.readRoles(database)).map(({ type, name, nb_users: users }) => ({
        type,
        name,
        users,
        permissions: permissions.get(type) ?? [],
        configured: configured.has(type),
      }))
    },
    actions: () => [...scope.actions],
    grant: (role, actions) => change(role, actions, 'grant'),
    revoke: (role, actions) => change(role, actions, 'revoke'),
  }
}

function checkActionNames({ scope }: Accounts, actions: readonly string[]): void {
  for (const action of actions) {
    const problem = actionProblem(action, scope.actions)
    if (problem !== null) throw new ApiError('ValidationError', problem)
  }
}

function hint(name: string, candidates: readonly string[]): string {
  const near = closest(name, candidates)
  return near === undefined ? `: there are ${listed(candidates)}` : `. Did you mean "${near}"?`
}
