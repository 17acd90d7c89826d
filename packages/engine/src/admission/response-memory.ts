import { Queue, type QueueWait } from '../concurrency/queue.js'
import type { JsonText } from '../plan/json-text.js'
import type { ReadPlan } from '../plan/read-plan.js'
import type { ReadOptions, StatementLimits } from '../database/database.js'
import type { Occupancy } from '../database/meter.js'
import { databaseBusy } from '../database/database-errors.js'
import type { RequestSession } from '../database/request-session.js'

/**
 * How many copies of a response are in memory at most: the driver's buffer, the string and the bytes that are
 * sent.
 */
const copies = 3
/**
 * Responses below `counted` bytes are not counted. Reads that are expected to return less than `small` bytes
 * never wait.
 */
const counted = 65_536
const small = 1_048_576
/**
 * Estimated response size in bytes per unit of query cost (measured: 18 MB for 900,000), until a plan has its
 * first response.
 */
const bytesPerUnit = 20
/** Maximum milliseconds that a read waits for memory. */
const longestWait = 10_000
/** Maximum waiting reads of one client. */
const waitingPerClient = 16

type Read = () => Promise<JsonText | null>

/**
 * Limits the memory of all responses that are being read or sent. Reads with a large response wait for
 * memory. Reads with a small response never wait, so that a client that receives slowly can't stop other
 * clients from reading an entry.
 */
export class ResponseMemory {
  readonly #bytes: Queue
  /** The length of the last response of each plan: bytes on SQLite, characters on PostgreSQL. */
  readonly #lengths = new WeakMap<ReadPlan, number>()
  /**
   * Requests that already hold memory. They don't wait for more, because two such requests could wait for
   * each other forever.
   */
  readonly #holding = new WeakSet<RequestSession>()

  constructor(readonly limits: Pick<StatementLimits, 'responseBytes' | 'responseMemory'>) {
    this.#bytes = new Queue({ concurrency: limits.responseMemory ?? Number.POSITIVE_INFINITY })
  }

  /** The bytes of responses that are being read or sent, and the number of reads that wait for memory. */
  get occupancy(): Occupancy {
    return this.#bytes
  }

  /**
   * Runs a read of a request and counts its response until it is sent.
   *
   * @throws ApiError ServiceUnavailableError when no memory becomes free in time
   */
  run(plan: ReadPlan, cost: number, { session, client, signal }: ReadOptions, read: Read): Promise<JsonText | null> {
    if (!session?.whenSent) return read()
    const length = this.#lengths.get(plan) ?? Math.min(this.limits.responseBytes, cost * bytesPerUnit)
    if (length < small || this.#holding.has(session)) return this.#count(plan, session, read)
    const wait: QueueWait = {
      rejection: databaseBusy,
      total: longestWait,
      longestPerClient: waitingPerClient,
      client,
      signal,
      slots: copies * length,
    }
    return this.#bytes.run(() => this.#count(plan, session, read), wait)
  }

  async #count(plan: ReadPlan, session: RequestSession, read: Read): Promise<JsonText | null> {
    const text = await read()
    this.#lengths.set(plan, text?.length ?? 0)
    if (text && text.length >= counted) {
      this.#holding.add(session)
      session.whenSent?.(this.#bytes.reserve(copies * text.length))
    }
    return text
  }
}
