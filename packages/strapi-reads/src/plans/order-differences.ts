import type { Output, ReadPlan } from '@content-api/engine/plan'
import { filteredByIndex, indexedAttributes } from '../rules/index-reads.js'
import type { Difference, DifferenceContext } from './difference-context.js'

/**
 * Returns why a list without a sort could be in another order on SQLite: it returns rows in the order of an
 * index if it reads one instead of the table. The order here is that of the ids, unless the statement is
 * Strapi's.
 */
export function differenceInOrder(plan: ReadPlan, { dialect, version }: DifferenceContext): Difference {
  // Strapi 5 sorts the entries of a page by their ids.
  if (version === 5 && plan.pagination) return null
  const { type, mode, sort, ties, filters, output } = plan
  if (dialect !== 'sqlite' || mode !== 'list' || sort.length > 0 || ties === 'joined-rows') return null
  const indexed = indexedAttributes(type)
  const columns = selectedAttributes(output)
  // Each index also has the id, so SQLite needs no other column.
  if (columns.every((name) => name === 'id' || indexed.has(name))) return 'shows only indexed attributes without a sort'
  const name = filters && filteredByIndex(filters, indexed)
  return name ? `filters by ${name}, which is indexed, without a sort` : null
}

/** Returns the attributes of the entry itself in a response. */
function selectedAttributes(output: Output): readonly string[] {
  if (output.kind === 'field') return [output.name]
  if (output.kind !== 'object' && output.kind !== 'entries') return []
  return output.members.flatMap(({ value }) => selectedAttributes(value))
}
