import { roleType, userType } from '@content-api/engine/plan'
import type { Role } from '@content-api/engine/accounts'
import type { AnyTransaction, Reader } from '@content-api/engine/database'
import { type JsonColumn, readObject, readObjects } from '@content-api/engine/read'
import { lockTexts, quote, rowId, run, type StatementBuilder } from '@content-api/engine/write'
import { newDocumentId } from '../schema/document-id.js'
import { strapiTablesOf } from './tables-of.js'

/** The rows of Strapi 5's roles and of their permissions. */

/** A role, with its members in the order of Strapi's responses. */
type DocumentRole = Role & { readonly documentId: string | null; readonly publishedAt: string | null }

/** The link table of the roles of users. */
function userRoles({ layout }: Pick<Reader, 'layout'>) {
  const link = layout.schema(userType).link('role')
  if (link.kind !== 'join') throw new Error('The roles of Strapi users must be in a link table')
  return { table: quote(link.table), user: quote(link.source), role: quote(link.target) }
}

const rolesOf = ({ layout }: Pick<Reader, 'layout'>) => layout.schema(roleType)

function roleColumns(reader: Reader) {
  const roles = rolesOf(reader)
  const links = userRoles(reader)
  const column = (kind: JsonColumn['kind'], name: string) => ({ kind, sql: `r.${quote(roles.column(name))}` })
  return {
    id: { kind: 'id', sql: `r.${rowId}` },
    documentId: column('text', 'documentId'),
    name: column('text', 'name'),
    description: column('text', 'description'),
    type: column('text', 'type'),
    createdAt: column('datetime', 'createdAt'),
    updatedAt: column('datetime', 'updatedAt'),
    publishedAt: column('datetime', 'publishedAt'),
    nb_users: { kind: 'id', sql: `(SELECT count(*) FROM ${links.table} l WHERE l.${links.role} = r.${rowId})` },
  } as const
}

export const readRoleRows = (reader: Reader): Promise<DocumentRole[]> =>
  readObjects(reader, roleColumns(reader), () => `FROM ${quote(rolesOf(reader).table)} r ORDER BY r.${rowId}`)

export const findRoleRow = (reader: Reader, id: number): Promise<DocumentRole | null> =>
  readObject(
    reader,
    roleColumns(reader),
    (builder) => `FROM ${quote(rolesOf(reader).table)} r WHERE r.${rowId} = ${builder.bind('id', id)}`,
  )

/** Blocks other changes of roles and permissions until the transaction ends. */
export const lockRoles = (tx: AnyTransaction) => lockTexts(tx, ['roles'])

export async function insertRoleRow(
  tx: AnyTransaction,
  { type, name, description }: Pick<Role, 'type' | 'name'> & { readonly description: string },
): Promise<void> {
  await lockRoles(tx)
  const roles = rolesOf(tx)
  const now = new Date().toISOString()
  const texts = { documentId: newDocumentId(), name, description, type }
  const times = { createdAt: now, updatedAt: now, publishedAt: now }
  await run(tx, (builder) => {
    const columns = [...Object.keys(texts), ...Object.keys(times)].map((attribute) => quote(roles.column(attribute)))
    const values = [
      ...Object.values(texts).map((text) => builder.bind('text', text)),
      ...Object.values(times).map((time) => builder.bind('datetime', time)),
    ]
    return `INSERT INTO ${quote(roles.table)} (${columns.join(', ')}) VALUES (${values.join(', ')})`
  })
}

export async function changeRoleRow(
  tx: AnyTransaction,
  id: number,
  change: { readonly name?: string; readonly description?: string },
): Promise<void> {
  const roles = rolesOf(tx)
  await run(tx, (builder) => {
    const set = Object.entries(change).map(
      ([name, text]) => `${quote(roles.column(name))} = ${builder.bind('text', text)}`,
    )
    set.push(`${quote(roles.column('updatedAt'))} = ${builder.bind('datetime', new Date().toISOString())}`)
    return `UPDATE ${quote(roles.table)} SET ${set.join(', ')} WHERE ${rowId} = ${builder.bind('id', id)}`
  })
}

/** Moves the users of one role to another role, or removes their role. */
export async function moveUsersOfRole(tx: AnyTransaction, from: number, to: number | null): Promise<void> {
  const { table, role } = userRoles(tx)
  await run(tx, (builder) => {
    const change = to === null ? `DELETE FROM ${table}` : `UPDATE ${table} SET ${role} = ${builder.bind('id', to)}`
    return `${change} WHERE ${role} = ${builder.bind('id', from)}`
  })
}

export async function deleteRole(tx: AnyTransaction, id: number): Promise<void> {
  const { permissionRoles } = strapiTablesOf(tx.layout)
  const { table, role } = userRoles(tx)
  const remove = (from: string, column: string) =>
    run(tx, (builder) => `DELETE FROM ${from} WHERE ${column} = ${builder.bind('id', id)}`)
  await remove(table, role)
  await remove(permissionRoles.table, permissionRoles.role)
  await remove(quote(rolesOf(tx).table), rowId)
}

interface StoredPermission {
  readonly id: number
  readonly role: number
  readonly action: string | null
  readonly order: number | null
}

/** Replaces the actions that the roles of a type grant. Permissions that stay keep their rows. */
export async function setRolePermissions(tx: AnyTransaction, type: string, actions: readonly string[]): Promise<void> {
  await lockRoles(tx)
  const roles = (await readRoleRows(tx)).filter((role) => role.type === type)
  for (const { id } of roles) await setPermissionsOf(tx, id, new Set(actions))
}

async function setPermissionsOf(tx: AnyTransaction, role: number, wanted: ReadonlySet<string>): Promise<void> {
  const stored = await readPermissionsOf(tx, role)
  for (const { id, action } of stored) if (action === null || !wanted.has(action)) await deletePermission(tx, id)
  const granted = new Set(stored.map(({ action }) => action))
  let order = Math.max(0, ...stored.map((permission) => permission.order ?? 0))
  for (const action of wanted) if (!granted.has(action)) await insertPermission(tx, { role, action, order: ++order })
}

function readPermissionsOf(tx: AnyTransaction, role: number): Promise<StoredPermission[]> {
  const { permissions, permissionRoles } = strapiTablesOf(tx.layout)
  const columns = {
    id: { kind: 'id', sql: `p.${permissions.id}` },
    role: { kind: 'id', sql: `l.${permissionRoles.role}` },
    action: { kind: 'text', sql: `p.${permissions.action}` },
    order: { kind: 'double', sql: `l.${permissionRoles.order}` },
  } as const
  return readObjects<StoredPermission>(tx, columns, (builder: StatementBuilder) => {
    const links = `JOIN ${permissionRoles.table} l ON l.${permissionRoles.permission} = p.${permissions.id}`
    return `FROM ${permissions.table} p ${links} WHERE l.${permissionRoles.role} = ${builder.bind('id', role)}`
  })
}

async function insertPermission(
  tx: AnyTransaction,
  { role, action, order }: { readonly role: number; readonly action: string; readonly order: number },
): Promise<void> {
  const { permissions, permissionRoles, documents } = strapiTablesOf(tx.layout)
  const now = new Date().toISOString()
  const [row] = await run(tx, (builder) => {
    const columns = [permissions.action, documents.documentId, documents.createdAt, documents.updatedAt]
    const values = [
      builder.bind('text', action),
      builder.bind('text', newDocumentId()),
      ...[now, now, now].map((time) => builder.bind('datetime', time)),
    ]
    return `INSERT INTO ${permissions.table} (${[...columns, documents.publishedAt].join(', ')}) VALUES (${values.join(', ')}) RETURNING ${rowId}`
  })
  await run(tx, (builder) => {
    const values = [builder.bind('id', Number(row?.['id'])), builder.bind('id', role), builder.bind('double', order)]
    const { table, permission, role: roleColumn, order: orderColumn } = permissionRoles
    return `INSERT INTO ${table} (${permission}, ${roleColumn}, ${orderColumn}) VALUES (${values.join(', ')})`
  })
}

async function deletePermission(tx: AnyTransaction, id: number): Promise<void> {
  const { permissions, permissionRoles } = strapiTablesOf(tx.layout)
  for (const [table, column] of [
    [permissionRoles.table, permissionRoles.permission],
    [permissions.table, permissions.id],
  ]) {
    await run(tx, (builder) => `DELETE FROM ${table} WHERE ${column} = ${builder.bind('id', id)}`)
  }
}
