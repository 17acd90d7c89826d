import type { Attribute, ComponentAttribute, DynamicZoneAttribute, Schema } from '@content-api/model'
import type { WriteTransaction } from '../database/database.js'
import { ownerColumns } from '../layout/layout.js'
import { quote } from '../dialects/names.js'
import type { StatementBuilder } from '../dialects/statement.js'
import { idList, run, runChunked, toId, toNumber } from './bound.js'

export interface ComponentRow {
  /** The component's uid. */
  readonly component: string
  readonly id: number
  readonly owner: number
  readonly position: number
}

type Holder = ComponentAttribute | DynamicZoneAttribute

export function holdsComponents(attribute: Attribute): attribute is Holder {
  return attribute.type === 'component' || attribute.type === 'dynamiczone'
}

/** Returns the uids of the components that an attribute may contain. */
export function componentsOf(attribute: Holder): readonly string[] {
  return attribute.type === 'component' ? [attribute.component] : attribute.components
}

/** Returns the components of rows in one attribute, in order. */
export async function readComponents(
  tx: WriteTransaction,
  schema: Schema,
  name: string,
  attribute: Holder,
  owners: readonly number[],
): Promise<ComponentRow[]> {
  const rows: ComponentRow[] = []
  const { id, position } = ownerColumns
  for (const uid of componentsOf(attribute)) {
    const table = tx.layout.schema(uid).table
    const found = await runChunked(
      tx,
      owners,
      (builder, chunk) =>
        `SELECT "id", ${quote(id)} AS "owner", ${quote(position)} AS "place" FROM ${quote(table)} WHERE ${ownedBy(builder, schema, chunk, name)}`,
    )
    for (const row of found) {
      const place = toNumber(row['place']) ?? 0
      rows.push({ component: uid, id: toId(row['id']), owner: toId(row['owner']), position: place })
    }
  }
  return rows.toSorted((a, b) => a.position - b.position || a.id - b.id)
}

/** Deletes the components of rows, including nested ones. `names` limits this to some attributes. */
export async function deleteComponentsOf(
  tx: WriteTransaction,
  schema: Schema,
  owners: readonly number[],
  names: readonly string[] = Object.keys(schema.declared),
): Promise<void> {
  if (owners.length === 0) return
  for (const name of names) {
    const attribute = schema.declared[name] as Attribute
    if (!holdsComponents(attribute)) continue
    for (const uid of componentsOf(attribute)) await deleteOwned(tx, schema, owners, name, uid)
  }
}

async function deleteOwned(
  tx: WriteTransaction,
  schema: Schema,
  owners: readonly number[],
  name: string,
  uid: string,
): Promise<void> {
  const component = tx.registry.component(uid)
  const table = quote(tx.layout.schema(uid).table)
  if (!Object.values(component.declared).some(holdsComponents)) {
    await runChunked(
      tx,
      owners,
      (builder, chunk) => `DELETE FROM ${table} WHERE ${ownedBy(builder, schema, chunk, name)}`,
    )
    return
  }
  const rows = await runChunked(
    tx,
    owners,
    (builder, chunk) => `SELECT "id" FROM ${table} WHERE ${ownedBy(builder, schema, chunk, name)}`,
  )
  await deleteComponents(
    tx,
    uid,
    rows.map((row) => toId(row['id'])),
  )
}

/** Deletes rows of one component, including nested components. */
export async function deleteComponents(tx: WriteTransaction, uid: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await deleteComponentsOf(tx, tx.registry.component(uid), ids)
  const table = quote(tx.layout.schema(uid).table)
  await runChunked(tx, ids, (builder, chunk) => `DELETE FROM ${table} WHERE "id" IN (${idList(builder, chunk)})`)
}

/** Updates the positions of components that stay. */
export async function placeComponents(
  tx: WriteTransaction,
  rows: readonly (ComponentRow & { readonly to: number })[],
): Promise<void> {
  for (const { component, id, position, to } of rows) {
    if (position === to) continue
    const table = quote(tx.layout.schema(component).table)
    await run(tx, (builder) => {
      const place = `${quote(ownerColumns.position)} = ${builder.bind('double', to)}`
      return `UPDATE ${table} SET ${place} WHERE "id" = ${builder.bind('id', id)}`
    })
  }
}

function ownedBy(builder: StatementBuilder, schema: Schema, owners: readonly number[], name: string): string {
  const type = `${quote(ownerColumns.type)} = ${builder.bind('text', schema.uid)}`
  const field = `${quote(ownerColumns.field)} = ${builder.bind('text', name)}`
  return `${type} AND ${field} AND ${quote(ownerColumns.id)} IN (${idList(builder, owners)})`
}
