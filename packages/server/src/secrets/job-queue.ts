interface Waiting {
  readonly start: () => void
  readonly refuse: (reason: Error) => void
}

/**
 * Runs so many jobs at a time. Clients with waiting jobs take turns. When `longest` jobs wait, a job of the client with the most
 * is rejected: nobody can fill the queue for the others.
 */
export class JobQueue {
  #running = 0
  #length = 0
  /** By client, in the order in which they take turns. */
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(
    readonly atOnce: number,
    readonly longest: number,
    /** Makes the error of a job that is rejected. */
    readonly refusal: () => Error,
  ) {}

  /** @param client whose job it is; jobs without one count as one client's */
  async run<Result>(job: () => Promise<Result>, client = ''): Promise<Result> {
    if (this.#running < this.atOnce) this.#running++
    else await this.#wait(client)
    try {
      return await job()
    } finally {
      // The place goes to the next one without becoming free, so that nobody gets in between.
      const next = this.#next()
      if (next) next.start()
      else this.#running--
    }
  }

  #wait(client: string): Promise<void> {
    return new Promise((start, refuse) => {
      const own = this.#waiting.get(client) ?? []
      if (this.#length >= this.longest && !this.#makeRoom(own.length + 1)) return refuse(this.refusal())
      own.push({ start, refuse })
      this.#waiting.set(client, own)
      this.#length++
    })
  }

  /** Rejects the last job of the client with the most, if these are more than `count`. */
  #makeRoom(count: number): boolean {
    const [first, ...rest] = this.#waiting.values()
    const most = rest.reduce((longest, jobs) => (jobs.length > (longest?.length ?? 0) ? jobs : longest), first)
    if (!most || most.length <= count) return false
    this.#length--
    most.pop()?.refuse(this.refusal())
    return true
  }

  #next(): Waiting | undefined {
    const [turn] = this.#waiting
    if (!turn) return undefined
    const [client, jobs] = turn
    const job = jobs.shift()
    // To the end of the order, unless nothing is left.
    this.#waiting.delete(client)
    if (jobs.length > 0) this.#waiting.set(client, jobs)
    this.#length--
    return job
  }
}
