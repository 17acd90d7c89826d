import type { Component } from '@content-api/model'
import { quote, rowId, run } from '@content-api/engine/write'
import { ownedBy } from './links.js'
import { linkColumns, type Transaction } from './row.js'
import type { ComponentList } from './schema-links.js'

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
