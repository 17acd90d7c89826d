import type { Cancellation } from '../concurrency/cancellation.js'
import { Queue } from '../concurrency/queue.js'
import type { ReadAfter } from './position.js'
import type { SessionObserver } from './meter.js'

/** The properties of a request that the database uses. */
export interface RequestSession {
  /** The key of the client. Waiting clients are served in turn. */
  readonly client?: string | undefined
  /** Aborts when the client disconnects. Its running reads are cancelled and its waiting ones dropped. */
  readonly signal?: Cancellation | undefined
  /** Runs the reads of the request one after the other. */
  readonly reads: Queue
  /** Calls a function once the response is sent or the client is gone; absent where that can't be known. */
  readonly whenSent?: ((work: () => void) => void) | undefined
  /** Returns which replicas may serve the request's reads; absent when only the primary may. */
  readonly readsAfter?: (() => ReadAfter) | undefined
  /** Collects measurements of the request; absent when nothing is measured. */
  readonly observation?: SessionObserver | undefined
  /** The trace context that hooks pass to other services, so that all belong to one trace. */
  readonly traceparent?: string | undefined
  /** Included in log entries. */
  readonly requestId?: string | undefined
  /** The HTTP request; absent for work without one. Code of the project gets its Koa context. */
  readonly request?: object | undefined
}

/** The parts of a session. The functions are called on first use: most requests need few of the values. */
interface RequestParts {
  readonly client: () => string | undefined
  readonly signal: () => Cancellation | undefined
  readonly whenSent?: RequestSession['whenSent']
  readonly readsAfter?: RequestSession['readsAfter']
  readonly observation?: SessionObserver | undefined
  readonly traceparent?: (() => string | undefined) | undefined
  readonly requestId?: string | undefined
  readonly request?: object | undefined
}

export function createSession(parts: RequestParts): RequestSession {
  return new LazySession(parts)
}

/**
 * This is a class, because V8 creates a separate shape for each object literal with a getter, which slows
 * down every use.
 */
class LazySession implements RequestSession {
  readonly whenSent: RequestSession['whenSent']
  readonly readsAfter: RequestSession['readsAfter']
  readonly observation: RequestSession['observation']
  readonly requestId: string | undefined
  readonly request: object | undefined
  readonly #parts: RequestParts
  #reads: Queue | undefined

  constructor(parts: RequestParts) {
    this.whenSent = parts.whenSent
    this.readsAfter = parts.readsAfter
    this.observation = parts.observation
    this.requestId = parts.requestId
    this.request = parts.request
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
