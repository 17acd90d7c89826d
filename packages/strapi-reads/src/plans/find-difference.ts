import type { ReadPlan } from '@content-api/engine/plan'
import type { ForwardReason } from '../forward-reason.js'
import type { DifferenceContext } from './difference-context.js'
import { differenceInFilters } from './filter-differences.js'
import { differenceInOrder } from './order-differences.js'
import { differenceInOutput } from './output-differences.js'
import { differenceInSort } from './sort-differences.js'

/**
 * Returns why the response to a plan could differ from that of Strapi 4.26, or null if it is known to be
 * equal. Everything that isn't listed as equal is a difference. The plan was made with `strapiRules`, which
 * reject what a plan doesn't show.
 */
export function findDifference(plan: ReadPlan, context: DifferenceContext): ForwardReason | null {
  const difference =
    differenceInTies(plan, context) ??
    differenceInOrder(plan, context) ??
    (plan.filters && differenceInFilters(plan.filters)) ??
    differenceInSort(plan.sort, plan.type, context) ??
    differenceInOutput(plan.output, {
      ...context,
      owner: plan.type,
      hasOneParent: context.interface === 'graphql' || plan.mode === 'one',
    })
  return difference === null ? null : { kind: 'construct', message: `The query ${difference}` }
}

/** Strapi removes duplicates of joined rows. PostgreSQL then returns rows without a sort in any order. */
function differenceInTies({ sort, ties }: ReadPlan, { dialect }: DifferenceContext) {
  const isOpen = dialect === 'postgres' && ties === 'rejected' && sort.length === 0
  return isOpen ? 'filters by a relation without a sort on PostgreSQL' : null
}
