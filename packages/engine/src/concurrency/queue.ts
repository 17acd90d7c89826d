import type { Cancellation } from './cancellation.js'

export interface QueueOptions {
  /** The number of slots. If each job needs one slot, this is the number of concurrent jobs. Default: 1. */
  readonly concurrency?: number
  /**
   * The number of jobs that may wait, or a function that returns it. When the queue is full, a new job
   * replaces the last job of the client with the most waiting jobs, so that one client can't fill the queue.
   */
  readonly longest?: number | (() => number)
}

/** The key of a client, or what computes it when a job waits. */
export type ClientKey = string | { readonly client?: string | undefined }

/** The conditions under which a job waits. */
export interface QueueWait {
  /** Makes the error for a full queue and for a job that waits too long. */
  readonly rejection: () => Error
  /** The longest wait in milliseconds. Default: no limit. */
  readonly total?: number | undefined
  /** The longest wait in milliseconds while no job of the queue ends. Default: `total`. */
  readonly stalled?: number | undefined
  /** Waiting clients start one job each in turn. Jobs without a client count as those of one client. */
  readonly client?: ClientKey | undefined
  /** The number of jobs of this client that may wait, including this one. More jobs are rejected immediately. */
  readonly longestPerClient?: number
  /** The number of slots that the job needs. Default: 1. A job that needs more than `concurrency` runs alone. */
  readonly slots?: number
  /** When it aborts, a waiting job leaves the queue and rejects with the reason. Running jobs are not affected. */
  readonly signal?: Cancellation | undefined
}

/** Handles several items of the queue in one job. */
export interface Batch<Item> {
  /**
   * Handles the first item and all items that `next` removes from the queue. `next` returns undefined if the
   * next job does not belong to this batch.
   */
  readonly lead: (first: Item, next: () => Item | undefined) => Promise<void>
}

interface Waiting {
  readonly client: string
  readonly slots: number
  /** The item and its batch; undefined for jobs without a batch. */
  readonly member?: Member | undefined
  readonly start: (outcome: 'started' | 'batched') => void
  readonly reject: () => void
}

interface Member {
  readonly batch: unknown
  readonly item: unknown
}

/**
 * Runs a limited number of jobs concurrently. Other jobs wait; those of one client start in the order of the
 * calls. Libraries such as p-queue don't alternate between clients and don't limit the length of the queue.
 * Their time limit starts with the job, not with the call.
 */
export class Queue {
  readonly #concurrency: number
  readonly #longest: () => number
  /** Waiting jobs by client. The first client starts the next job. */
  #waiting = new Map<string, Waiting[]>()
  #length = 0
  #running = 0
  /** The time when a job last ended while others waited, in milliseconds of `performance.now()`. */
  #moved = 0

  constructor({ concurrency = 1, longest = Number.POSITIVE_INFINITY }: QueueOptions = {}) {
    this.#concurrency = concurrency
    this.#longest = typeof longest === 'number' ? () => longest : longest
  }

  /** The number of slots in use. */
  get running(): number {
    return this.#running
  }

  /** The number of waiting jobs. */
  get waiting(): number {
    return this.#length
  }

  /**
   * Waits until the job can start, then runs it. Rejects with the error of the job, with `wait.rejection()`
   * if the queue is full or the job waits too long, or with the reason of an abort.
   */
  async run<Result>(job: () => Promise<Result>, wait: QueueWait): Promise<Result> {
    const waiting = this.enter(wait)
    if (waiting) await waiting
    try {
      return await job()
    } finally {
      this.leave(wait.slots)
    }
  }

  /**
   * Starts a job that the caller ends with `leave`. Returns undefined when it can start immediately, because
   * every `await` takes time. Otherwise the promise resolves when it can start, or rejects as that of `run`.
   *
   * @throws the reason of a signal that has aborted already
   */
  enter(wait: QueueWait): Promise<unknown> | undefined {
    wait.signal?.throwIfAborted()
    const slots = wait.slots ?? 1
    if (this.#length > 0 || !this.#fits(slots)) return this.#wait(wait)
    this.#running += slots
    return undefined
  }

  /**
   * Waits like `run`, then calls `lead` of the batch with this item. If the `lead` call of an earlier item
   * removes this item from the queue, the promise resolves immediately. The order stays the same: `next` only
   * returns an item whose own job would start next.
   */
  async runBatch<Item>(item: Item, batch: Batch<Item>, wait: Omit<QueueWait, 'slots'>): Promise<void> {
    wait.signal?.throwIfAborted()
    if (this.#length === 0 && this.#fits(1)) this.#running += 1
    else if ((await this.#wait(wait, { batch, item })) === 'batched') return
    try {
      await batch.lead(item, () => this.#nextItem(batch))
    } finally {
      this.leave()
    }
  }

  /**
   * Removes the next item from the queue if it belongs to the batch. It needs no slot: it uses that of the
   * running job.
   */
  #nextItem<Item>(batch: Batch<Item>): Item | undefined {
    for (const [client, own] of this.#waiting) {
      if (own[0]?.member?.batch !== batch) return undefined
      const entry = this.#dequeue(client, own)
      entry?.start('batched')
      return entry?.member?.item as Item
    }
    return undefined
  }

  /** Reserves slots without waiting, even if none is free. Returns the function that releases them. */
  reserve(slots: number): () => void {
    this.#running += slots
    return () => this.leave(slots)
  }

  #fits(slots: number): boolean {
    return this.#running === 0 || this.#running + slots <= this.#concurrency
  }

  /** Releases the slots of a job. Waiting jobs get them immediately, before any later caller. */
  leave(slots = 1): void {
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

  #wait({ rejection, total = Number.POSITIVE_INFINITY, stalled = total, ...wait }: QueueWait, member?: Member) {
    const client = (typeof wait.client === 'object' ? wait.client.client : wait.client) ?? ''
    const { signal, longestPerClient = Number.POSITIVE_INFINITY } = wait
    const own = this.#waiting.get(client) ?? []
    const isFull = this.#length >= this.#longest() && !this.#makeRoom(own.length + 1)
    if (isFull || own.length >= longestPerClient) return Promise.reject(rejection())
    const since = performance.now()
    return new Promise<'started' | 'batched'>((resolve, reject) => {
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
      const checkTime = () => {
        const left = Math.min(since + total, Math.max(since, this.#moved) + stalled) - performance.now()
        if (left > 0) {
          isLate = false
          if (Number.isFinite(left)) timer = setTimeout(checkTime, left)
        } else if (isLate) leave(rejection())
        // After the event loop was blocked, timers run before the results of finished jobs arrive. Check
        // again after those.
        else {
          isLate = true
          immediate = setImmediate(checkTime)
        }
      }
      signal?.addEventListener('abort', abort)
      own.push(entry)
      this.#waiting.set(client, own)
      this.#length += 1
      checkTime()
    })
  }

  /**
   * Rejects the last job of the client with the most waiting jobs, if that client has more than `count` jobs.
   * Returns whether a job was rejected.
   */
  #makeRoom(count: number): boolean {
    let most: readonly Waiting[] = []
    for (const jobs of this.#waiting.values()) if (jobs.length > most.length) most = jobs
    if (most.length <= count) return false
    most.at(-1)?.reject()
    return true
  }

  /** Removes the next job from the queue, if there are enough free slots for it. */
  #next(): Waiting | undefined {
    for (const [client, own] of this.#waiting) {
      if (!this.#fits(own[0]?.slots ?? 0)) return undefined
      return this.#dequeue(client, own)
    }
    return undefined
  }

  /** Removes the client's first job from the queue, and moves the client behind all other clients. */
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
    // A job that needs fewer slots may have waited behind the removed one.
    this.#admit()
  }

  /**
   * Counts one waiting job less, and replaces the map when it is empty. When a map grows, V8 replaces its
   * table, and the old table refers to the new one. This kept every job that ever waited until the next full
   * garbage collection, and made small reads a tenth slower.
   */
  #shorten(): void {
    this.#length -= 1
    if (this.#length === 0) this.#waiting = new Map()
  }
}
