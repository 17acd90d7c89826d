import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { UnorderedList } from '../concurrency/unordered-list.js'

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
