import { rowId } from '../layout/columns.js'
import { roleType, userType } from '../plan/link-target.js'
import type { Reader, WriteTransaction } from '../database/database.js'
import { quote } from '../layout/names.js'
import type { StatementBuilder } from '../dialects/statement.js'
import { quotedColumns, rolePermissions } from '../layout/system-tables.js'
import { readObject, readObjects } from '../read/json-text.js'
import { applyDelete } from '../write/apply.js'
import { run } from '../write/run.js'
import { lockTexts } from '../write/row-locks.js'

export interface Role {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly type: string
  readonly createdAt: string
  readonly updatedAt: string
  /** The number of users with this role. Responses use the same name, as in Strapi. */
  readonly nb_users: number
}

/** The actions of each role, by the role's type. */
export type RolePermissions = ReadonlyMap<string, readonly string[]>

export function readRoles(reader: Reader): Promise<Role[]> {
  return readObjects<Role>(reader, roleColumns(reader), () => `${fromRoles(reader)} ORDER BY r.${rowId}`)
}

/** Returns the types of all roles. It takes less time than `readRoles`, which also counts users. */
export async function readRoleTypes(reader: Reader): Promise<ReadonlySet<string>> {
  const { type } = roleColumns(reader)
  const rows = await readObjects<{ type: string }>(reader, { type }, () => fromRoles(reader))
  return new Set(rows.map((role) => role.type))
}

export function findRole(reader: Reader, id: number): Promise<Role | null> {
  const from = (builder: StatementBuilder) => `${fromRoles(reader)} WHERE r.${rowId} = ${builder.bind('id', id)}`
  return readObject<Role>(reader, roleColumns(reader), from)
}

const fromRoles = ({ layout }: Reader) => `FROM ${quote(layout.schema(roleType).table)} r`

function roleColumns(reader: Reader) {
  const { users, role } = roleOfUsers(reader)
  const attribute = (name: string) => `r.${quote(reader.layout.schema(roleType).column(name))}`
  return {
    id: { kind: 'id', sql: attribute('id') },
    name: { kind: 'text', sql: attribute('name') },
    description: { kind: 'text', sql: attribute('description') },
    type: { kind: 'text', sql: attribute('type') },
    createdAt: { kind: 'datetime', sql: attribute('createdAt') },
    updatedAt: { kind: 'datetime', sql: attribute('updatedAt') },
    nb_users: { kind: 'id', sql: `(SELECT count(*) FROM ${users} u WHERE u.${role} = r.${rowId})` },
  } as const
}

/** Returns the quoted names of the users table and of its column with the role's id. */
function roleOfUsers({ layout }: Pick<Reader, 'layout'>): { readonly users: string; readonly role: string } {
  const users = layout.schema(userType)
  const link = users.link('role')
  if (link.kind !== 'column') throw new Error('The role of a user must be a column')
  return { users: quote(users.table), role: quote(link.column) }
}

export async function readPermissions(reader: Reader): Promise<RolePermissions> {
  const { role, action } = permissionColumns
  const from = () => `FROM ${quote(rolePermissions)} ORDER BY ${role.sql}, ${action.sql}`
  const rows = await readObjects<{ role: string; action: string }>(reader, { role, action }, from)
  const byRole = new Map<string, string[]>()
  for (const { role, action } of rows) {
    const actions = byRole.get(role)
    if (actions) actions.push(action)
    else byRole.set(role, [action])
  }
  return byRole
}

/**
 * Blocks other transactions that call this until the current one ends. So only one of several starting
 * servers creates the roles.
 */
export async function lockRoles(transaction: WriteTransaction): Promise<void> {
  await lockTexts(transaction, ['roles'])
}

export async function insertRole(
  transaction: WriteTransaction,
  role: { readonly type: string; readonly name: string; readonly description: string },
): Promise<void> {
  const now = new Date().toISOString()
  const { table } = transaction.layout.schema(roleType)
  await transaction.insert(table, { ...role, createdAt: now, updatedAt: now })
}

export async function changeRole(
  transaction: WriteTransaction,
  id: number,
  change: { readonly name?: string; readonly description?: string },
): Promise<void> {
  const updatedAt = new Date().toISOString()
  await transaction.update(transaction.layout.schema(roleType).table, [id], { ...change, updatedAt })
}

/** Replaces the actions that a role grants. */
export async function setPermissions(
  transaction: WriteTransaction,
  role: string,
  actions: readonly string[],
): Promise<void> {
  await run(
    transaction,
    (builder) => `DELETE FROM ${quote(rolePermissions)} WHERE ${permission.role} = ${builder.bind('text', role)}`,
  )
  const rows = [...new Set(actions)].map((action) => ({ role, action }))
  if (rows.length > 0) await transaction.insertMany(rolePermissions, rows)
}

/** Moves the users of one role to another role, or removes their role. */
export async function moveUsers(transaction: WriteTransaction, from: number, to: number | null): Promise<void> {
  const { users, role } = roleOfUsers(transaction)
  await run(transaction, (builder) => {
    const [set, where] = [builder.bind('id', to), builder.bind('id', from)]
    return `UPDATE ${users} SET ${role} = ${set} WHERE ${role} = ${where}`
  })
}

export async function deleteRoleRow(transaction: WriteTransaction, id: number): Promise<void> {
  await applyDelete(transaction.registry.contentType(roleType), id, transaction)
}

/** A permission: an action that a role grants. */
export interface PermissionRow {
  readonly id: number
  /** The type of the role. */
  readonly role: string
  readonly action: string
}

const permission = quotedColumns(rolePermissions, 'role', 'action')

const permissionColumns = {
  id: { kind: 'id', sql: rowId },
  role: { kind: 'text', sql: permission.role },
  action: { kind: 'text', sql: permission.action },
} as const

export function readPermissionRows(reader: Reader): Promise<PermissionRow[]> {
  const from = () => `FROM ${quote(rolePermissions)} ORDER BY ${rowId}`
  return readObjects<PermissionRow>(reader, permissionColumns, from)
}

/** Grants an action to a role. Returns the id of the permission, which may exist already. */
export async function insertPermission(transaction: WriteTransaction, role: string, action: string): Promise<number> {
  await lockRoles(transaction)
  const existing = await readObject<PermissionRow>(
    transaction,
    permissionColumns,
    (builder) =>
      `FROM ${quote(rolePermissions)} WHERE ${permission.role} = ${builder.bind('text', role)} AND ${permission.action} = ${builder.bind('text', action)}`,
  )
  return existing?.id ?? (await transaction.insert(rolePermissions, { role, action })).id
}

export async function deletePermission(transaction: WriteTransaction, id: number): Promise<void> {
  await run(
    transaction,
    (builder) => `DELETE FROM ${quote(rolePermissions)} WHERE ${rowId} = ${builder.bind('id', id)}`,
  )
}
