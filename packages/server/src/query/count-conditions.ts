import { RequestLimitError } from '../errors/request-limit-error.js'
import type { Limits } from './plan-context.js'
import { malformedParameter } from './raw-value.js'

/** A hundred paths of five links each take SQLite a twentieth of a second to prepare, three hundred a quarter. */
const mostSortedLinks = 500

/** What the filters and sorts of one plan hold so far. */
export class QueryCounts {
  #sortedLinks = 0

  constructor(public conditions = 0) {}

  /**
   * Counts conditions, and links that filters follow, over all filters of a plan: each takes a database longer than the one before.
   *
   * @throws AsksTooMuch above the limit
   */
  addConditions(more: number, { filterConditions }: Limits): void {
    this.conditions += more
    if (this.conditions > filterConditions) throw tooManyConditions(filterConditions)
  }

  /**
   * Counts the links that all sorts of a plan follow.
   *
   * @throws ApiError ValidationError above 500
   */
  addSortedLinks(more: number): void {
    this.#sortedLinks += more
    if (this.#sortedLinks <= mostSortedLinks) return
    throw malformedParameter('sort', `must not follow more than ${mostSortedLinks} links in all`)
  }
}

export function tooManyConditions(limit: number): RequestLimitError {
  const { message } = malformedParameter('filters', `must not hold more than ${limit} conditions and relations in all`)
  return new RequestLimitError(message)
}
