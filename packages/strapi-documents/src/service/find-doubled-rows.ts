import type { ContentType, Registry } from '@content-api/model'
import { idColumn, quote, rowId } from '@content-api/engine/write'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import { hasStrapiTables, readPresentColumns } from '@content-api/strapi-tables/schema'
import type { BesideSettings } from '@content-api/strapi-reads/settings/beside-settings'
import { isPublished, versionColumns } from '../rows/row.js'
import { withSystemTables } from './open-system-tables.js'

/** Several rows of one document in one state and locale, where there must be one. */
export interface DoubledRows {
  readonly type: ContentType
  readonly table: string
  readonly documentId: string
  readonly locale: string | null
  readonly state: 'draft' | 'published'
  /** The ids of the rows, in their order. */
  readonly ids: readonly number[]
}

/**
 * Returns the documents with several rows of one state and locale. Strapi makes such rows when two processes
 * write a document at once. A new database has none.
 */
export function findDoubledRows(settings: BesideSettings, registry: Registry): Promise<readonly DoubledRows[]> {
  const { connection, timeZone } = settings
  const layout = createStrapiLayout(registry, { dialect: connection.dialect, timeZone, version: 5 })
  return withSystemTables(settings, async (system) => {
    if (!(await hasStrapiTables(system))) return []
    return system.migrate(async (tx) => {
      const present = await readPresentColumns(tx)
      const doubled: DoubledRows[] = []
      for (const type of registry.contentTypes.values()) {
        const { table } = layout.schema(type.uid)
        if (!present.get(table)?.has(versionColumns.documentId)) continue
        const rows = await tx.query({ sql: doubledSql(table, type), values: [] })
        doubled.push(...grouped(rows, type, table))
      }
      return doubled
    })
  })
}

/** A type without drafts has one row for each locale, and one without locales one row for each state. */
function doubledSql(table: string, { draftAndPublish, localized }: ContentType): string {
  const documentId = quote(versionColumns.documentId)
  const state = draftAndPublish ? `CASE WHEN ${isPublished()} THEN 1 ELSE 0 END` : '1'
  const locale = localized ? quote(versionColumns.locale) : 'NULL'
  const found = `SELECT ${documentId} FROM ${quote(table)} WHERE ${documentId} IS NOT NULL GROUP BY ${[documentId, ...(draftAndPublish ? [state] : []), ...(localized ? [locale] : [])].join(', ')} HAVING count(*) > 1`
  return `SELECT ${rowId}, ${documentId}, ${state} AS "live", ${locale} AS "locale" FROM ${quote(table)} WHERE ${documentId} IN (${found}) ORDER BY ${rowId}`
}

type Rows = readonly Readonly<Record<string, unknown>>[]

function grouped(rows: Rows, type: ContentType, table: string): readonly DoubledRows[] {
  const groups = new Map<string, DoubledRows & { ids: number[] }>()
  for (const row of rows) {
    const documentId = String(row[versionColumns.documentId])
    const locale = typeof row['locale'] === 'string' ? row['locale'] : null
    const state = Number(row['live']) === 1 ? 'published' : 'draft'
    const key = JSON.stringify([documentId, locale, state])
    const group = groups.get(key) ?? { type, table, documentId, locale, state, ids: [] }
    groups.set(key, group)
    group.ids.push(Number(row[idColumn]))
  }
  return [...groups.values()].filter(({ ids }) => ids.length > 1)
}
