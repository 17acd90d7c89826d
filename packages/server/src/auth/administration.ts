import { closest } from '@content-api/model'
import { ApiError } from '../errors/api-error.js'
import { allowEverything } from '../query/permissions.js'
import { newSecret } from '../secrets/digest.js'
import { type ApiToken, readApiTokens } from '../storage/accounts/api-tokens.js'
import { readPermissions, readRoles } from '../storage/accounts/roles.js'
import { findUserById, type StoredUser } from '../storage/accounts/users.js'
import type { Accounts } from './accounts.js'
import { createApiToken, type NewApiToken, revokeApiToken } from './api-tokens.js'
import { actionProblem } from './check-actions.js'
import { findUserByIdentifier } from './identifiers.js'
import { listUsers } from './read-users.js'
import { changePermissions } from './roles.js'
import { signedIn } from './sign-in.js'
import { createUser, deleteUser, updateUser } from './users.js'

export interface NewUser {
  readonly username: string
  readonly email: string
  /** Made unless given. */
  readonly password?: string
  /** The type of the user's role; that of people who register unless given. */
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
  /** The configuration says what it may do. */
  readonly configured: boolean
}

/** What whoever runs the service does with accounts, past every permission. Names are users' names or addresses. */
export interface Administration {
  /** @throws ApiError for what a registration would be refused for too */
  createUser(user: NewUser): Promise<{ readonly id: number; readonly password: string }>
  listUsers(): Promise<UserSummary[]>
  deleteUser(name: string): Promise<void>
  /** A blocked user is signed out everywhere, for good. */
  setBlocked(name: string, blocked: boolean): Promise<void>
  /** Signs the user out everywhere. @returns the new password, made unless given */
  setPassword(name: string, password?: string): Promise<string>
  /** A JWT, as if the user had signed in. */
  signIn(id: number): Promise<string>
  /** @returns the token, which is shown once and stored nowhere */
  createToken(token: NewApiToken): Promise<string>
  listTokens(): Promise<ApiToken[]>
  revokeToken(name: string): Promise<void>
  listRoles(): Promise<RoleSummary[]>
  /** Every action that can be granted. */
  actions(): string[]
  grant(role: string, actions: readonly string[]): Promise<void>
  revoke(role: string, actions: readonly string[]): Promise<void>
}

export function createAdministration(accounts: Accounts): Administration {
  const { scope, roles, configured } = accounts
  const { database } = scope
  const named = async (name: string): Promise<StoredUser> => {
    const user = await findUserByIdentifier(database, name)
    if (user) return user
    throw new ApiError('NotFoundError', `There is no user "${name}"`)
  }
  const roleId = async (wanted: string): Promise<number> => {
    const there = await readRoles(database)
    const role = there.find(({ type }) => type === wanted)
    if (role) return role.id
    const types = there.map(({ type }) => type)
    throw new ApiError('NotFoundError', `There is no role "${wanted}"${hint(wanted, types)}`)
  }
  const change = async (role: string, actions: readonly string[], how: 'grant' | 'revoke') => {
    await roleId(role)
    if (configured.has(role)) {
      throw new ApiError('ApplicationError', `The configuration says what the role ${role} may do: change it there`)
    }
    checkActionNames(accounts, how === 'grant' ? actions : [])
    await changePermissions(database, role, { [how]: actions })
    roles.forget()
  }
  return {
    async createUser({ password = newSecret(), role = scope.config.register.role, confirmed = true, ...user }) {
      const given = { ...user, password, confirmed, provider: 'local', role: await roleId(role) }
      return { id: await createUser(scope, given), password }
    },
    listUsers: async () =>
      JSON.parse(await listUsers(scope, { populate: ['role'], sort: 'id' }, allowEverything)) as UserSummary[],
    deleteUser: async (name) => deleteUser(scope, (await named(name)).id),
    setBlocked: async (name, blocked) => updateUser(scope, (await named(name)).id, { blocked }),
    async setPassword(name, password = newSecret()) {
      await updateUser(scope, (await named(name)).id, { password })
      return password
    },
    async signIn(id) {
      const user = await findUserById(database, id)
      if (!user || user.blocked) throw new ApiError('NotFoundError', `There is no user ${id} who may sign in`)
      return signedIn(scope, user).jwt as string
    },
    async createToken(token) {
      if (token.type === 'custom') checkActionNames(accounts, token.permissions ?? [])
      return createApiToken(database, token)
    },
    listTokens: () => readApiTokens(database),
    revokeToken: (name) => revokeApiToken(database, name),
    async listRoles() {
      const permissions = await readPermissions(database)
      return (await readRoles(database)).map(({ type, name, nb_users: users }) => ({
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
  return near === undefined ? `: there are ${candidates.join(', ')}` : `. Did you mean "${near}"?`
}
