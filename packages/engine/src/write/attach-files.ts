import type { ContentType } from '@content-api/model'
import type { MediaWrite } from '../plan/write-plan.js'
import type { WriteTransaction } from '../database/database.js'
import { quote } from '../layout/names.js'
import { run, toNumber } from './run.js'
import { versionColumn } from './versions.js'
import { InvolvedRows } from './involved-rows.js'
import { localizationGroup, sharedAttributes, shareValues } from './localizations.js'
import { RowLocks } from './row-locks.js'

/**
 * Adds files to a media attribute: at the position of the first file in a list, or as the replacement of a
 * single file. Values that localizations share are written to all of them.
 *
 * @returns false when the entry doesn't exist
 * @throws ApiError ValidationError for files of a kind that the attribute doesn't allow
 */
export async function attachFiles(
  tx: WriteTransaction,
  type: ContentType,
  id: number,
  write: MediaWrite,
): Promise<boolean> {
  const layout = tx.layout.schema(type.uid)
  const siblings = type.localized ? await localizationGroup(tx, type, id) : [id]
  const locks = new RowLocks()
  const involved = new InvolvedRows(tx, locks)
  locks.lockOwners(layout.table, siblings)
  involved.add(type, id, [write])
  const exists = await locks.take(tx)
  if (!exists(layout.table, id)) return false
  await involved.check(exists, { type, ids: siblings })
  const link = layout.link(write.name)
  const file = link.kind === 'column' ? { [link.column]: write.set.at(-1) ?? null } : {}
  await tx.update(layout.table, [id], { ...file, ...versionColumn(tx, type.uid) })
  if (link.kind === 'join') {
    const place = await firstPlace(tx, link, id)
    const rows = write.set.map((file) => ({ [link.source]: id, [link.target]: file, [link.order]: place }))
    await tx.insertMany(link.table, rows)
  }
  const others = siblings.filter((sibling) => sibling !== id)
  const shared = sharedAttributes(tx, type).filter((name) => name === write.name)
  await shareValues(tx, type, id, others, shared)
  return true
}

/** Returns the position of the first file. Rows with the same position are sorted by file id. */
async function firstPlace(
  tx: WriteTransaction,
  { table, source, order }: { readonly table: string; readonly source: string; readonly order: string },
  id: number,
): Promise<number> {
  const [row] = await run(
    tx,
    (builder) =>
      `SELECT MIN(${quote(order)}) AS "first" FROM ${quote(table)} WHERE ${quote(source)} = ${builder.bind('id', id)}`,
  )
  return toNumber(row?.['first']) ?? 1
}
