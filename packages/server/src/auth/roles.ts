import { type Caller, unrestricted } from '../entries/caller.js'
import { ApiError } from '../errors/api-error.js'
import { applyDelete } from '../storage/write/apply-delete.js'
import type { Database, WriteTransaction } from '../storage/database.js'
import { quote } from '../storage/names.js'
import { readObject, readObjects, selectObject, selectObjects } from '../storage/select-json.js'
import { StatementBuilder } from '../storage/statement.js'
import { oneAtATime } from '../storage/write/one-at-a-time.js'
import { rolePermissions, roleType, userType } from '../storage/system-tables.js'
import { authenticatedDefaults, publicDefaults } from './actions.js'
import type { RolePermissions } from './role-grants.js'
import type { Tables } from './user-store.js'

export interface Role {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly type: string
  readonly createdAt: string
  readonly updatedAt: string
  /** How many users have it, under the name that clients know. */
  readonly nb_users: number
}

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
    // Two servers that start at once would each find none and make them.
    await oneAtATime(transaction, ['roles'])
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
  tables: Tables,
  configured: Readonly<Record<string, readonly string[]>>,
): Promise<MissingRole[]> {
  const there = await readRoleTypes(tables)
  const granted = await readPermissions(tables)
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

async function insertRole(
  transaction: WriteTransaction,
  { type, name, description }: { type: string; name: string; description: string },
): Promise<void> {
  const now = new Date().toISOString()
  const { table } = transaction.layout.schema(roleType)
  await transaction.insert(table, { name, description, type, createdAt: now, updatedAt: now })
}

async function setPermissions(transaction: WriteTransaction, role: string, actions: readonly string[]): Promise<void> {
  const builder = new StatementBuilder(transaction.dialect)
  const where = `WHERE "role" = ${builder.bind('text', role)}`
  await transaction.query(builder.finish(`DELETE FROM ${quote(rolePermissions)} ${where}`))
  const rows = [...new Set(actions)].map((action) => ({ role, action }))
  if (rows.length > 0) await transaction.insertMany(rolePermissions, rows)
}

export function readRoles(tables: Tables): Promise<Role[]> {
  return readObjects<Role>(
    tables,
    selectObjects(tables.dialect, roleColumns(tables), () => `${fromRoles(tables)} ORDER BY r."id"`),
  )
}

/** Without counting the users of each. */
async function readRoleTypes(tables: Tables): Promise<ReadonlySet<string>> {
  const { type } = roleColumns(tables)
  const rows = await readObjects<{ type: string }>(
    tables,
    selectObjects(tables.dialect, { type }, () => fromRoles(tables)),
  )
  return new Set(rows.map((role) => role.type))
}

/** @throws ApiError NotFoundError */
export async function readRole(tables: Tables, id: number): Promise<Role> {
  const where = (builder: StatementBuilder) => `${fromRoles(tables)} WHERE r."id" = ${builder.bind('id', id)}`
  const role = await readObject<Role>(tables, selectObject(tables.dialect, roleColumns(tables), where))
  if (!role) throw new ApiError('NotFoundError', 'Role not found')
  return role
}

const fromRoles = ({ layout }: Tables) => `FROM ${quote(layout.schema(roleType).table)} r`

function roleColumns({ layout }: Tables) {
  const users = layout.schema(userType)
  const own = users.link('role')
  if (own.kind !== 'column') throw new Error('The role of a user must be a column')
  const attribute = (name: string) => `r.${quote(layout.schema(roleType).column(name))}`
  return {
    id: { kind: 'id', sql: attribute('id') },
    name: { kind: 'text', sql: attribute('name') },
    description: { kind: 'text', sql: attribute('description') },
    type: { kind: 'text', sql: attribute('type') },
    createdAt: { kind: 'datetime', sql: attribute('createdAt') },
    updatedAt: { kind: 'datetime', sql: attribute('updatedAt') },
    nb_users: {
      kind: 'id',
      sql: `(SELECT count(*) FROM ${quote(users.table)} u WHERE u.${quote(own.column)} = r."id")`,
    },
  } as const
}

export async function readPermissions(tables: Tables): Promise<RolePermissions> {
  const columns = { role: { kind: 'text', sql: '"role"' }, action: { kind: 'text', sql: '"action"' } } as const
  const from = () => `FROM ${quote(rolePermissions)} ORDER BY "role", "action"`
  const rows = await readObjects<{ role: string; action: string }>(tables, selectObjects(tables.dialect, columns, from))
  const byRole = new Map<string, string[]>()
  for (const { role, action } of rows) {
    const actions = byRole.get(role)
    if (actions) actions.push(action)
    else byRole.set(role, [action])
  }
  return byRole
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
    const now = new Date().toISOString()
    await transaction.update(transaction.layout.schema(roleType).table, id, {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      updatedAt: now,
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
    await moveUsers(transaction, id)
    await setPermissions(transaction, type, [])
    await applyDelete(transaction.registry.contentType(roleType), id, transaction)
  })
}

/** Who takes a permission away needs it, as who grants it does. @throws ApiError ForbiddenError */
async function requireAllOf(transaction: WriteTransaction, role: string, caller: Caller): Promise<void> {
  const beyond = (await readPermissions(transaction)).get(role)?.some((action) => !caller.may(action))
  if (beyond) throw new ApiError('ForbiddenError', `Forbidden: the role ${role} may more than you`)
}

async function moveUsers(transaction: WriteTransaction, from: number): Promise<void> {
  const users = transaction.layout.schema(userType)
  const link = users.link('role')
  if (link.kind !== 'column') return
  const to = (await readRoles(transaction)).find(({ type }) => type === 'public')
  const builder = new StatementBuilder(transaction.dialect)
  const column = quote(link.column)
  const [set, where] = [builder.bind('id', to?.id ?? null), builder.bind('id', from)]
  await transaction.query(
    builder.finish(`UPDATE ${quote(users.table)} SET ${column} = ${set} WHERE ${column} = ${where}`),
  )
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
