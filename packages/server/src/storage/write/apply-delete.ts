import type { ContentType } from '@content-api/model'
import type { WriteTransaction } from '../database.js'
import { quote } from '../names.js'
import { run } from './bound.js'
import { deleteComponentsOf } from './component-rows.js'
import { forgetMorphTargets } from './morph-links.js'
import { RowLocks } from './row-locks.js'

/**
 * Deletes an entry with its components; foreign keys take its links with it. Its localizations stay.
 * @returns false when there is no such entry
 */
export async function applyDelete(type: ContentType, id: number, tx: WriteTransaction): Promise<boolean> {
  const { table } = tx.layout.schema(type.uid)
  const locks = new RowLocks()
  locks.lockOwners(table, [id])
  const exists = await locks.take(tx)
  if (!exists(table, id)) return false
  await deleteComponentsOf(tx, type, [id])
  await forgetMorphTargets(tx, type.uid, id)
  await run(tx, (builder) => `DELETE FROM ${quote(table)} WHERE "id" = ${builder.bind('id', id)}`)
  return true
}
