import type { Config } from '../../config/schema.js'
import type { PlanContext } from '../../query/plan-context.js'

/** Returns a context of plans with the limits of GraphQL instead of those of REST. */
export function withLimits(
  context: PlanContext,
  { defaultLimit, amountLimit }: Config['graphql']['config'],
): PlanContext {
  const limits = { ...context.limits, defaultLimit, maxLimit: amountLimit, withCount: true }
  return { ...context, limits }
}
