import { Queue, type QueueWait } from '../concurrency/queue.js'
import type { ReadPlan } from '../query/read-plan.js'
import type { ReadOptions, StatementLimits } from './database.js'
import type { Occupancy } from '../telemetry/meter.js'
import { databaseBusy } from './errors.js'
import type { RequestSession } from './request-session.js'

/** A text is in memory about so many times: as the driver has it, as a string, and as the bytes that are sent. */
const copies = 3
/** Bytes below which responses aren't counted, and those below which a read doesn't wait for others. */
const counted = 65_536
const small = 1_048_576
/** Bytes of a response for each unit of its price (measured: 18 MB for 900,000), until its first one is known. */
const bytesPerUnit = 20
/** Milliseconds that a read waits for memory. */
const longestWait = 10_000
/** Reads of one client that may wait. */
const waitingPerClient = 16

type Read = () => Promise<string | null>

/**
 * Bounds the memory of all responses that are read or being sent: large ones wait until there is room. Small ones never wait,
 * so that clients that don't take their responses keep nobody from reading an entry.
 */
export class AnswerMemory {
  readonly #bytes: Queue
  /** Characters that the last read of a plan returned. */
  readonly #lengths = new WeakMap<ReadPlan, number>()
  /** Requests that hold memory already don't wait for more: they would wait for one another. */
  readonly #holding = new WeakSet<RequestSession>()

  constructor(readonly limits: Pick<StatementLimits, 'answerBytes' | 'answerMemory'>) {
    this.#bytes = new Queue({ concurrency: limits.answerMemory ?? Number.POSITIVE_INFINITY })
  }

  /** Bytes of responses that are read or being sent, and how many reads wait for some. */
  get occupancy(): Occupancy {
    return this.#bytes
  }

  /** Runs a read of a request, and counts its response until it is sent. @throws ApiError ServiceUnavailableError */
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
