export interface TurnsOptions {
  /** How many at a time. */
  readonly atOnce?: number
  /** How many may wait; who comes then is turned away at once. */
  readonly longest?: number
}

/** How long somebody waits, in milliseconds. */
export interface Patience {
  readonly total: number
  /** How long when nobody's turn ends meanwhile: a queue that doesn't move isn't worth standing in. */
  readonly stalled?: number
}

interface Waiting {
  readonly start: () => void
  deadline?: NodeJS.Timeout
}

/** Lets so many at a time through, in the order of the calls. */
export class Turns {
  readonly #atOnce: number
  readonly #longest: number
  readonly #waiting: Waiting[] = []
  #running = 0
  #moved = 0

  constructor({ atOnce = 1, longest = Number.POSITIVE_INFINITY }: TurnsOptions = {}) {
    this.#atOnce = atOnce
    this.#longest = longest
  }

  /**
   * Runs `work` when its turn comes.
   * @throws what `late` gives when it didn't come in time, or too many wait
   */
  async take<Result>(work: () => Promise<Result>, patience: Patience, late: () => Error): Promise<Result> {
    if (this.#running < this.#atOnce) this.#running += 1
    else await this.#wait(patience, late)
    try {
      return await work()
    } finally {
      this.#moved = performance.now()
      // The place goes to the next one without becoming free, so that nobody gets in between.
      const next = this.#waiting.shift()
      if (next) {
        clearTimeout(next.deadline)
        next.start()
      } else {
        this.#running -= 1
      }
    }
  }

  #wait({ total, stalled = total }: Patience, late: () => Error): Promise<void> {
    if (this.#waiting.length >= this.#longest) return Promise.reject(late())
    const since = performance.now()
    return new Promise((start, reject) => {
      const entry: Waiting = { start }
      const look = () => {
        const left = Math.min(since + total, Math.max(since, this.#moved) + stalled) - performance.now()
        if (left > 0) {
          entry.deadline = setTimeout(look, left)
          return
        }
        this.#waiting.splice(this.#waiting.indexOf(entry), 1)
        reject(late())
      }
      look()
      this.#waiting.push(entry)
    })
  }
}
