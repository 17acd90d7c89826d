import type { WriteTransaction } from '../../storage/database.js'
import { quote } from '../../storage/names.js'

/** Deletes every row of content: what points at others first, so that nothing is left to be set to NULL. */
export async function emptyTables(transaction: WriteTransaction): Promise<void> {
  const { layout, registry } = transaction
  const entryTables = new Set([...registry.contentTypes.values()].map(({ collectionName }) => collectionName))
  const tables = layout.tables.toSorted((a, b) => Number(entryTables.has(a.name)) - Number(entryTables.has(b.name)))
  for (const { name } of tables) await transaction.query({ sql: `DELETE FROM ${quote(name)}`, values: [] })
}
