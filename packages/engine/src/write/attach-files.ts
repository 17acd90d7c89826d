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
    let place = await firstPlace(tx, link, id)
    const rows = write.set.map((file, index) => {
      place = placeAfter(place, file, write.set[index - 1])
      return { [link.source]: id, [link.target]: file, [link.order]: place.last }
    })
    await tx.insertMany(link.table, rows)
  }
  const others = siblings.filter((sibling) => sibling !== id)
  const shared = sharedAttributes(tx, type).filter((name) => name === write.name)
  await shareValues(tx, type, id, others, shared)
  return true
}

/** The position of the first file of a list, and that of the last one that was uploaded to the same place. */
interface Place {
  readonly first: number
  readonly last: number
}

/**
 * Returns the place after another file is added to it. Rows with the same position are sorted by file id, so the
 * position grows if the id doesn't. It stays below the second position of the list.
 */
function placeAfter({ first, last }: Place, file: number, previous = 0): Place {
  // The step is a small part of the gap, so that the gap is enough for thousands of steps.
  return { first, last: file > previous ? last : last + (first + 1 - last) / 1024 }
}

async function firstPlace(
  tx: WriteTransaction,
  { table, source, order }: { readonly table: string; readonly source: string; readonly order: string },
  id: number,
): Promise<Place> {
  const [row] = await run(tx, (builder) => {
    const rows = () => `FROM ${quote(table)} WHERE ${quote(source)} = ${builder.bind('id', id)}`
    const place = quote(order)
    return `SELECT MIN(${place}) AS "first", MAX(${place}) AS "last" ${rows()} AND ${place} < (SELECT MIN(${place}) + 1 ${rows()})`
  })
  const first = toNumber(row?.['first']) ?? 1
  return { first, last: toNumber(row?.['last']) ?? first }
}
