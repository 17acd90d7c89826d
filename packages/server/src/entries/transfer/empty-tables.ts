import type { WriteTransaction } from '../../storage/database.js'
import { quote } from '../../storage/names.js'
import { systemTables } from '../../storage/system-tables.js'

/** Deletes every row of content and nothing of the service's own: what points at others first, so that nothing is left to be set to NULL. */
export async function emptyTables(transaction: WriteTransaction): Promise<void> {
  const { layout, registry } = transaction
  const entryTables = new Set([...registry.contentTypes.values()].map(({ collectionName }) => collectionName))
  const content = layout.tables.filter((table) => !systemTables.includes(table))
  const tables = content.toSorted((a, b) => Number(entryTables.has(a.name)) - Number(entryTables.has(b.name)))
  for (const { name } of tables) await transaction.query({ sql: `DELETE FROM ${quote(name)}`, values: [] })
}
