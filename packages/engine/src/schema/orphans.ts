import type { Schema } from '@content-api/model'
import type { WriteTransaction } from '../database/database.js'
import { ownerColumns } from '../layout/layout.js'
import { quote } from '../dialects/names.js'
import { type OwnedField, wantedRecord } from './record.js'

/**
 * Deletes the remains of removed attributes and types: component rows without an attribute or owner, and
 * links to entries of removed types. Foreign keys can't do this, since these rows store the type of their
 * owner or target as text.
 */
export async function deleteOrphans(transaction: WriteTransaction): Promise<void> {
  const { schemas, owned } = wantedRecord(transaction)
  const tables = new Map(schemas.map(({ uid, table }) => [uid, table]))
  for (const { uid } of transaction.registry.components.values()) {
    await deleteWithoutPlace(transaction, transaction.layout.schema(uid).table, owned)
  }
  // Deleting a component row leaves the components inside it without an owner.
  let removed = 1
  while (removed > 0) {
    removed = 0
    for (const { owner, table } of owned) {
      const ownerTable = tables.get(owner)
      if (ownerTable !== undefined) removed += await deleteWithoutOwner(transaction, table, owner, ownerTable)
    }
  }
  await cutMorphLinks(transaction)
}

async function deleteWithoutPlace(transaction: WriteTransaction, table: string, owned: readonly OwnedField[]) {
  const places = owned.filter((place) => place.table === table)
  const values = places.flatMap(({ owner, field }) => [owner, field])
  const { dialect } = transaction
  const conditions = places.map(
    (_, index) =>
      `(${quote(ownerColumns.type)} = ${dialect.placeholder(2 * index + 1)} AND ${quote(ownerColumns.field)} = ${dialect.placeholder(2 * index + 2)})`,
  )
  const where = conditions.length > 0 ? ` WHERE NOT (${conditions.join(' OR ')})` : ''
  await transaction.query({ sql: `DELETE FROM ${quote(table)}${where}`, values })
}

async function deleteWithoutOwner(transaction: WriteTransaction, table: string, owner: string, ownerTable: string) {
  const removed = await transaction.query({
    sql: `DELETE FROM ${quote(table)} WHERE ${quote(ownerColumns.type)} = ${transaction.dialect.placeholder(1)}
      AND ${quote(ownerColumns.id)} NOT IN (SELECT ${quote('id')} FROM ${quote(ownerTable)}) RETURNING ${quote('id')}`,
    values: [owner],
  })
  return removed.length
}

async function cutMorphLinks(transaction: WriteTransaction): Promise<void> {
  const { registry, layout, dialect } = transaction
  const uids = [...registry.contentTypes.keys()]
  const known = uids.map((_, index) => dialect.placeholder(index + 1)).join(', ')
  const schemas: Schema[] = [...registry.contentTypes.values(), ...registry.components.values()]
  for (const schema of schemas) {
    for (const [name, attribute] of Object.entries(schema.attributes)) {
      if (attribute.type !== 'relation') continue
      const link = layout.schema(schema.uid).link(name)
      if (link.kind !== 'morph' && link.kind !== 'morphJoin') continue
      const gone = `${quote(link.type)} NOT IN (${known})`
      const sql =
        link.kind === 'morph'
          ? `UPDATE ${quote(layout.schema(schema.uid).table)} SET ${quote(link.id)} = NULL, ${quote(link.type)} = NULL WHERE ${gone}`
          : `DELETE FROM ${quote(link.table)} WHERE ${gone}`
      await transaction.query({ sql, values: uids })
    }
  }
}
