import { LRUCache } from 'lru-cache'
import { Queue, type QueueWait } from '../concurrency/queue.js'
import type { ReadOptions } from './database.js'
import { databaseBusy } from './errors.js'
import type { Statement } from './statement.js'

/** Microseconds that a read of the class may take. */
const cheap = 5_000
const expensive = 100_000
/** Expensive reads of one client that may wait. */
const waitingPerClient = 16
/** Milliseconds that an expensive read waits. */
const longestWait = 10_000
/** Statements whose recent duration is known. */
const knownStatements = 1_000

/**
 * Divides the read connections: one is kept for cheap reads, and expensive reads use less than half. An expensive read waits
 * for its class before it takes a place among the others, so that cheap reads never wait behind it.
 */
export class ReadAdmission {
  readonly #all: Queue
  readonly #costly: Queue
  readonly #expensive: Queue
  /** Microseconds, by SQL. */
  readonly #recent = new LRUCache<string, number>({ max: knownStatements })

  constructor(
    connections: number,
    readonly patience: Pick<QueueWait, 'total' | 'stalled'>,
  ) {
    this.#all = new Queue({ concurrency: connections })
    this.#costly = new Queue({ concurrency: Math.max(1, connections - 1) })
    this.#expensive = new Queue({ concurrency: Math.max(1, Math.floor(connections * 0.4)) })
  }

  /** Runs a read when a connection is free for its class. @throws ApiError ServiceUnavailableError when none becomes free */
  run<Result>(
    statement: Statement,
    { weight, client, signal, admitted }: ReadOptions,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const read = admitted ? () => (admitted(), work()) : work
    const wait: QueueWait = { ...this.patience, rejection: databaseBusy, client, signal }
    // It stays cheap, however long it took before.
    if (mostExpected(weight) <= cheap) return this.#all.run(read, wait)
    const measured = () => this.#all.run(() => this.#measure(statement, read), wait)
    const estimated = weight ?? 0
    const expected = Math.max(estimated, Math.min(this.#recent.get(statement.sql) ?? 0, mostExpected(weight)))
    if (expected <= cheap) return measured()
    const costly = () => this.#costly.run(measured, wait)
    if (expected < expensive) return costly()
    // A read that is only slow under load waits longer; how many may wait depends on the estimate alone.
    const longestPerClient = estimated < expensive ? Number.POSITIVE_INFINITY : waitingPerClient
    return this.#expensive.run(costly, {
      rejection: databaseBusy,
      total: longestWait,
      client,
      signal,
      longestPerClient,
    })
  }

  /**
   * A statement that was fast once is believed to be, and one that was slow once is not: when all are slow, the reason is the
   * load.
   */
  async #measure<Result>({ sql }: Statement, read: () => Promise<Result>): Promise<Result> {
    const started = performance.now()
    try {
      return await read()
    } finally {
      const took = (performance.now() - started) * 1_000
      const before = this.#recent.get(sql) ?? took
      this.#recent.set(sql, took < before ? took : Math.min(before * 0.8 + took * 0.2, before * 2))
    }
  }
}

/**
 * The factor by which `pnpm fuzz --interface cost` lets an estimate be too low. Without this limit, cheap reads that an attack
 * slows down wait behind the attack.
 */
function mostExpected(weight: number | undefined): number {
  return weight === undefined ? Number.POSITIVE_INFINITY : 4 * weight
}
