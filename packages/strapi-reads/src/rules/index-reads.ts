import type { ContentType } from '@content-api/model'
import type { Condition, ValueOperator } from '@content-api/engine/plan'

/** Returns the attributes whose columns Strapi indexes: those of its own indexes, and of indexes in the schema. */
export function indexedAttributes({ attributes, indexes }: ContentType): ReadonlySet<string> {
  const own = Object.entries(attributes).filter(([, { type, unique }]) => type === 'uid' || unique === true)
  return new Set([...own.map(([name]) => name), ...indexes.flatMap((index) => index.attributes)])
}

/** Operators for which SQLite reads a part of an index. One value leads to the rows in the order of their ids. */
const ranges: ReadonlySet<ValueOperator> = new Set(['$in', '$lt', '$lte', '$gt', '$gte', '$between', '$notNull'])

/**
 * Returns an attribute by whose index SQLite could find the rows of a filter, so that it reads them in the
 * order of the index; null if there is none. For alternatives, it reads one index after the other.
 */
export function filteredByIndex(
  condition: Condition,
  indexed: ReadonlySet<string>,
  isAlternative = false,
): string | null {
  const first = (parts: readonly Condition[], alternative: boolean) =>
    parts.map((part) => filteredByIndex(part, indexed, alternative)).find((name) => name !== null) ?? null
  switch (condition.op) {
    case 'and':
      return first(condition.of, isAlternative)
    case 'or':
      return first(condition.of, true)
    case 'value': {
      const { name, operator } = condition
      if (isAlternative) return name === 'id' || indexed.has(name) ? name : null
      return indexed.has(name) && ranges.has(operator) ? name : null
    }
    default:
      return null
  }
}
