import type { ReadPlan } from '@content-api/engine/plan'
import type { ForwardReason } from '../forward-reason.js'
import type { DifferenceContext } from './difference-context.js'
import { differenceInFilters } from './filter-differences.js'
import { differenceInOutput } from './output-differences.js'
import { differenceInSort } from './sort-differences.js'

/**
 * Returns why the response to a plan could differ from that of Strapi 4.26, or null if it is known to be
 * equal. Everything that isn't listed as equal is a difference.
 */
export function findDifference(plan: ReadPlan, context: DifferenceContext): ForwardReason | null {
  const difference =
    differenceOfRead(plan, context) ??
    (plan.filters && differenceInFilters(plan.filters, context)) ??
    differenceInSort(plan.sort, context) ??
    differenceInOutput(plan.output, plan, context)
  return difference === null ? null : { kind: 'construct', message: `The query ${difference}` }
}

function differenceOfRead({ type, byId, pagination }: ReadPlan, context: DifferenceContext) {
  if (byId && type.draftAndPublish) return `reads an entry of ${type.uid} by its id, which may be a draft`
  if (context.interface === 'graphql' && pagination) return 'has pages in GraphQL'
  return null
}
