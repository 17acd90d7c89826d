import type { Row, WriteTransaction } from '../database.js'
import { quote } from '../names.js'
import { run } from './bound.js'

/** Columns of the row with this id, as they lie in the database; undefined when there is none. */
export async function readRow(
  tx: WriteTransaction,
  table: string,
  id: number,
  columns: readonly string[],
): Promise<Row | undefined> {
  const [row] = await run(
    tx,
    (builder) => `SELECT ${columns.map(quote).join(', ')} FROM ${quote(table)} WHERE "id" = ${builder.bind('id', id)}`,
  )
  return row
}
