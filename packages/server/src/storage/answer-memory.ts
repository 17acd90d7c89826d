import { Queue, type QueueWait } from '../concurrency/queue.js'
import type { ReadPlan } from '../query/read-plan.js'
import type { ReadOptions, StatementLimits } from './database.js'
import type { Occupancy } from '../telemetry/meter.js'
import { databaseBusy } from './errors.js'
import type { RequestSession } from './request-session.js'

/** How often a response is in memory: as the driver's buffer, as a string and as the bytes that are sent. */
const copies = 3
/** Responses with fewer bytes than `counted` are not counted. Reads with fewer bytes than `small` never wait. */
const counted = 65_536
const small = 1_048_576
/**
 * Estimated bytes of a response for each unit of query cost (measured: 18 MB for 900,000), until the first response of a plan.
 */
const bytesPerUnit = 20
/** Milliseconds that a read waits for memory. */
const longestWait = 10_000
/** How many reads of one client may wait. */
const waitingPerClient = 16

type Read = () => Promise<string | null>

/**
 * Limits the memory of all responses that are being read or sent: large ones wait until there is room. Small ones never wait,
 * so a client that is slow to receive its responses blocks nobody from reading an entry.
 */
export class AnswerMemory {
  readonly #bytes: Queue
  /** The length of the last response of each plan, in characters. */
  readonly #lengths = new WeakMap<ReadPlan, number>()
  /** Requests that already hold memory don't wait for more, since they could wait for each other. */
  readonly #holding = new WeakSet<RequestSession>()

  constructor(readonly limits: Pick<StatementLimits, 'answerBytes' | 'answerMemory'>) {
    this.#bytes = new Queue({ concurrency: limits.answerMemory ?? Number.POSITIVE_INFINITY })
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
  run(plan: ReadPlan, price: number, { session, client, signal }: ReadOptions, read: Read): Promise<string | null> {
    if (!session?.whenSent) return read()
    const length = this.#lengths.get(plan) ?? Math.min(this.limits.answerBytes, price * bytesPerUnit)
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

  async #count(plan: ReadPlan, session: RequestSession, read: Read): Promise<string | null> {
    const text = await read()
    this.#lengths.set(plan, text?.length ?? 0)
    if (text && text.length >= counted) {
      this.#holding.add(session)
      session.whenSent?.(this.#bytes.reserve(copies * text.length))
    }
    return text
  }
}
