/** Runs jobs in turn, so many at a time; beyond `longest` waiting ones a new job is refused. */
export class JobQueue {
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(
    readonly atOnce: number,
    readonly longest: number,
    /** Makes the error of a job that is refused. */
    readonly refusal: () => Error,
  ) {}

  async run<Result>(job: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.atOnce) this.#running++
    else {
      if (this.#waiting.length >= this.longest) throw this.refusal()
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    try {
      return await job()
    } finally {
      // The place goes to the next one without becoming free, so that nobody gets in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
