import { RequestLimitError } from '@content-api/engine/errors'
import type { PlanCost } from '@content-api/engine/plan'
import type { Limits } from './limits.js'
import { malformedParameter } from './raw-value.js'

/** To prepare a sort by 100 paths of 5 links each, SQLite takes 50 ms; for 300 paths it takes 250 ms. */
const maximumSortedLinks = 500

/** Counts what one plan requests: conditions and links in all its filters and sorts, and entries in GraphQL. */
export class QueryCounts {
  #conditions: number
  #entries: number
  #sortedLinks = 0

  /**
   * @param earlier the counts of earlier plans of the same request
   * @param maximumEntries the limit of entries, including those of earlier plans
   */
  constructor(
    earlier: PlanCost = { conditions: 0, entries: 0 },
    readonly maximumEntries = Number.POSITIVE_INFINITY,
  ) {
    this.#conditions = earlier.conditions
    this.#entries = earlier.entries
  }

  get conditions(): number {
    return this.#conditions
  }

  get entries(): number {
    return this.#entries
  }

  /** Counts entries. @throws RequestLimitError above the limit */
  addEntries(more: number): void {
    this.#entries += more
    if (this.#entries > this.maximumEntries) throw tooManyEntries(this.maximumEntries)
  }

  /**
   * Counts conditions, and links that filters follow, across all filters of a plan. Each additional condition
   * takes the database longer than the one before.
   *
   * @throws RequestLimitError above the limit
   */
  addConditions(more: number, { filterConditions }: Limits): void {
    this.#conditions += more
    if (this.#conditions > filterConditions) throw tooManyConditions(filterConditions)
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

export function tooManyEntries(limit: number): RequestLimitError {
  return new RequestLimitError(
    `The query requests more than ${limit} entries: request smaller pages or fewer relations`,
  )
}
