import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '@content-api/engine/errors'
import type { Log } from '@content-api/core/composition/failure'
import { requestId } from '@content-api/core/transport/message-request'
import type { ForwardReason } from '../forward-reason.js'
import { type Answer, AnswerCopy } from './answer-copy.js'
import { createConnections, type ProxyLimits } from './connections.js'
import { Exchange } from './exchange.js'
import { hasBody, hasCertainEnd, headersForStrapi, isWebSocket } from './forwarded-headers.js'
import { type HeadersOf, sendError } from './own-error.js'

export interface ProxyOptions {
  /** Where Strapi listens. */
  readonly target: URL
  /** The number of proxies in front of this server whose `X-Forwarded-*` headers are used. */
  readonly trustProxy: number
  /** Returns headers for the proxy's own errors, such as those of CORS. */
  readonly headersOf?: HeadersOf
  /** Logs requests that Strapi did not respond to, or not completely. Clients that disconnect don't count. */
  readonly log?: Log
  readonly limits?: Partial<ProxyLimits>
  /** The most requests that Strapi gets at the same time; without it, there is no limit. */
  readonly maximum?: number
}

/** Bytes of a response that is kept for a comparison. */
const defaultObserved = 1_048_576

export interface ForwardOptions {
  /** Why the request goes to Strapi. */
  readonly reason: ForwardReason
  /**
   * The bytes of the body that were read from the message already, as the client sent them. The rest of the
   * message follows.
   */
  readonly body?: Buffer | undefined
  /** Returns whether the request only reads, although it has a body. Called before such a request is repeated. */
  readonly isRead?: (() => boolean) | undefined
  /**
   * Receives a copy of Strapi's response once it is complete; null if it is larger than `maximumObserved` or
   * if it failed.
   */
  readonly observe?: ((answer: Answer | null) => void) | undefined
  readonly maximumObserved?: number | undefined
}

/** `refused`: Strapi had too many requests, and the client got 503. */
export type ForwardResult = 'sent' | 'refused'

export interface Proxy {
  /**
   * Sends a request to Strapi and its response to the client. Never rejects; resolves when the response is
   * closed. If Strapi has `maximum` requests already, the client gets 503.
   */
  forward(message: IncomingMessage, response: ServerResponse, options: ForwardOptions): Promise<ForwardResult>
  /**
   * Sends a request to Strapi whose client is served by this process, and returns the response. Null for a
   * response that is larger than `maximum` bytes or fails, and if Strapi has too many requests already.
   * @param body the whole body of the request
   */
  ask(message: IncomingMessage, options?: { body?: Buffer | undefined; maximum?: number }): Promise<Answer | null>
  /** The requests that Strapi has at the moment. */
  readonly open: number
  /** Returns whether Strapi responds. Concurrent calls share one request. */
  isReachable(): Promise<boolean>
  /** Closes the connections to Strapi. Call it when all responses are closed. */
  close(): void
}

/** Creates a proxy in front of Strapi. It parses neither the bodies of requests nor those of responses. */
export function createProxy({ target, trustProxy, limits, ...options }: ProxyOptions): Proxy {
  const connections = createConnections(target, limits)
  const { headersOf = () => ({}), log = () => undefined, maximum: mostOpen = Number.POSITIVE_INFINITY } = options
  let open = 0
  let probing: Promise<boolean> | undefined
  const logFor = (message: IncomingMessage) => (error: ApiError) => {
    const { headers, method = 'GET', url = '/' } = message
    const id = requestId(headers['x-request-id']?.toString())
    // Without the query, which may hold secrets.
    log({ requestId: id, method, path: url.split('?', 1)[0] ?? '/', error })
    return id
  }
  const headersFor = (message: IncomingMessage) => headersForStrapi(message, { trustProxy, target })
  return {
    async forward(message, response, { body, isRead, observe, maximumObserved = defaultObserved }) {
      const isFull = open >= mostOpen
      const rejected = isFull ? tooMany() : rejection(message)
      if (rejected || response.closed) observe?.(null)
      if (response.closed) return 'sent'
      const closed = new Promise((resolve) => response.once('close', resolve))
      if (rejected) {
        const id = isFull && { 'X-Request-Id': logFor(message)(rejected) }
        sendError(message, response, rejected, { ...headersOf(message), ...id })
        await closed
        return isFull ? 'refused' : 'sent'
      }
      open += 1
      const reported = { observe, maximumObserved, headersOf, log: logFor(message) }
      new Exchange(message, response, { body, isRead, ...reported }).run(connections, headersFor(message))
      await closed
      open -= 1
      return 'sent'
    },
    ask(message, { body, maximum = defaultObserved } = {}) {
      if ((body === undefined && hasBody(message)) || open >= mostOpen) return Promise.resolve(null)
      open += 1
      const answered = new Promise<Answer | null>((resolve) => {
        const sending = {
          // This process has served it as a read.
          mayRepeat: () => true,
          started: (sent: { end(body?: Buffer): void }) => sent.end(body),
          failed: () => resolve(null),
          answered: (answer: IncomingMessage) => {
            const copy = new AnswerCopy(answer, maximum)
            answer.on('error', () => undefined)
            answer.once('close', () => resolve(copy.read()))
            answer.resume()
          },
        }
        try {
          connections.send(message, headersFor(message), sending)
        } catch {
          resolve(null)
        }
      })
      return answered.finally(() => (open -= 1))
    },
    get open() {
      return open
    },
    isReachable: () => (probing ??= connections.probe().finally(() => (probing = undefined))),
    close: () => connections.close(),
  }
}

function tooMany(): ApiError {
  const headers = { 'Retry-After': '1' }
  return new ApiError('ServiceUnavailableError', 'Strapi has too many requests at the moment', { headers })
}

/** Returns the error for a request that can't be forwarded. */
function rejection(message: IncomingMessage): ApiError | null {
  if (isWebSocket(message))
    return new ApiError('NotImplementedError', 'WebSockets are not forwarded. Connect to Strapi itself')
  return hasCertainEnd(message) ? null : new ApiError('BadRequestError', 'The last Transfer-Encoding is not chunked')
}
