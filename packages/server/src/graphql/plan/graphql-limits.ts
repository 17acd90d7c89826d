import type { Config } from '../../config/schema.js'
import type { PlanContext } from '../../query/plan-context.js'

/** What plans are made with, held to the limits of GraphQL in place of those of REST. */
export function withLimits(
  context: PlanContext,
  { defaultLimit, amountLimit }: Config['graphql']['config'],
): PlanContext {
  const limits = { ...context.limits, defaultLimit, maxLimit: amountLimit, withCount: true }
  return { ...context, limits }
}
