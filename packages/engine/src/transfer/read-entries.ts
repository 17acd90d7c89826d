import type { ContentType } from '@content-api/model'
import type { WriteTransaction } from '../database/database.js'
import { groupColumn } from '../layout/layout.js'
import { quote } from '../dialects/names.js'
import { readAttributes } from './read-attributes.js'
import { readRows } from './read-rows.js'

/** An entry in export format. */
export interface ReadEntry {
  readonly id: number
  /** The id of the first localization; null for that localization itself and for types without locales. */
  readonly localizationOf: number | null
  readonly attributes: Readonly<Record<string, unknown>>
}

/** Makes all later reads of the transaction see the same state of the content. */
export async function readOneState(transaction: WriteTransaction): Promise<void> {
  const { readOneState: sql } = transaction.dialect
  if (sql !== undefined) await transaction.query({ sql, values: [] })
}

/** Returns at most `limit` entries whose id is greater than `after`, ordered by id. */
export async function readEntries(
  transaction: WriteTransaction,
  type: ContentType,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<ReadEntry[]> {
  const rows = await readRows(transaction, type, { after, limit })
  const attributes = await readAttributes(transaction, type, rows)
  return rows.map(({ id, columns }) => {
    const group = type.localized ? columns[groupColumn] : null
    const localizationOf = typeof group === 'number' && group !== id ? group : null
    return { id, localizationOf, attributes: attributes.get(id) ?? {} }
  })
}

export async function countEntries(transaction: WriteTransaction, types: readonly ContentType[]): Promise<number> {
  let total = 0
  for (const { uid } of types) {
    const { table } = transaction.layout.schema(uid)
    const [row] = await transaction.query({ sql: `SELECT count(*) AS total FROM ${quote(table)}`, values: [] })
    total += Number(row?.['total'] ?? 0)
  }
  return total
}
