import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { ContentType } from '@content-api/model'
import { Queue } from '@content-api/engine/concurrency'
import type { AnyDatabase } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import {
  hasMoreEvents,
  hasUnnumbered,
  numberEvents,
  type OutboxRange,
  readEventsAfter,
  readOutboxRange,
  type StoredEvent,
} from '@content-api/engine/outbox'
import type { Config } from '@content-api/core/config/schema'
import type { Caller } from '@content-api/core/entries/caller'
import type { OutboxSignal } from '@content-api/core/outbox/outbox-signal'
import type { EventIds } from './event-ids.js'
import { LiveClient, type Subscription } from './live-client.js'

/** Milliseconds between two signs of life, which keep proxies from closing the connection. */
const heartbeatMilliseconds = 15_000
/** Milliseconds after which a client is identified again before it gets an event. */
const identityMilliseconds = 10_000
/** Events that one statement reads for all clients. */
const eventsPerRead = 500
/** Events that one statement reads for a client that resumes. */
const eventsPerPage = 100
/** Events for which a client may resume. With more, it reads everything again. */
const mostResumed = 5_000
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

interface LiveEventsOptions {
  readonly database: AnyDatabase
  readonly signal: OutboxSignal
  readonly ids: EventIds
  readonly limits: Pick<Config['limits'], 'eventClients' | 'eventClientsPerCaller'>
  readonly warn: (message: string) => void
}

/** Sends the events of the outbox to clients, as they become known. All clients share the reads. */
export class LiveEvents {
  readonly #clients = new Set<LiveClient>()
  readonly #counts = new Map<string, number>()
  /** Reads of clients that resume, one at a time. Callers alternate, however many connections each has. */
  readonly #resuming = new Queue()
  /** The last position that was read for all clients; null while nobody listens. */
  #position: number | null = null
  #isReading = false
  #isAgain = false
  #isBeating = false
  #ended = false
  #unlisten: (() => void) | null = null
  #heartbeat: ReturnType<typeof setInterval> | undefined

  constructor(private readonly options: LiveEventsOptions) {}

  /** @throws ApiError RateLimitError, ServiceUnavailableError, ForbiddenError */
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
    const filter = subscription.filterFor(subscription.caller)
    if (!filter) throw new ApiError('ForbiddenError')
    const client = new LiveClient(subscription, filter, (closed) => this.#remove(closed))
    this.#add(client)
    this.#counts.set(key, count + 1)
    try {
      await this.#begin(client)
      return client.stream
    } catch (error) {
      client.stream.destroy()
      throw error
    }
  }

  /** Returns the position of the id of an event; NaN for one that this service didn't make. */
  positionOf(id: string): number {
    return this.options.ids.positionOf(id)
  }

  /** Ends all streams, so that clients resume at another process. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    for (const { stream } of this.#clients) stream.push(null)
  }

  #add(client: LiveClient): void {
    this.#clients.add(client)
    this.#unlisten ??= this.options.signal.listen(() => void this.#read())
    this.#heartbeat ??= setInterval(() => void this.#beat(), heartbeatMilliseconds).unref()
  }

  #remove(client: LiveClient): void {
    this.#clients.delete(client)
    const { key } = client.subscription
    const left = (this.#counts.get(key) ?? 1) - 1
    if (left === 0) this.#counts.delete(key)
    else this.#counts.set(key, left)
    if (this.#clients.size > 0) return
    this.#unlisten?.()
    this.#unlisten = null
    clearInterval(this.#heartbeat)
    this.#heartbeat = undefined
    this.#position = null
  }

  get #last(): number {
    return this.#position ?? 0
  }

  /** Sends the first bytes and earlier events. */
  async #begin(client: LiveClient): Promise<void> {
    const range = await this.#range()
    this.#position ??= range.last
    const { after } = client.subscription
    const resumed = resumedAfter(after, range)
    client.position = resumed ?? range.last
    client.push(`retry: ${retryMilliseconds}\n${this.#idLine(client.position)}\n`)
    if (resumed === null && after !== null) client.push(this.#resetAt(client.position))
    void this.#catchUp(client).catch(() => client.close('The events could not be read'))
  }

  #idLine(position: number): string {
    return `id: ${this.options.ids.of(position)}\n`
  }

  #resetAt(position: number): string {
    return `event: reset\n${this.#idLine(position)}data: {}\n\n`
  }

  async #range(): Promise<OutboxRange> {
    await this.#number()
    return readOutboxRange(this.options.database)
  }

  async #number(): Promise<void> {
    const { database } = this.options
    if (await hasUnnumbered(database)) await database.write(numberEvents)
  }

  /** Sends the events between the client's position and that of all clients, or a reset instead of too many. */
  async #catchUp(client: LiveClient): Promise<void> {
    if (this.#last - client.position > mostResumed) await this.#inTurn(client, () => this.#resetIfMany(client))
    while (!client.stream.destroyed && client.position < this.#last) {
      await this.#inTurn(client, () => this.#sendPage(client))
      await client.drained()
    }
    client.isCurrent = true
    void this.#read()
  }

  /** Runs one read of a client that resumes. Other requests run before the next one. */
  async #inTurn(client: LiveClient, read: () => Promise<void>): Promise<void> {
    const { closed: signal, subscription } = client
    if (signal.aborted) return
    const job = async () => {
      await read()
      await wait(pauseMilliseconds)
    }
    const rejection = () => unavailable('Too many clients resume')
    await this.#resuming.run(job, { client: subscription.key, signal, rejection })
  }

  async #resetIfMany(client: LiveClient): Promise<void> {
    const { filter, position: after } = client
    if (!(await hasMoreEvents(this.options.database, { after, most: mostResumed, filter }))) return
    client.position = Math.max(client.position, this.#last)
    client.push(this.#resetAt(client.position))
  }

  async #sendPage(client: LiveClient): Promise<void> {
    const { filter, position: after } = client
    const upTo = this.#last
    const events = await readEventsAfter(this.options.database, { after, most: eventsPerPage, filter })
    this.#send(client, events)
    // The page has all events that the client wants up to this position.
    if (events.length < eventsPerPage) client.position = Math.max(client.position, upTo)
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
        const after = this.#position
        if (after === null) continue
        const events = await readEventsAfter(this.options.database, { after, most: eventsPerRead })
        const [last] = events.slice(-1)
        if (!last) continue
        await this.#identify(identityMilliseconds)
        // All clients may have left meanwhile. Those that came since begin at another position.
        if (this.#position !== after) {
          this.#isAgain = true
          continue
        }
        // Before the first yield: a client that is still catching up reads these events itself.
        this.#position = last.position
        const shared = new Map<string, Buffer | null>()
        await this.#forEachClient((client) => {
          if (client.isCurrent) this.#send(client, events, shared)
        })
        if (events.length === eventsPerRead) this.#isAgain = true
      }
    } catch (error) {
      this.#warn(error)
    } finally {
      this.#isReading = false
    }
  }

  #warn(error: unknown): void {
    if (this.#ended) return
    this.options.warn(`Live events wait for the database: ${error instanceof Error ? error.message : String(error)}`)
  }

  /** Does work for all clients in slices, so that other requests don't wait for all of them. */
  async #forEachClient(work: (client: LiveClient) => void): Promise<void> {
    const slice = Math.max(clientsPerSlice, Math.ceil(this.#clients.size / mostSlices))
    let done = 0
    for (const client of this.#clients) {
      work(client)
      if (++done % slice === 0) await wait(pauseMilliseconds)
    }
  }

  /**
   * Sends events to a client, unless it has them already. One write to a socket costs more than many events.
   * @param shared the bytes of the same events for other clients, by their audiences
   */
  #send(client: LiveClient, events: readonly StoredEvent[], shared?: Map<string, Buffer | null>): void {
    const { position, filter, audience } = client
    const [first] = events
    if (!first) return
    client.position = Math.max(position, events.at(-1)?.position ?? 0)
    if (this.#ended) return
    const bytesAfter = (after: number) => this.#bytesOfAll(events.filter((event) => isWanted(event, filter, after)))
    if (!shared || first.position <= position) {
      const bytes = bytesAfter(position)
      if (bytes) client.push(bytes)
      return
    }
    let bytes = shared.get(audience)
    if (bytes === undefined) shared.set(audience, (bytes = bytesAfter(position)))
    if (bytes) client.push(bytes)
  }

  #bytesOfAll(events: readonly StoredEvent[]): Buffer | null {
    const [first, ...more] = events.map((event) => this.#bytesOf(event))
    if (first === undefined) return null
    return more.length === 0 ? first : Buffer.concat([first, ...more])
  }

  /** All clients share the bytes of an event. */
  readonly #bytes = new WeakMap<StoredEvent, Buffer>()

  #bytesOf(event: StoredEvent): Buffer {
    let bytes = this.#bytes.get(event)
    if (bytes === undefined) {
      const type = this.options.database.registry.contentTypes.get(event.type)
      this.#bytes.set(event, (bytes = Buffer.from(this.#idLine(event.position) + textOf(event, type))))
    }
    return bytes
  }

  /**
   * Identifies clients again, since their permissions may have changed. Closes those that may not listen.
   * @param milliseconds the time since a client was identified, after which it is identified again
   * @throws the error of a caller that can't be identified at the moment
   */
  async #identify(milliseconds: number): Promise<void> {
    // Not the time of day, which may be set back.
    const now = performance.now()
    const callers = new Map<string, Caller | null>()
    const old = [...this.#clients].filter(({ identifiedAt }) => now - identifiedAt >= milliseconds)
    for (const client of old) {
      const { credentials, filterFor } = client.subscription
      let caller = callers.get(credentials)
      if (caller === undefined) callers.set(credentials, (caller = await identified(client)))
      const filter = caller && filterFor(caller)
      if (filter) Object.assign(client, { filter, identifiedAt: now })
      else client.close('The credentials are no longer valid')
    }
  }

  /** Closes clients that may no longer listen, and sends a sign of life to the others. Never rejects. */
  async #beat(): Promise<void> {
    if (this.#isBeating) return
    this.#isBeating = true
    try {
      await this.#identify(0)
    } catch (error) {
      this.#warn(error)
    }
    // The id lets clients that hear of few writes resume without reading all others.
    const position = this.#last
    const bytes = Buffer.from(`:\n${this.#idLine(position)}\n`)
    const alone = Buffer.from(':\n\n')
    await this.#forEachClient((client) => {
      if (!this.#ended) client.beat(client.isCurrent && client.position >= position ? bytes : alone)
    })
    this.#isBeating = false
    // In case that the last read has failed.
    void this.#read()
  }
}

/** Returns the caller of a client; null for credentials that are no longer valid. */
async function identified({ subscription }: LiveClient): Promise<Caller | null> {
  try {
    return await subscription.identify()
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.name !== 'RateLimitError') return null
    throw error
  }
}

/** Returns the position to resume after; null if events after it are missing, or the client has none. */
function resumedAfter(after: number | null, { first, last }: OutboxRange): number | null {
  return after !== null && after >= first - 1 && after <= last ? after : null
}

function isWanted(event: StoredEvent, { types, drafts }: LiveClient['filter'], after: number): boolean {
  return event.position > after && (event.live || drafts) && types.includes(event.type)
}

const unavailable = (message: string) =>
  new ApiError('ServiceUnavailableError', message, { headers: { 'Retry-After': '5' } })

/** Returns an event in the format of Server-Sent Events, without its id. */
function textOf({ name, type, entry, locale, version, at }: StoredEvent, content: ContentType | undefined): string {
  const data = {
    event: name,
    type,
    collection: content?.pluralName ?? null,
    id: entry,
    ...(version !== null && { version }),
    ...(locale !== null && { locale }),
    at: new Date(at).toISOString(),
  }
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
