import { LRUCache } from 'lru-cache'
import { Queue, type QueueWait } from '../concurrency/queue.js'
import type { ReadOptions } from '../database/database.js'
import { databaseBusy } from '../database/database-errors.js'
import type { Statement } from '../dialects/statement.js'

/** In microseconds: reads up to `cheap` are cheap, and reads from `expensive` on are expensive. */
const cheap = 5_000
const expensive = 100_000
/** Maximum waiting expensive reads of one client. */
const waitingPerClient = 16
/** Maximum milliseconds that an expensive read waits in its own queue. */
const longestWait = 10_000
/** Maximum statements whose recent duration is recorded. */
const knownStatements = 1_000

/**
 * Divides the read connections. One is reserved for cheap reads, and expensive reads use at most 40 % of all
 * connections. If there are few connections, each kind of read may still use one. Expensive reads have a
 * queue of their own, so that cheap reads never wait behind them.
 */
export class ReadAdmission {
  readonly #all: Queue
  readonly #costly: Queue
  readonly #expensive: Queue
  /** The recent duration of each statement in microseconds, by SQL. */
  readonly #recent = new LRUCache<string, number>({ max: knownStatements })

  constructor(
    connections: number,
    readonly waitLimits: Pick<QueueWait, 'total' | 'stalled'>,
  ) {
    this.#all = new Queue({ concurrency: connections })
    this.#costly = new Queue({ concurrency: Math.max(1, connections - 1) })
    this.#expensive = new Queue({ concurrency: Math.max(1, Math.floor(connections * 0.4)) })
  }

  /**
   * Waits until a connection is free for the class of the read. After the read, the caller releases the
   * admission. A cheap read that needn't wait gets it without a promise, because every `await` takes time.
   *
   * @throws ApiError ServiceUnavailableError when none becomes free in time
   */
  admit(statement: Statement, { weight, client, signal }: ReadOptions): Admission | Promise<Admission> {
    const { total, stalled } = this.waitLimits
    const wait: QueueWait = { total, stalled, rejection: databaseBusy, client, signal }
    if (mostExpected(weight) > cheap) return this.#admitCostly(statement, weight, wait)
    // The read stays cheap, however long it took before.
    const waiting = this.#all.enter(wait)
    const admission = new Admission(this.#all)
    return waiting ? waiting.then(() => admission) : admission
  }

  async #admitCostly({ sql }: Statement, weight: number | undefined, wait: QueueWait): Promise<Admission> {
    const { client, signal } = wait
    const admission = new Admission()
    const estimated = weight ?? 0
    const expected = Math.max(estimated, Math.min(this.#recent.get(sql) ?? 0, mostExpected(weight)))
    if (expected >= expensive) {
      // A cheaper read whose recent duration is long waits in this queue too. Only the number of reads with
      // an expensive estimate is limited.
      const longestPerClient = estimated < expensive ? Number.POSITIVE_INFINITY : waitingPerClient
      const own: QueueWait = { rejection: databaseBusy, total: longestWait, client, signal, longestPerClient }
      await admission.enter(this.#expensive, own)
    }
    if (expected > cheap) await admission.enter(this.#costly, wait)
    await admission.enter(this.#all, wait)
    return admission.measure((milliseconds) => this.#record(sql, milliseconds * 1_000))
  }

  /**
   * Records the duration of a read. A shorter duration replaces the record immediately, a longer one raises
   * it slowly: when all statements are slow, the reason is the load.
   */
  #record(sql: string, took: number): void {
    const before = this.#recent.get(sql) ?? took
    this.#recent.set(sql, took < before ? took : Math.min(before * 0.8 + took * 0.2, before * 2))
  }
}

/** The places of one read in the queues. */
export class Admission {
  readonly #queues: Queue[]
  #started = 0
  #ended: ((milliseconds: number) => void) | undefined

  /** @param entered the queues in which it has a place already */
  constructor(...entered: Queue[]) {
    this.#queues = entered
  }

  /** Waits in a further queue. If this rejects, the places in the other queues are released. */
  async enter(queue: Queue, wait: QueueWait): Promise<void> {
    try {
      const waiting = queue.enter(wait)
      if (waiting) await waiting
    } catch (error) {
      this.release()
      throw error
    }
    this.#queues.push(queue)
  }

  /** Starts measuring the read. `ended` gets its duration. */
  measure(ended: (milliseconds: number) => void): this {
    this.#started = performance.now()
    this.#ended = ended
    return this
  }

  release(): void {
    this.#ended?.(performance.now() - this.#started)
    for (const queue of this.#queues.toReversed()) queue.leave()
  }
}

/**
 * Returns the longest recorded duration that is taken into account for an estimate.
 * `pnpm fuzz --interface cost` allows estimates to be too low by the same factor. Without the limit, cheap
 * reads that an attack slows down would wait behind the attack.
 */
function mostExpected(weight: number | undefined): number {
  return weight === undefined ? Number.POSITIVE_INFINITY : 4 * weight
}
