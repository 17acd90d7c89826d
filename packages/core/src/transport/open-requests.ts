import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** A request whose response isn't finished. */
export interface OpenRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** The requests of a server whose responses aren't finished. */
export class OpenRequests {
  readonly #open = new UnorderedList<OpenRequest>()
  /**
   * `closeConnections` calls it if no request is open. Afterwards it is called whenever the last open request
   * finishes.
   */
  onNone: () => void = () => undefined
  #retiring = false
  #closing = false

  constructor(readonly server: Server) {
    server.prependListener('request', (request, response) => this.#add(request, response))
  }

  get count(): number {
    return this.#open.size
  }

  [Symbol.iterator](): IterableIterator<OpenRequest> {
    return this.#open[Symbol.iterator]()
  }

  /** Closes connections that are idle now, and others as soon as they become idle. */
  closeConnections(): void {
    this.#closing = true
    this.retireConnections()
    this.server.closeIdleConnections()
    if (this.#open.size === 0) this.onNone()
  }

  /**
   * Makes each further response the last one of its connection, with `Connection: close`. Clients then send
   * no more requests on it.
   */
  retireConnections(): void {
    this.#retiring = true
    for (const { response } of this.#open) announceClose(response)
  }

  #add(request: IncomingMessage, response: ServerResponse): void {
    const open = { request, response }
    this.#open.add(open)
    response.once('close', () => {
      this.#open.delete(open)
      if (!this.#closing) return
      // A response whose headers were already sent did not announce the end of the connection.
      setImmediate(() => this.server.closeIdleConnections())
      if (this.#open.size === 0) this.onNone()
    })
    if (this.#retiring) announceClose(response)
  }
}

function announceClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

/**
 * A list whose items are added and deleted often, in any order. It replaces a Set: when a Set grows, V8
 * replaces its table, and the old table refers to the new one. This keeps every item that was ever in the Set
 * until the next full garbage collection. With a Set of requests, this took an eighth of the time of a small
 * read (`node --trace-gc-nvp`, bytes promoted).
 */
export class UnorderedList<Item> {
  readonly #items: Item[] = []

  get size(): number {
    return this.#items.length
  }

  /** Iterates over a copy, so that the list may change during the iteration. */
  [Symbol.iterator](): IterableIterator<Item> {
    return [...this.#items].values()
  }

  add(item: Item): void {
    this.#items.push(item)
  }

  delete(item: Item): void {
    const index = this.#items.indexOf(item)
    if (index === -1) return
    const last = this.#items.pop() as Item
    if (last !== item) this.#items[index] = last
  }
}

export interface SlowClientLimits {
  /** Milliseconds for which a client may hold a connection while it sends almost nothing. */
  readonly silence: number
  /** A body that arrives faster than this may take any time, because uploads are large. */
  readonly bytesPerSecond: number
  /** Milliseconds between two checks. */
  readonly interval: number
}

const defaultLimits: SlowClientLimits = { silence: 25_000, bytesPerSecond: 16_384, interval: 1_000 }

/** A body that is being sent. */
interface Sending extends OpenRequest {
  /** Milliseconds that are left of `silence`. */
  left: number
  /** The time when `left` was computed, and the bytes that the connection had received by then. */
  seen: number
  bytes: number
}

/**
 * Cuts off clients that send a body byte by byte, stop in the middle of it, or don't read their response.
 * Node's own limit on requests only counts time: a limit that is short enough for slow clients would end
 * large uploads.
 * @returns a function that stops the checks
 */
export function cutOffSlowClients(requests: OpenRequests, limits: SlowClientLimits = defaultLimits): () => void {
  /** Separate from the open requests, because a client may still send the body after the response. */
  const sending = new UnorderedList<Sending>()
  const taking = new WeakSet<OpenRequest>()
  requests.server.on('request', (request, response) => {
    if (!hasBody(request.headers)) return
    const open = {
      request,
      response,
      left: limits.silence,
      seen: performance.now(),
      bytes: request.socket.bytesRead,
    }
    sending.add(open)
    request.once('end', () => sending.delete(open))
  })
  const timer = setInterval(() => {
    for (const open of sending) {
      if (open.request.complete || open.request.socket.destroyed) sending.delete(open)
      else if (isSlow(open, limits)) cutOff(open)
    }
    for (const open of requests) {
      if (!open.response.headersSent || taking.has(open)) continue
      taking.add(open)
      // The timeout counts from the last bytes sent. It is half of `silence`, because Node restarts it once
      // if bytes were sent in the meantime. Node resets it with the next request of the connection.
      open.request.socket.setTimeout(limits.silence / 2)
    }
  }, limits.interval)
  timer.unref()
  return () => clearInterval(timer)
}

function hasBody(headers: OpenRequest['request']['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Returns whether a client is too slow. Received bytes extend its remaining time at the rate
 * `bytesPerSecond`. The remaining time never exceeds `silence`, so that even a client that has sent much may
 * not be silent for longer than that.
 */
function isSlow(open: Sending, { silence, bytesPerSecond }: SlowClientLimits): boolean {
  const [now, { bytesRead }] = [performance.now(), open.request.socket]
  const gained = ((bytesRead - open.bytes) / bytesPerSecond) * 1_000
  open.left = Math.min(silence, open.left - (now - open.seen) + gained)
  open.seen = now
  open.bytes = bytesRead
  return open.left < 0
}

/** Ends a connection in the same way as Node's own timeout. */
function cutOff({ request, response }: OpenRequest): void {
  const { socket } = request
  if (!response.headersSent && socket.writable)
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  socket.destroy()
}
