import type { ContentType } from '@content-api/model'
import type { WriteTransaction } from '../database/database.js'
import { quote } from '../dialects/names.js'
import { run } from './bound.js'
import { deleteComponentsOf } from './component-rows.js'
import { deleteMorphLinksTo } from './morph-links.js'
import { RowLocks } from './row-locks.js'

/**
 * Deletes an entry with its components. Foreign keys delete its links. Its localizations stay.
 *
 * @returns false when the entry doesn't exist
 */
export async function applyDelete(type: ContentType, id: number, tx: WriteTransaction): Promise<boolean> {
  const { table } = tx.layout.schema(type.uid)
  const locks = new RowLocks()
  locks.lockOwners(table, [id])
  const exists = await locks.take(tx)
  if (!exists(table, id)) return false
  await deleteComponentsOf(tx, type, [id])
  await deleteMorphLinksTo(tx, type.uid, id)
  await run(tx, (builder) => `DELETE FROM ${quote(table)} WHERE "id" = ${builder.bind('id', id)}`)
  return true
}
