import type { ContentType } from '@content-api/model'
import { validationError } from '../errors/api-error.js'
import type { WriteTransaction } from '../database/database.js'
import { rowId } from '../layout/columns.js'
import { quote } from '../layout/names.js'
import { run } from './run.js'

/** @throws ApiError ValidationError if an entry has this id */
export async function requireFreeId(tx: WriteTransaction, type: ContentType, id: number): Promise<void> {
  const { table } = tx.layout.schema(type.uid)
  const rows = await run(
    tx,
    (builder) => `SELECT 1 AS "taken" FROM ${quote(table)} WHERE ${rowId} = ${builder.bind('id', id)}`,
  )
  if (rows.length === 0) return
  throw validationError([{ path: ['id'], message: `id ${id} is already the id of another entry of ${type.uid}` }])
}

/** Makes the next entries get ids after this one, which code of the project chose. */
export async function continueIdsAfter(tx: WriteTransaction, type: ContentType, id: number): Promise<void> {
  const { dialect } = tx
  const { table } = tx.layout.schema(type.uid)
  if (!dialect.continueIdsAfter) return
  for (const sql of dialect.continueIdsAfter(table, id)) await run(tx, () => sql)
}
