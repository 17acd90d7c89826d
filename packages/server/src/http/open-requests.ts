import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { UnorderedList } from '../concurrency/unordered-list.js'

/** A request under way on a connection. */
export interface OpenRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** What a server has been asked and hasn't answered to the end. */
export class OpenRequests {
  readonly #open = new UnorderedList<OpenRequest>()
  /** Called each time when the last one is answered after `closeConnections`, and by it when there is none. */
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

  /** Closes what is idle now and what becomes idle. */
  closeConnections(): void {
    this.#closing = true
    this.retireConnections()
    this.server.closeIdleConnections()
    if (this.#open.size === 0) this.onNone()
  }

  /** From now on each answer is the last one of its connection, and says so: a client that knows sends nothing after it. */
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
      // One whose headers were sent before doesn't know that it is the last.
      setImmediate(() => this.server.closeIdleConnections())
      if (this.#open.size === 0) this.onNone()
    })
    if (this.#retiring) announceClose(response)
  }
}

function announceClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
