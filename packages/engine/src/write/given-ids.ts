import type { ContentType } from '@content-api/model'
import { validationError } from '../errors/api-error.js'
import type { WriteTransaction } from '../database/database.js'
import { rowId } from '../layout/columns.js'
import { quote } from '../layout/names.js'
import { run } from './run.js'

/**
 * Claims an id that code of the project chose: later entries get ids after it. Called before the row is
 * inserted, because transactions that lock the table after their inserts would wait for each other.
 * @throws ApiError ValidationError if an entry has this id
 */
export async function claimId(tx: WriteTransaction, type: ContentType, id: number): Promise<void> {
  const { table } = tx.layout.schema(type.uid)
  for (const sql of tx.dialect.continueIdsAfter?.(table, id) ?? []) await run(tx, () => sql)
  const rows = await run(
    tx,
    (builder) => `SELECT 1 AS "taken" FROM ${quote(table)} WHERE ${rowId} = ${builder.bind('id', id)}`,
  )
  if (rows.length === 0) return
  throw validationError([{ path: ['id'], message: `id ${id} is already the id of another entry of ${type.uid}` }])
}
