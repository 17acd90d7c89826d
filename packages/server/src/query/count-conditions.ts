import type { PlanContext } from './plan-context.js'
import { malformedParameter } from './raw-value.js'

/** What the filters of one plan hold so far; a context is made anew for each plan. */
const counts = new WeakMap<PlanContext, number>()

/**
 * Counts conditions, and links that are followed to one, over all filters of a plan: a database takes longer for each of
 * them than the one before.
 *
 * @throws ApiError ValidationError when they become too many
 */
export function countConditions(context: PlanContext, more: number): void {
  const count = (counts.get(context) ?? 0) + more
  counts.set(context, count)
  const { filterConditions } = context.limits
  if (count <= filterConditions) return
  throw malformedParameter('filters', `must not hold more than ${filterConditions} conditions and relations in all`)
}
