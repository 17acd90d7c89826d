import { type Caller, unrestricted } from '../entries/caller.js'
import type { EntryLine } from '../entries/transfer/entry-line.js'
import type { Line, Lines } from '../entries/transfer/import-entries.js'
import { ApiError } from '../errors/api-error.js'
import { roleType } from '../query/account-types.js'
import {
  changeRole,
  deleteRoleRow,
  findRole,
  insertRole,
  lockRoles,
  moveUsers,
  readPermissions,
  readRoles,
  readRoleTypes,
  type Role,
  setPermissions,
} from '../storage/accounts/roles.js'
import type { Database, Reader } from '../storage/database.js'
import { authenticatedDefaults, publicDefaults } from './actions.js'

/** Roles that the service itself relies on: nobody signed in, and everybody who registers. */
export const lastingRoles = ['authenticated', 'public'] as const

const defaults: Readonly<Record<string, { readonly description: string; readonly actions: readonly string[] }>> = {
  authenticated: { description: 'Default role given to authenticated user.', actions: authenticatedDefaults },
  public: { description: 'Default role given to unauthenticated user.', actions: publicDefaults },
}

const capitalised = (type: string) => `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll(/[-_]/g, ' ')}`

/**
 * Makes the roles that must be there, and gives those that the configuration names what it says: what was granted to them in
 * another way is taken back.
 */
export async function ensureRoles(
  database: Database,
  configured: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  // Most starts find everything as it should be: they look, and hold up nobody.
  if ((await missingRoles(database, configured)).length === 0) return
  await database.write(async (transaction) => {
    await lockRoles(transaction)
    for (const { type, fresh, actions } of await missingRoles(transaction, configured)) {
      const description = defaults[type]?.description ?? ''
      if (fresh) await insertRole(transaction, { type, name: capitalised(type), description })
      if (actions) await setPermissions(transaction, type, actions)
    }
  })
}

interface MissingRole {
  readonly type: string
  /** There is no such role yet. */
  readonly fresh: boolean
  /** All that it shall grant; null: what it grants already. */
  readonly actions: readonly string[] | null
}

/** What has to be made or changed. */
async function missingRoles(
  reader: Reader,
  configured: Readonly<Record<string, readonly string[]>>,
): Promise<MissingRole[]> {
  const there = await readRoleTypes(reader)
  const granted = await readPermissions(reader)
  const wanted = new Set([...lastingRoles, ...Object.keys(configured)])
  const roles = [...wanted].map((type): MissingRole => {
    const fresh = !there.has(type)
    const given = Object.hasOwn(configured, type) ? configured[type] : undefined
    // A role that an import has taken away and this brings back keeps what it granted.
    if (!given && (!fresh || granted.has(type))) return { type, fresh, actions: null }
    const actions = new Set([...(defaults[type]?.actions ?? []), ...(given ?? [])])
    const now = granted.get(type) ?? []
    const same = now.length === actions.size && now.every((action) => actions.has(action))
    return { type, fresh, actions: same ? null : [...actions] }
  })
  return roles.filter(({ fresh, actions }) => fresh || actions)
}

/** @throws ApiError NotFoundError */
export async function readRole(reader: Reader, id: number): Promise<Role> {
  const role = await findRole(reader, id)
  if (!role) throw new ApiError('NotFoundError', 'Role not found')
  return role
}

export interface RoleChange {
  readonly name?: string
  readonly description?: string
  /** Every action that it shall grant; absent: what it grants already. */
  readonly actions?: readonly string[]
}

/** @throws ApiError ApplicationError for a name that is taken */
export async function createRole(database: Database, change: RoleChange & { readonly name: string }): Promise<void> {
  const { name, description = '', actions = [] } = change
  const type = typeOf(name)
  await database.write(async (transaction) => {
    const taken = (await readRoles(transaction)).some((role) => role.type === type)
    if (taken || type === '') throw new ApiError('ApplicationError', 'The name of the role is already taken')
    await insertRole(transaction, { type, name, description })
    await setPermissions(transaction, type, actions)
  })
}

/** A role's type: its name in small letters, digits and `_`. */
function typeOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
}

/** @throws ApiError NotFoundError; ForbiddenError for a role that may do more than the caller */
export async function updateRole(
  database: Database,
  id: number,
  change: RoleChange,
  caller: Caller = unrestricted,
): Promise<void> {
  const { name, description, actions } = change
  await database.write(async (transaction) => {
    const { type } = await readRole(transaction, id)
    await requireAllOf(transaction, type, caller)
    await changeRole(transaction, id, {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    })
    if (actions) await setPermissions(transaction, type, actions)
  })
}

/**
 * Deletes a role; its users keep what the public may.
 * @throws ApiError NotFoundError, ApplicationError for a role that the service relies on; ForbiddenError for a role that may
 * do more than the caller
 */
export async function deleteRole(database: Database, id: number, caller: Caller = unrestricted): Promise<void> {
  await database.write(async (transaction) => {
    const { type } = await readRole(transaction, id)
    if ((lastingRoles as readonly string[]).includes(type)) {
      throw new ApiError('ApplicationError', `The role ${type} can't be deleted: the service itself uses it`)
    }
    await requireAllOf(transaction, type, caller)
    const fallback = (await readRoles(transaction)).find((role) => role.type === 'public')
    await moveUsers(transaction, id, fallback?.id ?? null)
    await setPermissions(transaction, type, [])
    await deleteRoleRow(transaction, id)
  })
}

/** Who takes a permission away needs it, as who grants it does. @throws ApiError ForbiddenError */
async function requireAllOf(transaction: Reader, role: string, caller: Caller): Promise<void> {
  const beyond = (await readPermissions(transaction)).get(role)?.some((action) => !caller.may(action))
  if (beyond) throw new ApiError('ForbiddenError', `Forbidden: the role ${role} may more than you`)
}

/** Grants a role actions and takes others back, whatever else it grants. @throws ApiError NotFoundError */
export async function changePermissions(
  database: Database,
  role: string,
  { grant = [], revoke = [] }: { readonly grant?: readonly string[]; readonly revoke?: readonly string[] },
): Promise<void> {
  await database.write(async (transaction) => {
    if (!(await readRoles(transaction)).some(({ type }) => type === role)) {
      throw new ApiError('NotFoundError', `There is no role ${role}`)
    }
    const now = new Set((await readPermissions(transaction)).get(role) ?? [])
    for (const action of grant) now.add(action)
    for (const action of revoke) now.delete(action)
    await setPermissions(transaction, role, [...now])
  })
}

/**
 * The lines without the roles that every service makes itself and that are there under the same id: an export can be read
 * into a new database. They come as empty lines, so that the others keep their numbers.
 */
export async function* withoutKnownRoles(lines: Lines, there: readonly Role[]): AsyncGenerator<Line> {
  const known = new Map(there.filter(isLasting).map(({ id, type }) => [id, type]))
  for await (const line of lines) yield isKnown(line, known) ? '' : line
}

const isLasting = ({ type }: Role) => (lastingRoles as readonly string[]).includes(type)

function isKnown(line: Line, known: ReadonlyMap<number, string>): boolean {
  // Most lines are of other types: they are read once, by the import.
  if (typeof line === 'string' && !line.includes(roleType)) return false
  try {
    const { type, id, attributes } = (typeof line === 'string' ? JSON.parse(line) : line) as EntryLine
    return type === roleType && known.has(id) && known.get(id) === attributes['type']
  } catch {
    return false
  }
}
