import { AsksTooMuch } from '../../errors/asks-too-much.js'
import { QueryCounts } from '../../query/count-conditions.js'

/** How many entries may be asked for at most; `asked` of them have been before. */
export class EntryBudget {
  #requested: number
  /** Of the plan that is made with it; begins with the conditions that were there before. */
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

  /** @throws AsksTooMuch when it becomes too many */
  spend(entries: number): void {
    this.#requested += entries
    if (this.#requested > this.limit) throw tooManyEntries(this.limit)
  }
}

export function tooManyEntries(limit: number): AsksTooMuch {
  return new AsksTooMuch(`The query asks for more than ${limit} entries: ask for smaller pages, or for less at once`)
}
