import { type Caller, unrestricted } from '@content-api/core/entries/caller'
import { tooLong } from '@content-api/engine/attributes'
import { ApiError, validationError } from '@content-api/engine/errors'
import {
  insertRole,
  lockRoles,
  readPermissions,
  readRoleTypes,
  type Role,
  setPermissions,
} from '@content-api/engine/accounts'
import type { AnyDatabase, Database, Reader } from '@content-api/engine/database'
import type { AccountTables } from './account-tables.js'
import { authenticatedDefaults, publicDefaults } from './actions.js'
import { isLong, normalForm } from './normal-form.js'

/** The roles that the service requires: for anonymous requests and for registered users. */
export const builtInRoles = ['authenticated', 'public'] as const

const defaults: Readonly<Record<string, { readonly description: string; readonly actions: readonly string[] }>> = {
  authenticated: { description: 'Default role given to authenticated user.', actions: authenticatedDefaults },
  public: { description: 'Default role given to unauthenticated user.', actions: publicDefaults },
}

export const capitalised = (type: string) => `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll(/[-_]/g, ' ')}`

/**
 * Creates missing roles. Gives each role in the configuration its default and configured permissions, and
 * revokes its other permissions.
 */
export async function ensureRoles(
  database: Database,
  configured: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  // Most starts change nothing, so this check runs outside the transaction, for which other writes would wait.
  if ((await missingRoles(database, configured)).length === 0) return
  await database.write(async (transaction) => {
    await lockRoles(transaction)
    for (const { type, isNew, actions } of await missingRoles(transaction, configured)) {
      const description = defaults[type]?.description ?? ''
      if (isNew) await insertRole(transaction, { type, name: capitalised(type), description })
      if (actions) await setPermissions(transaction, type, actions)
    }
  })
}

interface MissingRole {
  readonly type: string
  /** True if the role doesn't exist yet. */
  readonly isNew: boolean
  /** The permissions to set; null: unchanged. */
  readonly actions: readonly string[] | null
}

/** Returns the roles to create or change. */
async function missingRoles(
  reader: Reader,
  configured: Readonly<Record<string, readonly string[]>>,
): Promise<MissingRole[]> {
  const existing = await readRoleTypes(reader)
  const granted = await readPermissions(reader)
  const wanted = new Set([...builtInRoles, ...Object.keys(configured)])
  const roles = [...wanted].map((type): MissingRole => {
    const isNew = !existing.has(type)
    const own = Object.hasOwn(configured, type) ? configured[type] : undefined
    // If an import has deleted a role but not its permissions, the role is created again and has them again.
    if (!own && (!isNew || granted.has(type))) return { type, isNew, actions: null }
    const actions = new Set([...(defaults[type]?.actions ?? []), ...(own ?? [])])
    const now = granted.get(type) ?? []
    const same = now.length === actions.size && now.every((action) => actions.has(action))
    return { type, isNew, actions: same ? null : [...actions] }
  })
  return roles.filter(({ isNew, actions }) => isNew || actions)
}

/** Where roles are stored. */
interface RolesScope {
  readonly database: AnyDatabase
  readonly tables: AccountTables
}

/** @throws ApiError NotFoundError */
export async function readRole({ database, tables }: RolesScope, id: number, reader: Reader = database): Promise<Role> {
  const role = await tables.findRole(reader, id)
  if (!role) throw new ApiError('NotFoundError', 'Role not found')
  return role
}

export interface RoleChange {
  readonly name?: string
  readonly description?: string
  /** All actions of the role after the change; absent: unchanged. */
  readonly actions?: readonly string[]
}

/**
 * @throws ApiError ValidationError for a long name; ApplicationError if the name is taken or contains none of
 * the characters a-z and 0-9
 */
export async function createRole(
  { database, tables }: RolesScope,
  change: RoleChange & { readonly name: string },
): Promise<void> {
  const { name, description = '', actions = [] } = change
  rejectLongName(name)
  const type = typeOf(name)
  await database.write(async (transaction) => {
    const taken = (await tables.readRoles(transaction)).some((role) => role.type === type)
    if (taken || type === '') throw new ApiError('ApplicationError', 'The name of the role is already taken')
    await tables.insertRole(transaction, { type, name, description })
    await tables.setPermissions(transaction, type, actions)
  })
}

/** Returns the type for a role's name: lower-case letters, digits and `_`. */
function typeOf(name: string): string {
  return normalForm(name, 'NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
}

function rejectLongName(name: string): void {
  if (isLong(name)) throw validationError([{ path: ['name'], message: tooLong('name') }])
}

/** @throws ApiError ValidationError; NotFoundError; ForbiddenError for a role with more permissions than the caller */
export async function updateRole(
  scope: RolesScope,
  id: number,
  change: RoleChange,
  caller: Caller = unrestricted,
): Promise<void> {
  const { name, description, actions } = change
  const { database, tables } = scope
  if (name !== undefined) rejectLongName(name)
  await database.write(async (transaction) => {
    const { type } = await readRole(scope, id, transaction)
    await requireAllOf(scope, transaction, type, caller)
    await tables.changeRole(transaction, id, {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    })
    if (actions) await tables.setPermissions(transaction, type, actions)
  })
}

/**
 * Deletes a role. Its users get the role `public`.
 * @throws ApiError NotFoundError; ApplicationError for a role that the service requires; ForbiddenError for a
 * role with more permissions than the caller
 */
export async function deleteRole(scope: RolesScope, id: number, caller: Caller = unrestricted): Promise<void> {
  const { database, tables } = scope
  await database.write(async (transaction) => {
    const { type } = await readRole(scope, id, transaction)
    if ((builtInRoles as readonly string[]).includes(type)) {
      throw new ApiError('ApplicationError', `The role ${type} can't be deleted: the service itself uses it`)
    }
    await requireAllOf(scope, transaction, type, caller)
    const fallback = (await tables.readRoles(transaction)).find((role) => role.type === 'public')
    await tables.moveUsers(transaction, id, fallback?.id ?? null)
    await tables.setPermissions(transaction, type, [])
    await tables.deleteRoleRow(transaction, id)
  })
}

/**
 * Checks that the caller has all permissions of a role: nobody may revoke a permission that they don't have.
 * @throws ApiError ForbiddenError
 */
export async function requireAllOf(
  { tables }: Pick<RolesScope, 'tables'>,
  transaction: Reader,
  role: string,
  caller: Caller,
): Promise<void> {
  const beyond = (await tables.readPermissions(transaction)).get(role)?.some((action) => !caller.may(action))
  if (beyond) throw new ApiError('ForbiddenError', `Forbidden: the role ${role} has more permissions than you`)
}

/** Grants actions to a role and revokes others. Its other permissions don't change. @throws ApiError NotFoundError */
export async function changePermissions(
  { database, tables }: RolesScope,
  role: string,
  { grant = [], revoke = [] }: { readonly grant?: readonly string[]; readonly revoke?: readonly string[] },
): Promise<void> {
  await database.write(async (transaction) => {
    if (!(await tables.readRoles(transaction)).some(({ type }) => type === role)) {
      throw new ApiError('NotFoundError', `There is no role ${role}`)
    }
    const now = new Set((await tables.readPermissions(transaction)).get(role) ?? [])
    for (const action of grant) now.add(action)
    for (const action of revoke) now.delete(action)
    await tables.setPermissions(transaction, role, [...now])
  })
}
