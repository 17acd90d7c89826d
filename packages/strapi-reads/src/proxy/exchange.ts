import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { ApiError } from '@content-api/engine/errors'
import { type Answer, AnswerCopy } from './answer-copy.js'
import type { Connections } from './connections.js'
import { addTrailers, hasBody, headersForClient } from './forwarded-headers.js'
import { brokenOff, errorOf, type HeadersOf, sendError } from './own-error.js'

export interface ExchangeOptions {
  /** The bytes of the body that were read from the message already. */
  readonly body: Buffer | undefined
  /** Returns whether the request only reads, although it has a body. */
  readonly isRead: (() => boolean) | undefined
  readonly observe: ((answer: Answer | null) => void) | undefined
  readonly maximumObserved: number
  /** Logs a failure of Strapi. Returns the id of the request, which the response of an error has. */
  readonly log: (error: ApiError) => string
  readonly headersOf: HeadersOf
}

/** A request that passes to Strapi, and its response that passes to the client. Neither is kept in memory. */
export class Exchange {
  #sent: ClientRequest | undefined
  /** Whether the client has closed its connection. */
  #isAbandoned = false

  constructor(
    readonly message: IncomingMessage,
    readonly response: ServerResponse,
    readonly options: ExchangeOptions,
  ) {}

  run(connections: Connections, headers: readonly string[]): void {
    const { message } = this
    const { method, socket } = message
    const withBody = hasBody(message)
    const abandon = () => this.#abandon()
    // Of the socket, because a client may still send its body when it has the whole response.
    socket.once('close', abandon)
    const settle = (sent: ClientRequest) => {
      if (sent !== this.#sent) return
      socket.off('close', abandon)
      // What remains of the body has no receiver. It would keep the connection from its next request.
      if (withBody) message.unpipe(sent).resume()
    }
    try {
      connections.send(message, headers, {
        mayRepeat: () => (withBody ? this.#isRead() : method === 'GET' || method === 'HEAD'),
        started: (sent) => {
          this.#sent = sent
          sent.once('close', () => settle(sent))
          if (withBody) this.#sendBody(sent)
          else sent.end()
        },
        answered: (answer) => this.#receive(answer),
        failed: (error) => this.#fail(error),
      })
    } catch (error) {
      socket.off('close', abandon)
      this.#fail(error as Error)
    }
  }

  /** Whether the request has a body that only reads, and that can be sent again. */
  #isRead(): boolean {
    const { body, isRead } = this.options
    return body !== undefined && this.message.readableEnded && isRead?.() === true
  }

  #sendBody(sent: ClientRequest): void {
    const { message, options } = this
    if (options.body) sent.write(options.body)
    if (message.readableEnded) {
      addTrailers(sent, message)
      return void sent.end()
    }
    // Added before `pipe`, which ends the request by the same event.
    message.once('end', () => addTrailers(sent, message))
    message.pipe(sent)
    flushHeaders(message, sent)
  }

  #receive(answer: IncomingMessage): void {
    const { response, options } = this
    const { observe, maximumObserved } = options
    if (observe) {
      const copy = new AnswerCopy(answer, maximumObserved)
      answer.once('close', () => void copy.read().then(observe))
    }
    answer.once('error', (error) => {
      if (!this.#isAbandoned) options.log(brokenOff(error))
      // The client notices by the length or by the missing last chunk.
      response.destroy()
    })
    try {
      this.#sendHead(answer)
    } catch (error) {
      answer.destroy()
      return this.#replyWith(error as Error)
    }
    answer.once('end', () => addTrailers(response, answer))
    answer.pipe(response)
    flushHeaders(answer, response)
  }

  #sendHead(answer: IncomingMessage): void {
    const { message, response } = this
    const { statusCode = 0, statusMessage } = answer
    const isEmpty = message.method === 'HEAD' || statusCode === 204 || statusCode === 304
    const isChunked = answer.headers['transfer-encoding'] !== undefined && message.httpVersion === '1.1'
    const lines = headersForClient(answer, { trailers: isChunked && !isEmpty, set: { 'X-Served-By': 'strapi' } })
    if (response.getHeaderNames().length === 0) return void response.writeHead(statusCode, statusMessage, lines)
    // A service that stops has set `Connection`. Then Node would only keep the last header of each name.
    for (let index = 0; index < lines.length; index += 2)
      response.appendHeader(lines[index] ?? '', lines[index + 1] ?? '')
    response.writeHead(statusCode, statusMessage)
  }

  #fail(error: Error): void {
    this.options.observe?.(null)
    this.#replyWith(error)
  }

  #replyWith(failure: Error): void {
    if (this.#isAbandoned) return
    const { message, response, options } = this
    const error = errorOf(failure)
    const id = error.status < 500 ? {} : { 'X-Request-Id': options.log(error) }
    sendError(message, response, error, { ...options.headersOf(message), ...id })
  }

  #abandon(): void {
    this.#isAbandoned = true
    this.#sent?.destroy()
  }
}

/** Sends the headers without waiting for a body that comes later, such as server-sent events. */
function flushHeaders(from: IncomingMessage, to: ClientRequest | ServerResponse): void {
  let isFlowing = false
  from.once('data', () => (isFlowing = true))
  setImmediate(() => {
    if (!isFlowing && !to.writableEnded && !to.destroyed) to.flushHeaders()
  })
}
