import { AsksTooMuch } from '../errors/asks-too-much.js'
import type { PlanContext } from './plan-context.js'
import { malformedParameter } from './raw-value.js'

/** What the filters and the sorts of one plan hold so far; a context is made anew for each plan. */
const conditions = new WeakMap<PlanContext, number>()
const sortedLinks = new WeakMap<PlanContext, number>()

/** A hundred paths of five links each take SQLite a twentieth of a second to prepare, three hundred a quarter. */
const mostSortedLinks = 500

/**
 * Counts conditions, and links that are followed to one, over all filters of a plan: a database takes longer for each of
 * them than the one before.
 *
 * @throws AsksTooMuch when they become too many
 */
export function countConditions(context: PlanContext, more: number): void {
  const { filterConditions } = context.limits
  if (count(conditions, context, more) <= filterConditions) return
  throw tooManyConditions(filterConditions)
}

/** As they are counted so far. */
export function conditionsOf(context: PlanContext): number {
  return conditions.get(context) ?? 0
}

export function tooManyConditions(limit: number): AsksTooMuch {
  const { message } = malformedParameter('filters', `must not hold more than ${limit} conditions and relations in all`)
  return new AsksTooMuch(message)
}

/**
 * Counts the links that all sorts of a plan follow.
 *
 * @throws ApiError ValidationError when they become too many
 */
export function countSortedLinks(context: PlanContext, more: number): void {
  if (count(sortedLinks, context, more) <= mostSortedLinks) return
  throw malformedParameter('sort', `must not follow more than ${mostSortedLinks} links in all`)
}

function count(counts: WeakMap<PlanContext, number>, context: PlanContext, more: number): number {
  const counted = (counts.get(context) ?? 0) + more
  counts.set(context, counted)
  return counted
}
