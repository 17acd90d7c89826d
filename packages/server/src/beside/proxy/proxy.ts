import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '@content-api/engine/errors'
import type { Log } from '../../composition/failure.js'
import { requestId } from '../../http/message-request.js'
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
  /**
   * Receives a copy of Strapi's response once it is complete; null if it is larger than `maximumObserved` or
   * if it failed.
   */
  readonly observe?: ((answer: Answer | null) => void) | undefined
  readonly maximumObserved?: number | undefined
}

export interface Proxy {
  /** Sends a request to Strapi and its response to the client. Never rejects; resolves when the response is closed. */
  forward(message: IncomingMessage, response: ServerResponse, options: ForwardOptions): Promise<void>
  /**
   * Sends a request to Strapi whose client is served by this process, and returns the response. Null for a
   * response that is larger than `maximum` bytes or fails.
   * @param body the whole body of the request
   */
  ask(message: IncomingMessage, options?: { body?: Buffer | undefined; maximum?: number }): Promise<Answer | null>
  /** Returns whether Strapi responds. Concurrent calls share one request. */
  isReachable(): Promise<boolean>
  /** Closes the connections to Strapi. Call it when all responses are closed. */
  close(): void
}

/** Creates a proxy in front of Strapi. It parses neither the bodies of requests nor those of responses. */
export function createProxy({ target, trustProxy, limits, ...options }: ProxyOptions): Proxy {
  const connections = createConnections(target, limits)
  const { headersOf = () => ({}), log = () => undefined } = options
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
    async forward(message, response, { body, observe, maximumObserved = defaultObserved }) {
      if (response.closed) return observe?.(null)
      const closed = new Promise((resolve) => response.once('close', resolve))
      const rejected = rejection(message)
      if (rejected) {
        sendError(message, response, rejected, headersOf(message))
        observe?.(null)
      } else {
        const reported = { observe, maximumObserved, headersOf, log: logFor(message) }
        new Exchange(message, response, { body, ...reported }).run(connections, headersFor(message))
      }
      await closed
    },
    ask(message, { body, maximum = defaultObserved } = {}) {
      if (body === undefined && hasBody(message)) return Promise.resolve(null)
      return new Promise((resolve) => {
        const sending = {
          mayRepeat: body === undefined,
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
    },
    isReachable: () => (probing ??= connections.probe().finally(() => (probing = undefined))),
    close: () => connections.close(),
  }
}

/** Returns the error for a request that can't be forwarded. */
function rejection(message: IncomingMessage): ApiError | null {
  if (isWebSocket(message))
    return new ApiError('NotImplementedError', 'WebSockets are not forwarded. Connect to Strapi itself')
  return hasCertainEnd(message) ? null : new ApiError('BadRequestError', 'The last Transfer-Encoding is not chunked')
}
