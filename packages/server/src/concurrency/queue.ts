import type { Cancellation } from './cancellation.js'

export interface QueueOptions {
  /** Jobs that run at once; 1 unless given. */
  readonly atOnce?: number
  /**
   * Jobs that may wait, or a function that returns how many. The last job of the client with the most is rejected for a
   * further one, so that nobody fills the queue for the others.
   */
  readonly longest?: number | (() => number)
}

/** How a job waits. */
export interface QueueWait {
  /** Makes the error for a full queue and for a job that waits too long. */
  readonly rejection: () => Error
  /** The longest wait, in milliseconds; no limit unless given. */
  readonly total?: number
  /** The longest wait while no job of the queue ends: a queue that doesn't move isn't worth waiting in. */
  readonly stalled?: number
  /** Clients start jobs in turn, however many each has waiting. Jobs without a client count as one client. */
  readonly client?: string | undefined
  /** Jobs of the client that may wait, this one included; further ones are rejected immediately. */
  readonly longestPerClient?: number
  /** Of those that `atOnce` counts; 1 unless given. A job that takes more than all of them runs alone. */
  readonly slots?: number
  /** An aborted job leaves the queue and rejects with the signal's reason. A job that runs is not affected. */
  readonly signal?: Cancellation | undefined
}

/** Items that one job may handle together. */
export interface Batch<Item> {
  /** Handles an item and those that `next` removes from the queue. `next` returns undefined when the next job isn't in this batch. */
  readonly lead: (first: Item, next: () => Item | undefined) => Promise<void>
}

interface Waiting {
  readonly client: string
  readonly slots: number
  /** Absent for a job that runs by itself. */
  readonly member?: Member | undefined
  readonly start: (outcome: 'started' | 'taken') => void
  readonly reject: () => void
}

interface Member {
  readonly batch: unknown
  readonly item: unknown
}

/**
 * Runs a number of jobs at once; the others wait, each client's in the order of the calls. A library such as p-queue has
 * no turns by client, no bound on its length, and counts a time limit from the start of a job instead of from the call.
 */
export class Queue {
  readonly #atOnce: number
  readonly #longest: () => number
  /** By client, the next one to start first. */
  #waiting = new Map<string, Waiting[]>()
  #length = 0
  #running = 0
  /** When a job ended last while others waited, in milliseconds of `performance.now()`. */
  #moved = 0

  constructor({ atOnce = 1, longest = Number.POSITIVE_INFINITY }: QueueOptions = {}) {
    this.#atOnce = atOnce
    this.#longest = typeof longest === 'number' ? () => longest : longest
  }

  /** Slots that are taken. */
  get running(): number {
    return this.#running
  }

  /** Jobs that wait. */
  get waiting(): number {
    return this.#length
  }

  /** Runs a job when its turn comes. Rejects as `wait` says, or as the job does. */
  async run<Result>(job: () => Promise<Result>, wait: QueueWait): Promise<Result> {
    wait.signal?.throwIfAborted()
    const slots = wait.slots ?? 1
    if (this.#length === 0 && this.#fits(slots)) this.#running += slots
    else await this.#wait(wait)
    try {
      return await job()
    } finally {
      this.#release(slots)
    }
  }

  /**
   * Waits as `run` does, then leads the batch, unless another item's `lead` takes this one along: it resolves at once then.
   * Items keep their turns: `next` takes one when its own job would start.
   */
  async runBatch<Item>(item: Item, batch: Batch<Item>, wait: Omit<QueueWait, 'slots'>): Promise<void> {
    wait.signal?.throwIfAborted()
    if (this.#length === 0 && this.#fits(1)) this.#running += 1
    else if ((await this.#wait(wait, { batch, item })) === 'taken') return
    try {
      await batch.lead(item, () => this.#take(batch))
    } finally {
      this.#release(1)
    }
  }

  /** Takes the next job's item out of the queue if it is of the batch, whose leader holds a slot for all of them. */
  #take<Item>(batch: Batch<Item>): Item | undefined {
    for (const [client, own] of this.#waiting) {
      if (own[0]?.member?.batch !== batch) return undefined
      const entry = this.#dequeue(client, own)
      entry?.start('taken')
      return entry?.member?.item as Item
    }
    return undefined
  }

  /** Takes slots without waiting, even if there are none left. Returns the function that gives them back. */
  take(slots: number): () => void {
    this.#running += slots
    return () => this.#release(slots)
  }

  #fits(slots: number): boolean {
    return this.#running === 0 || this.#running + slots <= this.#atOnce
  }

  /** The next jobs take the slots over immediately, so that no later caller gets in between. */
  #release(slots: number): void {
    this.#running -= slots
    if (this.#length === 0) return
    this.#moved = performance.now()
    this.#admit()
  }

  #admit(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#running += next.slots
      next.start('started')
    }
  }

  #wait(
    { rejection, total = Number.POSITIVE_INFINITY, stalled = total, client = '', ...wait }: QueueWait,
    member?: Member,
  ) {
    const { signal, longestPerClient = Number.POSITIVE_INFINITY } = wait
    const own = this.#waiting.get(client) ?? []
    const isFull = this.#length >= this.#longest() && !this.#makeRoom(own.length + 1)
    if (isFull || own.length >= longestPerClient) return Promise.reject(rejection())
    const since = performance.now()
    return new Promise<'started' | 'taken'>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      let immediate: NodeJS.Immediate | undefined
      let isLate = false
      const settle = () => {
        clearTimeout(timer)
        clearImmediate(immediate)
        signal?.removeEventListener('abort', abort)
      }
      const entry: Waiting = {
        client,
        slots: wait.slots ?? 1,
        member,
        start(outcome) {
          settle()
          resolve(outcome)
        },
        reject: () => leave(rejection()),
      }
      const leave = (reason: Error) => {
        settle()
        this.#remove(entry)
        reject(reason)
      }
      const abort = () => leave(signal?.reason as Error)
      const look = () => {
        const left = Math.min(since + total, Math.max(since, this.#moved) + stalled) - performance.now()
        if (left > 0) {
          isLate = false
          if (Number.isFinite(left)) timer = setTimeout(look, left)
        } else if (isLate) leave(rejection())
        // Timers come before the results of jobs that ended while the event loop was blocked: look again after them.
        else {
          isLate = true
          immediate = setImmediate(look)
        }
      }
      signal?.addEventListener('abort', abort)
      own.push(entry)
      this.#waiting.set(client, own)
      this.#length += 1
      look()
    })
  }

  /** Rejects the last job of the client with the most, if these are more than `count`. */
  #makeRoom(count: number): boolean {
    let most: readonly Waiting[] = []
    for (const jobs of this.#waiting.values()) if (jobs.length > most.length) most = jobs
    if (most.length <= count) return false
    most.at(-1)?.reject()
    return true
  }

  /** Takes the next job out of the queue, if it fits. */
  #next(): Waiting | undefined {
    for (const [client, own] of this.#waiting) {
      if (!this.#fits(own[0]?.slots ?? 0)) return undefined
      return this.#dequeue(client, own)
    }
    return undefined
  }

  /** Takes the client's first job. Its other jobs come after those of all other clients. */
  #dequeue(client: string, own: Waiting[]): Waiting | undefined {
    const entry = own.shift()
    if (own.length === 0) this.#waiting.delete(client)
    else if (this.#waiting.size > 1) {
      this.#waiting.delete(client)
      this.#waiting.set(client, own)
    }
    this.#shorten()
    return entry
  }

  #remove(entry: Waiting): void {
    const own = this.#waiting.get(entry.client)
    const index = own?.indexOf(entry) ?? -1
    if (!own || index < 0) return
    own.splice(index, 1)
    if (own.length === 0) this.#waiting.delete(entry.client)
    this.#shorten()
    // One that takes fewer slots may have waited behind it.
    this.#admit()
  }

  /**
   * A new map, once it is empty: the table of an old one goes on to refer to each later one, and so to every job that ever
   * waited, until V8's next full collection. That made small reads a tenth slower.
   */
  #shorten(): void {
    this.#length -= 1
    if (this.#length === 0) this.#waiting = new Map()
  }
}
