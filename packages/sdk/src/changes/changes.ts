import type { ClientContext, Extension } from '../client.js'
import { ApiError } from '../errors/api-error.js'
import { NetworkError } from '../errors/network-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { TimeoutError } from '../errors/timeout-error.js'
import { onAbort } from '../transport/on-abort.js'
import { retryDelay } from '../transport/retry-delay.js'
import type { AnyContentTypes, ContentTypes } from '../types/model.js'
import type { TypeName } from '../types/named.js'
import type { Change, ContentChange } from './change.js'
import { type EventReader, readEvents, type StreamEvent } from './read-events.js'

const PREFIX = '/content-api'
const PATH = '/events'
const IDLE = 60_000

/** The options of {@link Changes.changes}. */
export interface ChangesOptions<Types extends ContentTypes> {
  /**
   * The content types: plural names of collection types, singular names of single types, `files` for files.
   * Default: all that the caller may read.
   */
  readonly collections?: readonly (TypeName<Types> | 'files')[]
  /** `preview`: changes of drafts too. Default `live`. */
  readonly publicationState?: 'live' | 'preview'
  /** Ends the iteration, without an error. */
  readonly signal?: AbortSignal
  /** The `position` of a change that was seen: the iteration continues after it. */
  readonly after?: string
  /** Milliseconds without a sign of life of the service, after which it connects again. Default 60,000. */
  readonly idleTimeout?: number
  /** Called when the connection is lost or can't be made. It connects again after a growing wait. */
  readonly onDisconnect?: (error: unknown) => void
}

/** The method that {@link changes} adds to a client. */
export interface Changes<Types extends ContentTypes> {
  /**
   * Yields the changes of content as they are committed. It connects again when the connection is lost, and
   * continues after the last change. When changes are missing, it yields `{ event: 'reset' }`: read again.
   * `break` closes the connection.
   *
   * @throws ApiError if the service rejects the request: 404 without `events: true` in its configuration
   */
  changes(options?: ChangesOptions<Types>): AsyncGenerator<Change, void, undefined>
}

/**
 * Adds `changes` to a client: an iterator over the writes of the service.
 *
 * @example
 * ```ts
 * const live = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' }).with(changes<ContentTypes>())
 * for await (const change of live.changes({ collections: ['articles'] })) {
 *   if (change.event !== 'reset') console.log(change.event, change.collection, change.id)
 * }
 * ```
 */
export function changes<Types extends ContentTypes = AnyContentTypes>(): Extension<Changes<Types>> {
  return (context) => ({ changes: (options = {}) => listen(context, options) })
}

/** One request for the stream, by the `send` of the client: with its token, renewal, hooks and errors. */
class Connection<Types extends ContentTypes> {
  /** The response, if it is an error. */
  failure: Response | undefined
  #reader: EventReader | undefined
  #stopListening: (() => void) | undefined

  constructor(
    readonly context: ClientContext,
    readonly options: ChangesOptions<Types>,
  ) {}

  async open(position: string | undefined): Promise<EventReader> {
    const { collections, publicationState, signal, idleTimeout = IDLE } = this.options
    let body: ReadableStream<Uint8Array> | null = null
    await this.context.send({
      method: 'GET',
      prefix: PREFIX,
      path: PATH,
      query: { ...(collections && { types: collections.join(',') }), ...(publicationState && { publicationState }) },
      options: {
        headers: { accept: 'text/event-stream', ...(position !== undefined && { 'last-event-id': position }) },
        cache: 'no-store',
        retry: 0,
        ...(signal && { signal }),
        // The client would read the body to its end.
        fetch: async (url, init) => {
          const response = await (this.context.options.fetch ?? fetch)(url, init)
          this.failure = response.ok ? undefined : response
          if (!response.ok) return response
          // An error that is thrown here would count as one of the network.
          if (!isStream(response)) await response.body?.cancel()
          else body = response.body
          return new Response(null, response)
        },
      },
    })
    if (!body) throw new ResponseShapeError(`GET ${PREFIX}${PATH} returned no stream of events`)
    this.#reader = readEvents(body, idleTimeout)
    if (signal) this.#stopListening = onAbort(signal, () => this.#reader?.close())
    return this.#reader
  }

  close(): void {
    this.#stopListening?.()
    this.#reader?.close()
  }
}

async function* listen<Types extends ContentTypes>(
  context: ClientContext,
  options: ChangesOptions<Types>,
): AsyncGenerator<Change, void, undefined> {
  const { signal, onDisconnect } = options
  let position = options.after
  let mayMiss = false
  let failures = 0
  let wait = 0
  const isOver = () => signal?.aborted === true
  while (!isOver()) {
    const connection = new Connection(context, options)
    try {
      const events = await connection.open(position)
      // Without a position, the service can't send what was written since the connection was lost.
      if (mayMiss && position === undefined) yield { event: 'reset', position }
      mayMiss = true
      for (let next = await events.next(); next; next = await events.next()) {
        failures = 0
        wait = next.retry ?? wait
        position = next.id ?? position
        if (next.event === 'reset') yield { event: 'reset', position }
        else if (next.data !== '') yield changeOf(next)
      }
      if (!isOver()) onDisconnect?.(new NetworkError('The service closed the stream of changes'))
    } catch (error) {
      if (isOver()) return
      if (!isTemporary(error)) throw error
      onDisconnect?.(error)
    } finally {
      connection.close()
    }
    await pause(Math.max(retryDelay(connection.failure, failures++), wait * (0.5 + Math.random() / 2)), signal)
  }
}

const isStream = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/event-stream') === true

function changeOf({ data, id = '' }: StreamEvent): ContentChange {
  let change: Omit<ContentChange, 'position'> | null
  try {
    change = JSON.parse(data) as typeof change
  } catch {
    change = null
  }
  if (typeof change?.event !== 'string') throw new ResponseShapeError('The stream of changes has an event without JSON')
  return { ...change, position: id }
}

/** Returns whether a later attempt may succeed. A stream that breaks fails with the `TypeError` of `fetch`. */
function isTemporary(error: unknown): boolean {
  if (ApiError.is(error)) return error.status >= 500 || error.status === 429 || error.status === 408
  return (
    !ResponseShapeError.is(error) && (NetworkError.is(error) || TimeoutError.is(error) || error instanceof TypeError)
  )
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    let stopListening: (() => void) | undefined
    const end = () => {
      clearTimeout(timer)
      stopListening?.()
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    if (signal) stopListening = onAbort(signal, end)
    if (signal?.aborted) end()
  })
}
