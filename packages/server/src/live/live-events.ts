import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { ContentType } from '@content-api/model'
import type { Database } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import {
  hasUnnumbered,
  numberEvents,
  type OutboxRange,
  readEventsAfter,
  readOutboxRange,
  type StoredEvent,
} from '@content-api/engine/outbox'
import type { Config } from '../config/schema.js'
import type { Caller } from '../entries/caller.js'
import type { OutboxSignal } from '../outbox/outbox-signal.js'

/** Milliseconds between two comments, which keep proxies from closing the connection. */
const heartbeatMilliseconds = 15_000
/** Milliseconds after which a client is identified again before it gets an event. */
const identityMilliseconds = 10_000
/** Bytes that may wait for a client. A client that reads more slowly is closed and resumes. */
const mostWaiting = 65_536
/** Events that one statement reads. */
const eventsPerRead = 500
/**
 * Clients get events in slices, and other requests run during the pause after each. So the last of 2,000
 * clients gets an event one to two seconds later. Events that are written meanwhile are sent together.
 */
const clientsPerSlice = 2
const pauseMilliseconds = 1
/** With more clients than that many slices hold, slices are larger. */
const mostSlices = 1_000
/** Milliseconds after which a client reconnects. */
const retryMilliseconds = 2_000

/** What a client wants and may hear. */
export interface Subscription {
  /** Clients with the same key count together. */
  readonly key: string
  /** Equal for clients with the same credentials. */
  readonly credentials: string
  /** Identifies the client again. @throws ApiError for credentials that are no longer valid */
  readonly identify: () => Promise<Caller>
  /** Returns whether the client wants the event, and the caller may read its content type. */
  readonly accepts: (event: StoredEvent, caller: Caller) => boolean
  readonly caller: Caller
  /** The position to resume after; null for the current one, NaN for an unknown one. */
  readonly after: number | null
}

interface Client extends Subscription {
  readonly stream: Readable
  caller: Caller
  identifiedAt: number
  /** The last position that was sent or passed over. */
  position: number
  /** Whether it gets events as they are read. Otherwise it still reads earlier ones. */
  isCurrent: boolean
  /** Called when the stream wants more. */
  drained: () => void
}

interface LiveEventsOptions {
  readonly database: Database
  readonly signal: OutboxSignal
  readonly limits: Pick<Config['limits'], 'eventClients' | 'eventClientsPerCaller'>
  readonly warn: (message: string) => void
}

/** Sends the events of the outbox to clients, as they become known. All clients share the reads. */
export class LiveEvents {
  readonly #clients = new Set<Client>()
  readonly #counts = new Map<string, number>()
  #position = 0
  #isReading = false
  #isAgain = false
  #ended = false
  #unlisten: (() => void) | null = null
  #heartbeat: ReturnType<typeof setInterval> | undefined

  constructor(private readonly options: LiveEventsOptions) {}

  /** @throws ApiError RateLimitError, ServiceUnavailableError */
  async open(subscription: Subscription): Promise<Readable> {
    const { eventClients, eventClientsPerCaller } = this.options.limits
    const { key } = subscription
    if (this.#ended) throw unavailable('The service is stopping')
    const count = this.#counts.get(key) ?? 0
    if (count >= eventClientsPerCaller) {
      throw new ApiError(
        'RateLimitError',
        `Only ${eventClientsPerCaller} connections to events are allowed at a time`,
        {
          headers: { 'Retry-After': '30' },
        },
      )
    }
    if (this.#clients.size >= eventClients) throw unavailable('Too many clients listen to events')
    const client = this.#add(subscription)
    this.#counts.set(key, count + 1)
    try {
      await this.#begin(client)
      return client.stream
    } catch (error) {
      client.stream.destroy()
      throw error
    }
  }

  /** Ends all streams, so that clients resume at another process. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    for (const { stream } of this.#clients) stream.push(null)
  }

  #add(subscription: Subscription): Client {
    const client: Client = {
      ...subscription,
      stream: new Readable({
        read: () => client.drained(),
        destroy: (error, done) => {
          this.#remove(client)
          done(error)
        },
      }),
      identifiedAt: Date.now(),
      position: 0,
      isCurrent: false,
      drained: () => undefined,
    }
    // A stream may fail before the response has a listener.
    client.stream.on('error', () => undefined)
    this.#clients.add(client)
    this.#unlisten ??= this.options.signal.listen(() => void this.#read())
    this.#heartbeat ??= setInterval(() => this.#beat(), heartbeatMilliseconds).unref()
    return client
  }

  #remove(client: Client): void {
    this.#clients.delete(client)
    client.drained()
    const left = (this.#counts.get(client.key) ?? 1) - 1
    if (left === 0) this.#counts.delete(client.key)
    else this.#counts.set(client.key, left)
    if (this.#clients.size > 0) return
    this.#unlisten?.()
    this.#unlisten = null
    clearInterval(this.#heartbeat)
    this.#heartbeat = undefined
    this.#position = 0
  }

  /** Sends the first bytes and earlier events. */
  async #begin(client: Client): Promise<void> {
    const range = await this.#range()
    this.#position ||= range.last
    const after = resumed(client.after, range)
    client.position = after ?? range.last
    const start = after === null && client.after !== null ? `event: reset\nid: ${range.last}\ndata: {}\n\n` : ''
    client.stream.push(`retry: ${retryMilliseconds}\nid: ${client.position}\n\n${start}`)
    void this.#catchUp(client).catch(() => client.stream.destroy(new Error('The events could not be read')))
  }

  async #range(): Promise<OutboxRange> {
    await this.#number()
    return readOutboxRange(this.options.database)
  }

  async #number(): Promise<void> {
    const { database } = this.options
    if (await hasUnnumbered(database)) await database.write(numberEvents)
  }

  /** Sends the events between the client's position and that of all clients. */
  async #catchUp(client: Client): Promise<void> {
    while (!client.stream.destroyed && client.position < this.#position) {
      const events = await readEventsAfter(this.options.database, client.position, eventsPerRead)
      if (events.length === 0) break
      this.#send(client, events)
      if (client.stream.readableLength < client.stream.readableHighWaterMark) continue
      await new Promise<void>((resolve) => (client.drained = resolve))
      client.drained = () => undefined
    }
    client.isCurrent = true
    void this.#read()
  }

  /** Reads new events, and sends each to the clients that want it. Never rejects. */
  async #read(): Promise<void> {
    this.#isAgain = true
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#isAgain && this.#clients.size > 0) {
        this.#isAgain = false
        await this.#number()
        const events = await readEventsAfter(this.options.database, this.#position, eventsPerRead)
        const [last] = events.slice(-1)
        if (!last) continue
        await this.#identify()
        // Before the first yield: a client that is still catching up reads these events itself.
        this.#position = last.position
        await this.#forEachClient((client) => {
          if (!client.isCurrent) return
          this.#send(client, events)
          const { stream } = client
          if (stream.readableLength > mostWaiting) stream.destroy(new Error('The client reads too slowly'))
        })
        if (events.length === eventsPerRead) this.#isAgain = true
      }
    } catch (error) {
      this.options.warn(`Live events wait for the database: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      this.#isReading = false
    }
  }

  /** Does work for all clients in slices, so that other requests don't wait for all of them. */
  async #forEachClient(work: (client: Client) => void): Promise<void> {
    const slice = Math.max(clientsPerSlice, Math.ceil(this.#clients.size / mostSlices))
    let done = 0
    for (const client of this.#clients) {
      work(client)
      if (++done % slice === 0) await wait(pauseMilliseconds)
    }
  }

  /** Sends events to a client, unless it has them already. One write to a socket costs more than many events. */
  #send(client: Client, events: readonly StoredEvent[]): void {
    const { stream, caller, position } = client
    client.position = Math.max(position, events.at(-1)?.position ?? 0)
    if (this.#ended || stream.destroyed) return
    const accepted = events.filter((event) => event.position > position && client.accepts(event, caller))
    const [first, ...more] = accepted.map((event) => this.#bytesOf(event))
    if (first === undefined) return
    stream.push(more.length === 0 ? first : Buffer.concat([first, ...more]))
  }

  /** All clients share the bytes of an event. */
  readonly #bytes = new WeakMap<StoredEvent, Buffer>()

  #bytesOf(event: StoredEvent): Buffer {
    let bytes = this.#bytes.get(event)
    if (bytes === undefined) {
      const type = this.options.database.registry.contentTypes.get(event.type)
      this.#bytes.set(event, (bytes = Buffer.from(textOf(event, type))))
    }
    return bytes
  }

  /** Identifies clients again, since their permissions may have changed. Ends those that may no longer listen. */
  async #identify(): Promise<void> {
    const now = Date.now()
    const callers = new Map<string, Promise<Caller | null>>()
    const old = [...this.#clients].filter(({ identifiedAt }) => now - identifiedAt > identityMilliseconds)
    for (const client of old) {
      const { credentials } = client
      if (!callers.has(credentials))
        callers.set(
          credentials,
          client.identify().catch(() => null),
        )
      const caller = await callers.get(credentials)
      if (caller) Object.assign(client, { caller, identifiedAt: now })
      else client.stream.destroy(new Error('The credentials are no longer valid'))
    }
  }

  #beat(): void {
    void this.#forEachClient(({ stream }) => {
      if (!this.#ended && !stream.destroyed) stream.push(':\n\n')
    })
  }
}

/** Returns the position to resume after; null if events after it are missing, or the client has none. */
function resumed(after: number | null, { first, last }: OutboxRange): number | null {
  return after !== null && after >= first - 1 && after <= last ? after : null
}

const unavailable = (message: string) =>
  new ApiError('ServiceUnavailableError', message, { headers: { 'Retry-After': '5' } })

/** Returns an event in the format of Server-Sent Events. */
function textOf(
  { position, name, type, entry, locale, version, at }: StoredEvent,
  content: ContentType | undefined,
): string {
  const data = {
    event: name,
    type,
    collection: content?.pluralName ?? null,
    id: entry,
    ...(version !== null && { version }),
    ...(locale !== null && { locale }),
    at: new Date(at).toISOString(),
  }
  return `id: ${position}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
