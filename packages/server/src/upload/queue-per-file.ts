/**
 * Runs replacements of one file one after the other. If two ran concurrently, the content of one could end up
 * with the record of the other. Each process has its own queues.
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
