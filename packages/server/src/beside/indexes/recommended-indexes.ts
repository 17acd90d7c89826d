import type { ContentType, Registry } from '@content-api/model'
import type { IndexTrial } from '@content-api/engine/database'
import type { Layout } from '@content-api/engine/layout'
import { planList } from '../../query/plan.js'
import type { PlanContext } from '../../query/plan-context.js'
import { ownTypes } from '../verdicts/api-files.js'

/** An index for lists of a content type that its schema file lacks. */
export interface LackingIndex extends IndexTrial {
  readonly type: ContentType
}

/**
 * Returns the indexes that the server's own tables have for lists and their totals, as far as schema files
 * don't declare them: by the locale, and by whether an entry is published.
 */
export function lackingIndexes(registry: Registry, layout: Layout, context: PlanContext): readonly LackingIndex[] {
  return ownTypes(registry).flatMap((type): LackingIndex[] => {
    const attributes = listedAttributes(type)
    if (type.kind === 'singleType' || attributes.length === 0 || isDeclared(type, attributes)) return []
    const schema = layout.schema(type.uid)
    const { table } = schema
    const name = `${table.slice(0, longestPrefix)}_${type.localized ? 'locale' : 'published'}_list`
    const index = { name, table, columns: attributes.map((attribute) => schema.column(attribute)) }
    return [{ type, index, plan: planList(type, {}, context) }]
  })
}

/** PostgreSQL cuts names after 63 bytes. */
const longestPrefix = 45

function listedAttributes({ localized, draftAndPublish }: ContentType): readonly string[] {
  const published = draftAndPublish ? ['publishedAt'] : []
  return localized ? ['locale', 'id', ...published] : published
}

const isDeclared = ({ indexes }: ContentType, attributes: readonly string[]) =>
  indexes.some((declared) => attributes.every((name, position) => declared.attributes[position] === name))
