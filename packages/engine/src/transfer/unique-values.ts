import type { ContentType } from '@content-api/model'
import { scalarBehaviours } from '../attributes/scalar-behaviours.js'
import type { WriteTransaction } from '../database/database.js'
import { quote } from '../dialects/names.js'
import { readJsonRows } from './read-rows.js'

/** The number of rows that one statement reads. */
const rowsPerQuery = 5_000

/**
 * Returns the ids of entries by their value of an attribute, without null; the first id when several entries
 * have the same value.
 */
export async function readUniqueValues(
  transaction: WriteTransaction,
  type: ContentType,
  name: string,
): Promise<Map<string, number>> {
  const { dialect, layout } = transaction
  const own = layout.schema(type.uid)
  const attribute = type.attributes[name]
  const kind =
    attribute && attribute.type in scalarBehaviours ? scalarBehaviours[attribute.type as 'string'].storage : 'text'
  const columns = [dialect.json('id', quote('id')), dialect.json(kind, quote(own.column(name)))]
  const found = new Map<string, number>()
  let after = 0
  for (;;) {
    const limit = dialect.limit(dialect.placeholder(2), null)
    const clause = `WHERE id > ${dialect.placeholder(1)} ORDER BY id ${limit}`
    const rows = await readJsonRows(transaction, { table: own.table, columns, clause, values: [after, rowsPerQuery] })
    if (rows.length === 0) return found
    for (const [id, value] of rows) {
      after = Number(id)
      // oxlint-disable-next-line typescript/no-base-to-string -- a value of one column is text or a number
      const text = value === null ? null : String(value)
      if (text !== null && !found.has(text)) found.set(text, after)
    }
  }
}
