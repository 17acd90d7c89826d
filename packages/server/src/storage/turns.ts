/** Lets one at a time through, in the order of the calls. */
export class Turns {
  readonly #waiting: { readonly start: () => void; readonly deadline: NodeJS.Timeout }[] = []
  #taken = false

  /**
   * Runs `work` when its turn comes.
   * @throws what `late` gives when it didn't come within `patience` milliseconds
   */
  async take<Result>(work: () => Promise<Result>, patience: number, late: () => Error): Promise<Result> {
    if (this.#taken) await this.#wait(patience, late)
    this.#taken = true
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) {
        clearTimeout(next.deadline)
        next.start()
      } else {
        this.#taken = false
      }
    }
  }

  #wait(patience: number, late: () => Error): Promise<void> {
    return new Promise((start, reject) => {
      const deadline = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1)
        reject(late())
      }, patience)
      const entry = { start, deadline }
      this.#waiting.push(entry)
    })
  }
}
