import type { Component, Schema } from '@content-api/model'
import { quote, rowId, run } from '@content-api/engine/write'
import { ownedBy } from './links.js'
import { linkColumns, tableOf, type Transaction } from './row.js'
import { allSchemas, type ComponentList, componentListsOf, mediaOf, morphListsOf, relationsOf } from './schema-links.js'

/** A component of a row, with the row of its table. */
export interface StoredComponent {
  readonly id: number
  readonly component: Component
}

/** Returns the components of an attribute in their order. */
export async function storedComponents(
  tx: Transaction,
  owner: number,
  { join }: ComponentList,
): Promise<readonly StoredComponent[]> {
  const rows = await run(tx, (builder) => {
    const columns = `${quote(join.target)} AS "id", ${quote(linkColumns.componentType)} AS "type"`
    const order = join.order === null ? rowId : quote(join.order)
    return `SELECT ${columns} FROM ${quote(join.table)} WHERE ${ownedBy(builder, join, owner)} ORDER BY ${order}, ${rowId}`
  })
  return rows.flatMap((row) => {
    // The model may have lost the component of a stored row.
    const component = tx.registry.components.get(String(row['type']))
    return component ? [{ id: Number(row['id']), component }] : []
  })
}

/** Deletes a row with its components and all links from and to it. */
export async function deleteRow(tx: Transaction, schema: Schema, id: number): Promise<void> {
  for (const list of componentListsOf(tx, schema)) await deleteComponents(tx, id, list)
  for (const { join } of mediaOf(tx, schema)) await deleteLinksOf(tx, id, join)
  for (const { join } of relationsOf(tx, schema)) await deleteWhere(tx, join.table, join.source, id)
  for (const { join } of morphListsOf(tx, schema)) await deleteWhere(tx, join.table, join.source, id)
  if (schema.model === 'contentType') await deleteLinksTo(tx, schema.uid, id)
  await deleteWhere(tx, tableOf(tx, schema), rowId, id)
}

/** Deletes the components of an attribute, and what they contain. */
export async function deleteComponents(tx: Transaction, owner: number, list: ComponentList): Promise<void> {
  for (const { id, component } of await storedComponents(tx, owner, list)) await deleteRow(tx, component, id)
  await deleteLinksOf(tx, owner, list.join)
}

/** Deletes the rows of a table that link an owner with its components or files. */
export async function deleteLinksOf(tx: Transaction, owner: number, join: ComponentList['join']): Promise<void> {
  await run(tx, (builder) => `DELETE FROM ${quote(join.table)} WHERE ${ownedBy(builder, join, owner)}`)
}

async function deleteWhere(tx: Transaction, table: string, column: string, id: number): Promise<void> {
  const name = column === rowId ? column : quote(column)
  await run(tx, (builder) => `DELETE FROM ${quote(table)} WHERE ${name} = ${builder.bind('id', id)}`)
}

async function deleteLinksTo(tx: Transaction, uid: string, id: number): Promise<void> {
  for (const { join } of relationsTo(tx, uid)) await deleteWhere(tx, join.table, join.target, id)
  for (const schema of allSchemas(tx.registry)) {
    for (const { join } of morphListsOf(tx, schema)) {
      await run(tx, (builder) => {
        const where = `${quote(join.type)} = ${builder.bind('text', uid)} AND ${quote(join.target)} = ${builder.bind('id', id)}`
        return `DELETE FROM ${quote(join.table)} WHERE ${where}`
      })
    }
  }
}

/** Returns the relations of all schemas to a type, with the schema that has each. */
export function relationsTo(tx: Transaction, uid: string) {
  return allSchemas(tx.registry).flatMap((schema) =>
    relationsOf(tx, schema).flatMap((relation) => (relation.target.uid === uid ? [{ schema, ...relation }] : [])),
  )
}
