import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import accepts from 'accepts'
import proxyAddress from 'proxy-addr'
import type { Config } from '../config/schema.js'
import { ApiError } from '@content-api/engine/errors'
import type { Logger } from '../log/logger.js'
import { type HttpRequest, type HttpResponse, jsonType, type RequestInfo } from '../message/message.js'
import { isText } from '../files/revalidation.js'
import { commonHeaders } from './common-headers.js'
import { MessageRequest, requestId } from './message-request.js'
import { healthPaths } from './health.js'
import { createRequire } from 'node:module'
import type express from 'express'
import type { Express } from 'express'

/** The options of the adapters for requests over sockets. */
export interface SocketOptions {
  readonly config: Pick<Config, 'http' | 'limits' | 'trustProxy'>
  /** Handles a request. Never rejects. */
  readonly handle: (request: HttpRequest) => Promise<HttpResponse>
  /** Logs each request, and responses that can't be sent. */
  readonly logger?: Logger | null
}

/** Creates the listener for `node:http` that `listen` uses. */
export function createListener(options: SocketOptions): RequestListener {
  const { trustProxy } = options.config
  const addressOf = (message: IncomingMessage) =>
    (trustProxy === 0
      ? message.socket.remoteAddress
      : proxyAddress(message, (_address, distance) => distance < trustProxy)) ?? ''
  const respond = createResponder<IncomingMessage>(options, addressOf)
  return (message, response) => void respond(message, response)
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

interface SendOptions {
  /** The default headers of all responses. A response may set its own values. */
  readonly common: Readonly<Record<string, string>>
  readonly requestId: string
  /** Whether responses may be compressed. */
  readonly compress: boolean
}

/**
 * Sends a response over a socket. Compresses it if the client accepts that.
 * @throws Error for headers that HTTP doesn't allow
 */
export async function sendResponse(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, cookies, body }: HttpResponse,
  { common, requestId, compress }: SendOptions,
): Promise<void> {
  if (isFinished(response)) return discard(body)
  // A single list: Node takes several times as long for headers that are set one by one.
  const lines: string[] = ['X-Request-Id', requestId]
  for (const name in common) if (!(name in headers)) lines.push(name, common[name] as string)
  for (const name in headers) lines.push(name, headers[name] as string)
  if (cookies) for (const cookie of cookies) lines.push('Set-Cookie', cookie)
  if (body === null) {
    response.writeHead(status, lines).end()
    return
  }
  if (body instanceof Readable) return sendStream(message, response, status, lines, body)
  const bytes = Buffer.byteLength(body)
  // Without an `Accept-Encoding` header, the body is sent uncompressed.
  const mayCompress = compress && isText(headers, body) && message.headers['accept-encoding'] !== undefined
  const encoding = mayCompress ? encodingFor(bytes, (name) => accepts(message).encodings(name) !== false) : null
  if (encoding === null) lines.push('Content-Length', String(bytes))
  else lines.push('Content-Encoding', encoding)
  if (message.method === 'HEAD') {
    response.writeHead(status, lines).end()
    return
  }
  if (encoding === null) {
    response.writeHead(status, lines).end(body)
    return
  }
  const encoded = await encode(body, encoding)
  if (isFinished(response)) return
  lines.push('Content-Length', String(encoded.length))
  response.writeHead(status, lines).end(encoded)
}

function sendStream(
  message: IncomingMessage,
  response: ServerResponse,
  status: number,
  lines: string[],
  body: Readable,
): void {
  try {
    response.writeHead(status, lines)
  } catch (error) {
    body.destroy()
    throw error
  }
  if (message.method === 'HEAD') {
    response.end()
    return discard(body)
  }
  // The stream may have failed before this listener existed.
  if (body.errored) return void response.destroy()
  // The headers are already sent, so a failure can only end the response early. The client notices by its length.
  body.once('error', () => response.destroy())
  response.once('close', () => body.destroy())
  body.pipe(response)
}

function discard(body: HttpResponse['body']): void {
  if (body instanceof Readable) body.destroy()
}

/** Returns whether the response has been sent already or the client has disconnected. */
const isFinished = (response: ServerResponse) => response.headersSent || response.destroyed

/** Responses with fewer bytes fit into one or two packets without compression. */
const minimumBytes = 1_024

type Encoding = 'br' | 'gzip'

/**
 * The encoders run outside of the event loop. They compress a response as a whole, so that `Content-Length`
 * is known.
 */
const encoders: Readonly<Record<Encoding, (body: Uint8Array) => Promise<Buffer>>> = {
  br: (body) => compressBrotli(body, { params: { ...brotli, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: promisify<Uint8Array, Buffer>(gzip),
}

const compressBrotli = promisify(brotliCompress)

/** This quality is as fast as gzip, with smaller results. The default quality takes a hundred times as long. */
const brotli = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: 4,
}

/** The smaller encoding first. Browsers list it last, but accept all encodings equally. */
const preferred: readonly Encoding[] = ['br', 'gzip']

/** Returns the encoding for a body of this size, or null for no compression. */
function encodingFor(bytes: number, accepts: (encoding: Encoding) => boolean): Encoding | null {
  if (bytes < minimumBytes) return null
  return preferred.find(accepts) ?? null
}

function encode(body: string | Uint8Array, encoding: Encoding): Promise<Buffer> {
  return encoders[encoding](typeof body === 'string' ? Buffer.from(body) : body)
}

export type { Express }

/** Creates an Express application, which can be mounted in another one or passed to `http.createServer`. */
export function createExpressApp(options: SocketOptions): Express {
  // Loaded on demand: loading Express takes a tenth of the start time, and a service that listens by itself
  // doesn't need it.
  const load = createRequire(import.meta.url)('express') as typeof express
  const app = load()
  app.disable('x-powered-by')
  app.set('trust proxy', options.config.trustProxy)
  // In a mounted application, `url` is the path below the mount and `body` may already be read.
  app.use(createResponder<express.Request>(options, ({ ip = '' }) => ip))
  return app
}
