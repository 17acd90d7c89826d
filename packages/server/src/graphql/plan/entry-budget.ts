import { RequestLimitError } from '@content-api/engine/errors/request-limit-error'
import { QueryCounts } from '../../query/count-conditions.js'

/** Counts the entries that a plan requests, up to a limit. The count begins with those of earlier plans. */
export class EntryBudget {
  #requested: number
  /** Counts the conditions of the plan. The count begins with those of earlier plans. */
  readonly counts: QueryCounts

  constructor(
    readonly limit: number,
    requested = 0,
    conditions = 0,
  ) {
    this.counts = new QueryCounts(conditions)
    this.#requested = requested
  }

  get requested(): number {
    return this.#requested
  }

  /** Adds entries. @throws RequestLimitError over the limit */
  spend(entries: number): void {
    this.#requested += entries
    if (this.#requested > this.limit) throw tooManyEntries(this.limit)
  }
}

export function tooManyEntries(limit: number): RequestLimitError {
  return new RequestLimitError(
    `The query requests more than ${limit} entries: request smaller pages or fewer relations`,
  )
}
