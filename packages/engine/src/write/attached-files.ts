import type { Schema } from '@content-api/model'
import type { WriteTransaction } from '../database/database.js'
import { quote } from '../dialects/names.js'
import { idList, runChunked, toId } from './bound.js'
import { holdsComponents, readComponents } from './component-rows.js'

/** Returns the ids of all files in the media attributes of rows, including those in components and dynamic zones. */
export async function attachedFiles(
  tx: WriteTransaction,
  schema: Schema,
  ids: readonly number[],
): Promise<Set<number>> {
  const files = new Set<number>()
  if (ids.length === 0) return files
  const layout = tx.layout.schema(schema.uid)
  for (const [name, attribute] of Object.entries(schema.declared)) {
    if (attribute.type === 'media') {
      const at = layout.link(name)
      if (at.kind === 'column') await addFiles(tx, ids, { table: layout.table, source: 'id', target: at.column }, files)
      if (at.kind === 'join') await addFiles(tx, ids, at, files)
    }
    if (!holdsComponents(attribute)) continue
    const rows = await readComponents(tx, schema, name, attribute, ids)
    for (const uid of new Set(rows.map(({ component }) => component))) {
      const within = rows.flatMap(({ component, id }) => (component === uid ? [id] : []))
      for (const id of await attachedFiles(tx, tx.registry.component(uid), within)) files.add(id)
    }
  }
  return files
}

interface FileColumns {
  readonly table: string
  readonly source: string
  readonly target: string
}

async function addFiles(
  tx: WriteTransaction,
  ids: readonly number[],
  { table, source, target }: FileColumns,
  files: Set<number>,
): Promise<void> {
  const rows = await runChunked(tx, ids, (builder, chunk) => {
    const own = `${quote(source)} IN (${idList(builder, chunk)})`
    return `SELECT ${quote(target)} AS "file" FROM ${quote(table)} WHERE ${own} AND ${quote(target)} IS NOT NULL`
  })
  for (const row of rows) files.add(toId(row['file']))
}
