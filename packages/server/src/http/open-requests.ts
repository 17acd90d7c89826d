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
