import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type express from 'express'
import { Cancel, type Cancellation } from '@content-api/engine/concurrency'
import { ApiError, catalog, type ErrorName } from '@content-api/engine/errors'
import { onDemand } from '@content-api/engine/on-demand'
import type { HttpRequest } from '../message/message.js'
import { randomUUID } from 'node:crypto'

interface MessageRequestOptions<Message extends IncomingMessage> {
  readonly message: Message
  readonly response: ServerResponse
  readonly id: string
  /** Returns the client's address. Called only when the address is used. */
  readonly addressOf: (message: Message) => string
  /** The maximum number of bytes of a body, after decompression. */
  readonly bodyLimit: number
}

/** Express and its body readers set the body. */
interface WithBody extends IncomingMessage {
  body?: unknown
}

/**
 * A request over a socket, from a message of Node or Express. This is a class, because V8 creates a separate
 * hidden class for each object literal with a getter, which slows down every use.
 */
export class MessageRequest<Message extends IncomingMessage> implements HttpRequest {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly query: string
  observation: HttpRequest['observation']
  projectContext: HttpRequest['projectContext']
  readonly #options: MessageRequestOptions<Message>
  #address: string | undefined
  #signal: Cancellation | undefined
  /**
   * Callbacks for the end of the response. They share one listener: that takes less time, and Node warns of a
   * leak at eleven listeners.
   */
  #afterwards: (() => void)[] | undefined

  constructor(options: MessageRequestOptions<Message>) {
    const { method = 'GET', url = '/' } = options.message
    const mark = url.indexOf('?')
    this.id = options.id
    this.method = method
    this.path = mark === -1 ? url : url.slice(0, mark)
    this.query = mark === -1 ? '' : url.slice(mark + 1)
    this.#options = options
  }

  get address(): string {
    return (this.#address ??= this.#options.addressOf(this.#options.message))
  }

  /** Created on first use, because most requests never need it. */
  get signal(): Cancellation {
    return (this.#signal ??= this.#abortedByDisconnect())
  }

  #abortedByDisconnect(): Cancellation {
    const cancel = new Cancel()
    this.whenSent(() => {
      if (!this.#options.response.writableFinished) cancel.abort(disconnected())
    })
    return cancel
  }

  whenSent(work: () => void): void {
    const { response } = this.#options
    if (response.closed) return work()
    if (!this.#afterwards) {
      const all: (() => void)[] = (this.#afterwards = [])
      response.once('close', () => {
        for (const each of all) each()
      })
    }
    this.#afterwards.push(work)
  }

  header(name: string): string | undefined {
    const { message } = this.#options
    const value = message.headers[name]
    if (name === 'authorization' && value !== undefined) return everyAuthorization(message)
    return Array.isArray(value) ? value.join(', ') : value
  }

  headers(): Record<string, string | string[] | undefined> {
    return { ...this.#options.message.headers }
  }

  body(): Promise<Uint8Array> {
    const { message, response, bodyLimit } = this.#options
    return readBody(message, response, bodyLimit)
  }

  stream(): Readable {
    const message: WithBody = this.#options.message
    if (message.body !== undefined) return Readable.from([bytesOf(message.body)])
    destroyWithSocket(message)
    return message
  }
}

/** Joins repeated headers, as `fetch` does. Node only keeps the first one, which hides an invalid second one. */
function everyAuthorization({ rawHeaders }: IncomingMessage): string {
  return rawHeaders
    .filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === 'authorization' && index % 2 === 1)
    .join(', ')
}

/**
 * Closes a message when its socket closes. Node only does that until the response is sent. Without this
 * function, code that discards the rest of the body after the response would wait for it, and keep it in
 * memory, until the time limit of the upload.
 */
function destroyWithSocket(message: IncomingMessage): void {
  const { socket } = message
  const destroy = () => message.destroy()
  const forget = () => socket.off('close', destroy)
  socket.once('close', destroy)
  message.once('end', forget).once('close', forget)
}

const none = new Uint8Array()

async function readBody(message: WithBody, response: ServerResponse, limit: number): Promise<Uint8Array> {
  // An application that mounts this one may have read the body already.
  if (message.body !== undefined) return bytesOf(message.body)
  const read = await bodyReader(limit)
  return new Promise((resolve, reject) => {
    read(message, response, (error?: unknown) => {
      if (error) reject(bodyError(error, limit))
      else resolve(message.body instanceof Uint8Array ? message.body : none)
    })
  })
}

type Raw = typeof express.raw

const readers = new Map<number, ReturnType<Raw>>()

/** Loads the reader of bodies. Express loads its readers on their first use. */
export const loadBodyReader: () => Promise<Raw> = onDemand(
  'the reader of request bodies',
  async () => (await import('express')).raw,
)

async function bodyReader(limit: number) {
  const existing = readers.get(limit)
  if (existing) return existing
  const raw = await loadBodyReader()
  const reader = raw({ type: () => true, limit })
  readers.set(limit, reader)
  return reader
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

const byStatus: Readonly<Record<number, ErrorName>> = {
  400: 'BadRequestError',
  413: 'PayloadTooLargeError',
  415: 'UnsupportedMediaTypeError',
}

/** Errors of the body reader have a status. Any other error is a failure of the connection. */
function bodyError(error: unknown, limit: number): Error {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0
  const name = byStatus[status]
  if (!name) return error instanceof Error ? error : new Error(String(error))
  if (name === 'PayloadTooLargeError') return tooLarge(limit)
  return new ApiError(name, name === 'BadRequestError' ? "The body can't be read" : catalog[name].message)
}

export function tooLarge(limit: number): ApiError {
  return new ApiError('PayloadTooLargeError', `The body is larger than ${limit} bytes`)
}

/**
 * The format of ids that proxies and tracing send. Spaces and quotes are not allowed, so that an id stays one
 * field of a log line.
 */
const validId = /^[\w.:=+/~-]{1,128}$/

/** Returns the id that the client sent if it is valid, otherwise a new one. The response and the log hold it. */
export function requestId(sent: string | undefined): string {
  return sent !== undefined && validId.test(sent) ? sent : randomUUID()
}

/** Returns a cancellation that aborts with the request. */
export function requestSignal({ signal }: Request): Cancellation {
  const cancel = new Cancel()
  const abort = () => cancel.abort(disconnected())
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return cancel
}

/** A 4xx error, so that it isn't logged as a failure. Nobody receives it. */
const disconnected = () => new ApiError('BadRequestError', 'The client closed the connection')
