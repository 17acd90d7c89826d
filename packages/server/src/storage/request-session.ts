import type { Cancellation } from '../concurrency/cancellation.js'
import { Queue } from '../concurrency/queue.js'
import type { ReadAfter } from './position.js'
import type { RequestObservation } from '../telemetry/observation.js'

/** A request, as the database sees it. */
export interface RequestSession {
  /** Clients that wait take turns. */
  readonly client?: string | undefined
  /** Aborts when the client disconnects. Its reads are cancelled then, and what waits is dropped. */
  readonly signal?: Cancellation | undefined
  /** Runs the reads of the request one after the other. */
  readonly reads: Queue
  /** Calls a function once the response is sent, or the client gone; absent where that can't be known. */
  readonly whenSent?: ((work: () => void) => void) | undefined
  /** Which replicas may answer its reads; absent where only the primary does. */
  readonly readsAfter?: (() => ReadAfter) | undefined
  /** Adds up what is done for the request; absent where nobody wants to know. */
  readonly observation?: RequestObservation | undefined
  /** What hooks pass to other services, so that one trace holds all of them. */
  readonly traceparent?: string | undefined
  /** Stands in the log. */
  readonly requestId?: string | undefined
}

/** What a session is made of. Values are read on first use: most requests need few of them. */
interface RequestParts {
  readonly client: () => string | undefined
  readonly signal: () => Cancellation | undefined
  readonly whenSent?: RequestSession['whenSent']
  readonly readsAfter?: RequestSession['readsAfter']
  readonly observation?: RequestObservation | undefined
  readonly traceparent?: (() => string | undefined) | undefined
  readonly requestId?: string | undefined
}

export function createSession(parts: RequestParts): RequestSession {
  return new LazySession(parts)
}

/** A class for the reason that `MessageRequest` is one. */
class LazySession implements RequestSession {
  readonly whenSent: RequestSession['whenSent']
  readonly readsAfter: RequestSession['readsAfter']
  readonly observation: RequestSession['observation']
  readonly requestId: string | undefined
  readonly #parts: RequestParts
  #reads: Queue | undefined

  constructor(parts: RequestParts) {
    this.whenSent = parts.whenSent
    this.readsAfter = parts.readsAfter
    this.observation = parts.observation
    this.requestId = parts.requestId
    this.#parts = parts
  }

  get client(): string | undefined {
    return this.#parts.client()
  }

  get signal(): Cancellation | undefined {
    return this.#parts.signal()
  }

  get traceparent(): string | undefined {
    return this.#parts.traceparent?.()
  }

  get reads(): Queue {
    return (this.#reads ??= new Queue())
  }
}
