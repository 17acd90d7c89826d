import type { ContentType } from '@content-api/model'
import type { Database, WriteTransaction } from '../../storage/database.js'
import { groupColumn } from '../../storage/layout.js'
import { quote } from '../../storage/names.js'
import type { EntryLine } from './entry-line.js'
import { once } from './once.js'
import { readAttributes } from './read-attributes.js'
import { readRows } from './read-rows.js'

export interface ExportOptions {
  /** Told now and then how many of all entries have been written. */
  readonly onProgress?: (entries: number, total: number) => void
}

/** Entries that are read at once. */
const entriesPerRead = 500

/**
 * Writes every entry of every type as a line of JSON (`EntryLine`), in an order in which most of what an entry points at
 * stands before it. It is one state of the content: writes wait until the export is done.
 */
export async function exportEntries(
  database: Database,
  write: (line: string) => Promise<void> | void,
  { onProgress }: ExportOptions = {},
): Promise<{ readonly entries: number }> {
  const work = once(async (transaction) => {
    const { readOneState } = transaction.dialect
    if (readOneState !== undefined) await transaction.query({ sql: readOneState, values: [] })
    const types = inOrderOfReference([...transaction.registry.contentTypes.values()])
    const total = onProgress ? await countEntries(transaction, types) : 0
    let entries = 0
    for (const type of types) {
      for await (const lines of linesOf(transaction, type)) {
        for (const line of lines) await write(JSON.stringify(line))
        entries += lines.length
        onProgress?.(entries, total)
      }
    }
    return { entries }
  })
  return database.write(work)
}

async function* linesOf(transaction: WriteTransaction, type: ContentType): AsyncGenerator<EntryLine[]> {
  let last = 0
  for (;;) {
    const rows = await readRows(transaction, type, { after: last, limit: entriesPerRead })
    const lastRow = rows.at(-1)
    if (!lastRow) return
    last = lastRow.id
    const attributes = await readAttributes(transaction, type, rows)
    yield rows.map(({ id, columns }) => {
      const group = type.localized ? columns[groupColumn] : null
      return {
        type: type.uid,
        id,
        ...(typeof group === 'number' && group !== id ? { localizationOf: group } : {}),
        attributes: attributes.get(id) ?? {},
      }
    })
  }
}

async function countEntries(transaction: WriteTransaction, types: readonly ContentType[]): Promise<number> {
  let total = 0
  for (const { collectionName } of types) {
    const [row] = await transaction.query({ sql: `SELECT count(*) AS total FROM ${quote(collectionName)}`, values: [] })
    total += Number(row?.['total'] ?? 0)
  }
  return total
}

/** Types come after those that they point at, as far as that goes round in no circle. */
function inOrderOfReference(types: readonly ContentType[]): ContentType[] {
  const ordered = new Set<ContentType>()
  const byUid = new Map(types.map((type) => [type.uid, type]))
  const visit = (type: ContentType, above: ReadonlySet<ContentType>) => {
    if (ordered.has(type) || above.has(type)) return
    for (const attribute of Object.values(type.attributes)) {
      if (attribute.type !== 'relation' || attribute.mappedBy !== undefined) continue
      const target = byUid.get(attribute.target ?? '')
      if (target) visit(target, new Set([...above, type]))
    }
    ordered.add(type)
  }
  // Media first: nearly everything points at them and they at nothing.
  for (const type of types.toSorted((a, b) => Number(b.uid.includes('upload')) - Number(a.uid.includes('upload')))) {
    visit(type, new Set())
  }
  return [...ordered]
}
