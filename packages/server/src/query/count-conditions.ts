import { RequestLimitError } from '@content-api/engine/errors'
import type { Limits } from './plan-context.js'
import { malformedParameter } from './raw-value.js'

/** To prepare a sort by 100 paths of 5 links each, SQLite takes 50 ms; for 300 paths it takes 250 ms. */
const maximumSortedLinks = 500

/** Counts the conditions and links in all filters and sorts of one plan. */
export class QueryCounts {
  #sortedLinks = 0

  constructor(public conditions = 0) {}

  /**
   * Counts conditions, and links that filters follow, across all filters of a plan. Each additional condition
   * takes the database longer than the one before.
   *
   * @throws RequestLimitError above the limit
   */
  addConditions(more: number, { filterConditions }: Limits): void {
    this.conditions += more
    if (this.conditions > filterConditions) throw tooManyConditions(filterConditions)
  }

  /**
   * Counts the links that sorts follow, across all sorts of a plan.
   *
   * @throws ApiError ValidationError above 500
   */
  addSortedLinks(more: number): void {
    this.#sortedLinks += more
    if (this.#sortedLinks <= maximumSortedLinks) return
    throw malformedParameter('sort', `must not follow more than ${maximumSortedLinks} links in all`)
  }
}

export function tooManyConditions(limit: number): RequestLimitError {
  const { message } = malformedParameter('filters', `must not hold more than ${limit} conditions and relations in all`)
  return new RequestLimitError(message)
}
