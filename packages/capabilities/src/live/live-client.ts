import { Readable } from 'node:stream'
import type { EventFilter } from '@content-api/engine/outbox'
import { Cancel } from '@content-api/engine/concurrency'
import type { Caller } from '@content-api/core/entries/caller'

/** Bytes that may wait for a client. A client that reads more slowly is closed and resumes. */
const mostWaiting = 65_536
/** Bytes above which a client gets no earlier events until it has read. */
const highWaterMark = 8_192

/** What a client wants and may hear. */
export interface Subscription {
  /** Clients with the same key count together. */
  readonly key: string
  /** Equal for clients with the same credentials. */
  readonly credentials: string
  /** Identifies the client again. @throws ApiError for credentials that are no longer valid */
  readonly identify: () => Promise<Caller>
  /** Returns the events that the client wants and the caller may hear of; null if there are none. */
  readonly filterFor: (caller: Caller) => EventFilter | null
  readonly caller: Caller
  /** The position to resume after; null for the current one, NaN for an unknown one. */
  readonly after: number | null
}

/** An open connection. */
export class LiveClient {
  readonly stream: Readable
  /** Aborts when the connection is closed. */
  readonly closed = new Cancel()
  #filter: EventFilter
  #audience: string
  /** When the client was identified, in milliseconds of `performance.now()`. */
  identifiedAt = performance.now()
  /** The last position that was sent or passed over. */
  position = 0
  /** Whether it gets events as they are read. Otherwise it still reads earlier ones. */
  isCurrent = false
  /** Whether it has read nothing since the last heartbeat, at which bytes waited. */
  #isIdle = false
  #drained: () => void = () => undefined

  constructor(
    readonly subscription: Subscription,
    filter: EventFilter,
    onClose: (client: LiveClient) => void,
  ) {
    this.#filter = filter
    this.#audience = audienceOf(filter)
    this.stream = new Readable({
      highWaterMark,
      read: () => {
        this.#isIdle = false
        this.#drained()
      },
      destroy: (error, done) => {
        this.closed.abort(new Error('The client has disconnected'))
        this.#drained()
        onClose(this)
        done(error)
      },
    })
    // A stream may fail before the response has a listener.
    this.stream.on('error', () => undefined)
  }

  get filter(): EventFilter {
    return this.#filter
  }

  set filter(filter: EventFilter) {
    this.#filter = filter
    this.#audience = audienceOf(filter)
  }

  /** Equal for clients that get the same events. */
  get audience(): string {
    return this.#audience
  }

  push(bytes: Buffer | string): void {
    if (this.stream.destroyed) return
    this.stream.push(bytes)
    if (this.stream.readableLength > mostWaiting) this.close('The client reads too slowly')
  }

  /** Sends a sign of life, unless bytes wait. Closes a client that has not read any since the last call. */
  beat(bytes: Buffer): void {
    if (this.stream.readableLength === 0) this.push(bytes)
    else if (this.#isIdle) this.close('The client does not read')
    else this.#isIdle = true
  }

  /** Resolves when the client has read, or is closed. */
  async drained(): Promise<void> {
    if (this.stream.destroyed || this.stream.readableLength < highWaterMark) return
    await new Promise<void>((resolve) => (this.#drained = resolve))
    this.#drained = () => undefined
  }

  close(reason: string): void {
    this.stream.destroy(new Error(reason))
  }
}

const audienceOf = ({ drafts, types }: EventFilter) => `${drafts} ${types.join()}`
