import { ApiError } from '../../errors/api-error.js'

/** How many entries a root field may ask for at most. */
export class EntryBudget {
  #asked = 0

  constructor(readonly limit: number) {}

  /** @throws ApiError ValidationError when it becomes too many */
  spend(entries: number): void {
    this.#asked += entries
    if (this.#asked <= this.limit) return
    throw new ApiError(
      'ValidationError',
      `The query asks for more than ${this.limit} entries: ask for smaller pages, or for less at once`,
    )
  }
}
