import type { AnyTransaction } from '@content-api/engine/database'
import { quote, rowId, run } from '@content-api/engine/write'
import type { Attachment } from '@content-api/capabilities/uploads/file-records'
import { type LinkChange, writeFiles } from '../rows/links.js'
import { tableOf } from '../rows/row.js'
import { mediaOf } from '../rows/schema-links.js'

/** Adds files to a media attribute of one row. Returns false if there is no such row. */
export async function attachToRow(
  tx: AnyTransaction,
  { type, id, name, attribute, files }: Attachment,
): Promise<boolean> {
  const { rowLock } = tx.dialect
  const [row] = await run(
    tx,
    (builder) =>
      `SELECT ${rowId} FROM ${quote(tableOf(tx, type))} WHERE ${rowId} = ${builder.bind('id', id)} ${rowLock}`,
  )
  if (!row) return false
  const media = mediaOf(tx, type).find((each) => each.name === name)
  if (!media) return false
  const partners = files.map((file) => ({ rows: [file], position: { end: true } as const }))
  const isMultiple = attribute.multiple
  // Of several files for one place the last one counts.
  const change: LinkChange = isMultiple
    ? { name, set: null, connect: partners, disconnect: [], strict: false }
    : { name, set: partners.slice(-1), connect: [], disconnect: [], strict: false }
  await writeFiles(tx, { schema: type, id, isNew: false }, media.join, isMultiple, change)
  return true
}
