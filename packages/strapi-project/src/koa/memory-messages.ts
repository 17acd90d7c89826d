import { EventEmitter } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { type HttpRequest, type HttpResponse, type ResponseBody, jsonType } from '@content-api/core/message/message'
import { type JsonText, parseText } from '@content-api/engine/plan'

/**
 * A socket without a connection, for messages in memory. It is no stream, because Koa and Node only use these
 * members here, and streams would take most of the time of a message.
 */
class MemorySocket extends EventEmitter {
  readonly encrypted = false
  readonly readable = true
  readonly writable = true
  readonly readableHighWaterMark = 16_384
  readonly writableHighWaterMark = 16_384
  destroyed = false

  constructor(readonly remoteAddress: string) {
    super()
  }

  setTimeout(): this {
    return this
  }

  destroy(): this {
    this.destroyed = true
    return this
  }
}

/** Returns the request as a message of Node with an empty stream: the server reads bodies itself. */
export function incomingMessage(request: HttpRequest): IncomingMessage {
  // Koa only uses the members of a socket that MemorySocket has.
  const message = new IncomingMessage(new MemorySocket(request.address) as never)
  message.method = request.method
  message.url = request.query === '' ? request.path : `${request.path}?${request.query}`
  message.headers = request.headers()
  message.httpVersionMajor = 1
  message.httpVersionMinor = 1
  message.httpVersion = '1.1'
  message.push(null)
  return message
}

/**
 * A response of Node in memory. It collects the status and the headers. If code writes to it instead of
 * setting `ctx.body`, the written bytes become a stream.
 */
export class MemoryResponse extends ServerResponse {
  #started: Promise<void> | undefined
  #start: (() => void) | undefined
  #written: PassThrough | undefined

  constructor(message: IncomingMessage) {
    super(message)
    this.statusCode = 404
  }

  /** The written bytes; undefined if nothing has been written. */
  get written(): PassThrough | undefined {
    return this.#written
  }

  /** Notifies code that waits for the end of the response, such as loggers and streams. */
  finish(): void {
    this.req.emit('close')
    if (this.#written) {
      this.#written.destroy()
      return
    }
    this.#end()
    this.emit('finish')
    this.emit('close')
  }

  /** Resolves when code starts to write. */
  get started(): Promise<void> {
    if (this.#written) return Promise.resolve()
    return (this.#started ??= new Promise((resolve) => (this.#start = resolve)))
  }

  // The parameters of Node's overloads, in their general form.
  override writeHead(status: number, ...more: unknown[]): this {
    this.statusCode = status
    const headers = more.at(-1)
    if (typeof more[0] === 'string') this.statusMessage = more[0]
    if (Array.isArray(headers)) {
      for (let at = 0; at + 1 < headers.length; at += 2) this.setHeader(String(headers[at]), headers[at + 1] as string)
    } else if (typeof headers === 'object' && headers !== null) {
      for (const [name, value] of Object.entries(headers)) this.setHeader(name, value as string)
    }
    return this
  }

  override flushHeaders(): void {
    this.#open()
  }

  override write(chunk: unknown, ...more: unknown[]): boolean {
    return (this.#open().write as (...values: unknown[]) => boolean)(chunk, ...more)
  }

  override end(...values: unknown[]): this {
    const written: { end(...values: unknown[]): unknown } = this.#open()
    this.#end()
    written.end(...values)
    return this
  }

  /** Marks the response as ended, for Koa and for streams that write to it. */
  #end(): void {
    Object.assign(this, { finished: true })
  }

  #open(): PassThrough {
    if (this.#written) return this.#written
    const written = new PassThrough()
    written.write = written.write.bind(written)
    written.on('drain', () => this.emit('drain'))
    written.on('finish', () => this.emit('finish'))
    written.on('close', () => this.emit('close'))
    written.on('error', () => undefined)
    this.#written = written
    this.#start?.()
    return written
  }
}

// TypeScript allows no accessor here, because the type of Node declares a property.
Object.defineProperty(MemoryResponse.prototype, 'headersSent', {
  configurable: true,
  get(this: MemoryResponse) {
    return this.written !== undefined
  },
})

/** The body of a response of this server. It is only parsed if code reads it. */
export class NativeBody {
  constructor(
    readonly body: ResponseBody,
    readonly headers: HttpResponse['headers'],
  ) {}

  /** Returns an object for JSON, a string for other text, and the body itself otherwise. */
  parse(): unknown {
    const type = this.headers['Content-Type']
    if (type === jsonType) return parseText(this.body as JsonText)
    return this.body
  }
}
