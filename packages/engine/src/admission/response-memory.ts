import { Queue } from '../concurrency/queue.js'
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

  /** Reserves memory for the response of a read. Returns undefined if the read isn't counted. */
  reserve(plan: ReadPlan, cost: number, { session, client, signal }: ReadOptions): ReservedMemory | undefined {
    if (!session?.whenSent) return undefined
    const length = this.#lengths.get(plan) ?? Math.min(this.limits.responseBytes, cost * bytesPerUnit)
    const slots = length < small || this.#holding.has(session) ? 0 : copies * length
    const wait = { rejection: databaseBusy, total: longestWait, longestPerClient: waitingPerClient }
    return {
      waiting: slots > 0 ? this.#bytes.enter({ ...wait, client, signal, slots }) : undefined,
      release: (text) => {
        if (text !== undefined) this.#hold(plan, session, text)
        if (slots > 0) this.#bytes.leave(slots)
      },
    }
  }

  /** Counts a response until it is sent. */
  #hold(plan: ReadPlan, session: RequestSession, text: JsonText | null): void {
    this.#lengths.set(plan, text?.length ?? 0)
    if (!text || text.length < counted) return
    this.#holding.add(session)
    session.whenSent?.(this.#bytes.reserve(copies * text.length))
  }
}

interface ReservedMemory {
  /**
   * Resolves when the read may start; undefined if it may start now. Rejects with ApiError
   * ServiceUnavailableError when no memory becomes free in time. Then there is nothing to release.
   */
  readonly waiting: Promise<unknown> | undefined
  /** Releases it. The response is counted until it is sent; undefined if the read failed. */
  release(text: JsonText | null | undefined): void
}
