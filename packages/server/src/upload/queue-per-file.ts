/**
 * Runs replacements of one file one after the other, so that they don't wait for each other in transactions.
 * Each process has its own queues.
 */
export class QueuePerFile {
  /** The last replacement of each file, by the file's id. */
  readonly #last = new Map<number, Promise<unknown>>()

  async run<Result>(id: number, replace: () => Promise<Result>): Promise<Result> {
    const previous = this.#last.get(id)
    const own = previous ? previous.then(replace, replace) : replace()
    this.#last.set(id, own)
    try {
      return await own
    } finally {
      if (this.#last.get(id) === own) this.#last.delete(id)
    }
  }
}
