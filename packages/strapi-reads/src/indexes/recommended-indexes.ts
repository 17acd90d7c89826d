import type { ContentType, Registry } from '@content-api/model'
import type { IndexTrial } from '@content-api/engine/database'
import type { Layout } from '@content-api/engine/layout'
import { planList } from '@content-api/core/query/plan'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { planDocuments } from '../rest5/plan-documents.js'
import type { StrapiProcess } from '../rules/strapi-process.js'
import { ownTypes } from '../verdicts/api-files.js'

/** An index for lists of a content type that its schema file lacks. */
export interface LackingIndex extends IndexTrial {
  readonly type: ContentType
}

/** The tables of a Strapi, and how they are read. */
interface StrapiTables extends Pick<StrapiProcess, 'dialect' | 'version'> {
  readonly layout: Layout
  readonly context: PlanContext
}

/**
 * Returns the indexes that the server's own tables have for lists and their totals, as far as schema files
 * don't declare them: by the locale, and by whether an entry is published.
 */
export function lackingIndexes(registry: Registry, tables: StrapiTables): readonly LackingIndex[] {
  const { layout, context, dialect, version } = tables
  const planOfList = version === 5 ? planDocuments : planList
  return ownTypes(registry).flatMap((type): LackingIndex[] => {
    if (type.kind === 'singleType') return []
    const schema = layout.schema(type.uid)
    const plan = planOfList(type, {}, context)
    return listIndexes(type, dialect)
      .filter(({ attributes }) => !isDeclared(type, attributes))
      .map(({ suffix, attributes }) => {
        const name = `${schema.table.slice(0, longestPrefix)}_${suffix}`
        const columns = attributes.map((attribute) => schema.column(attribute))
        return { type, index: { name, table: schema.table, columns }, plan }
      })
  })
}

/** PostgreSQL cuts names after 63 bytes. */
const longestPrefix = 45

const published = { suffix: 'published_list', attributes: ['publishedAt'] }

/** Only SQLite counts the entries of a locale faster with a second index: all rows without those of others. */
function listIndexes({ localized, draftAndPublish }: ContentType, dialect: StrapiProcess['dialect']) {
  if (!localized) return draftAndPublish ? [published] : []
  if (!draftAndPublish) return [{ suffix: 'locale_list', attributes: ['locale', 'id'] }]
  const ofLocale = { suffix: 'locale_list', attributes: ['locale', 'id', 'publishedAt'] }
  return dialect === 'postgres' ? [ofLocale] : [ofLocale, published]
}

const isDeclared = ({ indexes }: ContentType, attributes: readonly string[]) =>
  indexes.some((declared) => attributes.every((name, position) => declared.attributes[position] === name))
