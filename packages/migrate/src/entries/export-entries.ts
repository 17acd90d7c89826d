import type { ContentType } from '@content-api/model'
import { readPermissions, readStoredTokens } from '@content-api/engine/accounts'
import type { Database, WriteTransaction } from '@content-api/engine/database'
import { countEntries, readEntries, readOneState } from '@content-api/engine/transfer'
import type { AccessLine } from './import-access.js'
import type { EntryLine } from './entry-line.js'
import { unrepeated } from './import-transaction.js'

export interface ExportOptions {
  /** Called repeatedly with the number of entries written so far and the total. */
  readonly onProgress?: (entries: number, total: number) => void
  /** If true, API tokens (their digests) and the permissions of roles are exported too. */
  readonly access?: boolean
}

/** The number of entries per query. */
const entriesPerRead = 500

/**
 * Exports all entries of all types, one line of JSON per entry (`EntryLine`). Most relation targets come
 * before the entries that point at them. The export is one consistent state of the content. On SQLite, writes
 * wait until it is finished.
 */
export async function exportEntries(
  database: Database,
  write: (line: string) => Promise<void> | void,
  { onProgress, access = false }: ExportOptions = {},
): Promise<{ readonly entries: number }> {
  const work = unrepeated(async (transaction) => {
    await readOneState(transaction)
    const types = sortByReference([...transaction.registry.contentTypes.values()])
    const total = onProgress ? await countEntries(transaction, types) : 0
    let entries = 0
    for (const type of types) {
      for await (const lines of readLines(transaction, type)) {
        for (const line of lines) await write(JSON.stringify(line))
        entries += lines.length
        onProgress?.(entries, total)
      }
    }
    if (access) for (const line of await readAccess(transaction)) await write(JSON.stringify(line))
    return { entries }
  })
  return database.write(work)
}

async function readAccess(transaction: WriteTransaction): Promise<AccessLine[]> {
  const tokens = await readStoredTokens(transaction)
  const permissions = [...(await readPermissions(transaction))]
  return [
    ...permissions.map(([role, actions]) => ({ permissions: { role, actions } })),
    ...tokens.map(({ id: _, ...token }) => ({ token })),
  ]
}

async function* readLines(transaction: WriteTransaction, type: ContentType): AsyncGenerator<EntryLine[]> {
  let after = 0
  for (;;) {
    const entries = await readEntries(transaction, type, { after, limit: entriesPerRead })
    const last = entries.at(-1)
    if (!last) return
    after = last.id
    yield entries.map(({ id, localizationOf, attributes }) => ({
      type: type.uid,
      id,
      ...(localizationOf === null ? {} : { localizationOf }),
      attributes,
    }))
  }
}

/** Orders types after the types that they point at, except where types point at each other in a circle. */
function sortByReference(types: readonly ContentType[]): ContentType[] {
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
  // Files come first: most types point at them, and they point at no other type.
  for (const type of types.toSorted((a, b) => Number(b.uid.includes('upload')) - Number(a.uid.includes('upload')))) {
    visit(type, new Set())
  }
  return [...ordered]
}
