import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../config/schema.js'
import { ApiError } from '@content-api/engine/errors'
import type { Logger } from '../log/logger.js'
import { type HttpRequest, type HttpResponse, jsonType, type RequestInfo } from '../message/message.js'
import { commonHeaders } from './common-headers.js'
import { MessageRequest, requestId } from './message-request.js'
import { sendResponse } from './send-response.js'
import { healthPaths } from './health.js'

/** The options of the adapters for requests over sockets. */
export interface SocketOptions {
  readonly config: Pick<Config, 'http' | 'limits' | 'trustProxy'>
  /** Handles a request. Never rejects. */
  readonly handle: (request: HttpRequest) => Promise<HttpResponse>
  /** Logs each request, and responses that can't be sent. */
  readonly logger?: Logger | null
}

/** Creates a function that handles a request of Node or Express and sends the response. It never rejects. */
export function createResponder<Message extends IncomingMessage>(
  { config, handle, logger = null }: SocketOptions,
  addressOf: (message: Message) => string,
): (message: Message, response: ServerResponse) => Promise<void> {
  const common = commonHeaders(config)
  const logs = logger?.isEnabled('info') ? logger : null
  return async (message, response) => {
    const id = requestId(header(message, 'x-request-id'))
    const request = new MessageRequest({ message, response, id, addressOf, bodyLimit: config.limits.body })
    if (logs) logRequest(logs, request, response)
    const sent = await handle(request)
    try {
      await sendResponse(message, response, sent, { common, requestId: id, compress: config.http.compression })
    } catch (error) {
      logger?.error(`The response to ${request.method} ${request.path} can't be sent`, { requestId: id, error })
      sendServerError(response, id)
    }
  }
}

function header({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join() : value
}

/** Replaces a response that can't be sent, for example because project code set an invalid header. */
function sendServerError(response: ServerResponse, id: string): void {
  if (response.headersSent) return void response.destroy()
  const error = new ApiError('InternalServerError')
  response.writeHead(error.status, { 'Content-Type': jsonType, 'X-Request-Id': id }).end(JSON.stringify(error))
}

/**
 * Logs a line when the response is sent or the client has disconnected. Logs only the path of the URL,
 * because a query may hold secrets.
 */
function logRequest(
  logger: Logger,
  request: RequestInfo & { whenSent(work: () => void): void },
  response: ServerResponse,
): void {
  const { id, method, path, address } = request
  const begun = performance.now()
  const level = healthPaths.has(path) ? 'debug' : 'info'
  if (!logger.isEnabled(level)) return
  request.whenSent(() => {
    const { statusCode, writableFinished } = response
    logger[level](`${method} ${path} ${statusCode}`, {
      requestId: id,
      method,
      path,
      status: statusCode,
      milliseconds: Math.round(performance.now() - begun),
      address,
      ...(writableFinished ? {} : { cutShort: true }),
    })
  })
}
