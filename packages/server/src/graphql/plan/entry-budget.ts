import { RequestLimitError } from '../../errors/request-limit-error.js'
import { QueryCounts } from '../../query/count-conditions.js'

/** How many entries may be asked for at most; `asked` of them have been before. */
export class EntryBudget {
  #asked: number
  /** Of the plan that is made with it; begins with the conditions that were there before. */
  readonly counts: QueryCounts

  constructor(
    readonly limit: number,
    asked = 0,
    conditions = 0,
  ) {
    this.counts = new QueryCounts(conditions)
    this.#asked = asked
  }

  get asked(): number {
    return this.#asked
  }

  /** @throws AsksTooMuch when it becomes too many */
  spend(entries: number): void {
    this.#asked += entries
    if (this.#asked > this.limit) throw tooManyEntries(this.limit)
  }
}

export function tooManyEntries(limit: number): RequestLimitError {
  return new RequestLimitError(
    `The query asks for more than ${limit} entries: ask for smaller pages, or for less at once`,
  )
}
