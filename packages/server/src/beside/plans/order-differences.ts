import type { Condition, Output, ReadPlan, ValueOperator } from '@content-api/engine/plan'
import { indexedAttributes } from '../../query/as-strapi/joined-rows.js'
import type { Difference, DifferenceContext } from './difference-context.js'

/**
 * Returns why a list without a sort could be in another order on SQLite: it returns rows in the order of an
 * index if it reads one instead of the table. The order here is that of the ids.
 */
export function differenceInOrder(plan: ReadPlan, { dialect, version }: DifferenceContext): Difference {
  // Strapi 5 sorts the entries of a page by their ids.
  if (version === 5 && plan.pagination) return null
  const { type, mode, sort, filters, output } = plan
  if (dialect !== 'sqlite' || mode !== 'list' || sort.length > 0) return null
  const indexed = indexedAttributes(type)
  const columns = selectedAttributes(output)
  // Each index also has the id, so SQLite needs no other column.
  if (columns.every((name) => name === 'id' || indexed.has(name))) return 'shows only indexed attributes without a sort'
  const name = filters && filteredByIndex(filters, indexed, false)
  return name ? `filters by ${name}, which is indexed, without a sort` : null
}

/** Returns the attributes of the entry itself in a response. */
function selectedAttributes(output: Output): readonly string[] {
  if (output.kind === 'field') return [output.name]
  if (output.kind !== 'object' && output.kind !== 'entries') return []
  return output.members.flatMap(({ value }) => selectedAttributes(value))
}

/** Operators for which SQLite reads a part of an index. One value leads to the rows in the order of their ids. */
const ranges: ReadonlySet<ValueOperator> = new Set(['$in', '$lt', '$lte', '$gt', '$gte', '$between', '$notNull'])

/** Returns the attribute by whose index SQLite could find the rows. For alternatives, it reads one after the other. */
function filteredByIndex(condition: Condition, indexed: ReadonlySet<string>, isAlternative: boolean): string | null {
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
