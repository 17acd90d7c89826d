import { Readable } from 'node:stream'
import express, { type Request, type Response } from 'express'
import { type ErrorName, catalog } from '../errors/catalog.js'
import { ApiError } from '../errors/api-error.js'
import type { HttpRequest } from '../message/message.js'

export interface ReadOptions {
  readonly id: string
  /** In bytes, after decompression. */
  readonly bodyLimit: number
}

/** A class: objects that are made with a getter each have a shape of their own, which makes every use of them slow. */
class NodeRequest implements HttpRequest {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly #request: Request
  readonly #response: Response
  readonly #bodyLimit: number

  constructor(request: Request, response: Response, { id, bodyLimit }: ReadOptions) {
    const { method, url } = request
    const mark = url.indexOf('?')
    this.id = id
    this.method = method
    this.path = mark === -1 ? url : url.slice(0, mark)
    this.query = mark === -1 ? '' : url.slice(mark + 1)
    this.#request = request
    this.#response = response
    this.#bodyLimit = bodyLimit
  }

  get address(): string {
    return this.#request.ip ?? ''
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  body(): Promise<Uint8Array> {
    return readBody(this.#request, this.#response, this.#bodyLimit)
  }

  stream(): Readable {
    const request = this.#request
    return request.body === undefined ? request : Readable.from([bytesOf(request.body)])
  }
}

/** An Express request as the handlers see it. */
export function nodeRequest(request: Request, response: Response, options: ReadOptions): HttpRequest {
  return new NodeRequest(request, response, options)
}

const none = new Uint8Array()

function readBody(request: Request, response: Response, limit: number): Promise<Uint8Array> {
  // An application around this one may have read it already.
  if (request.body !== undefined) return Promise.resolve(bytesOf(request.body))
  return new Promise((resolve, reject) => {
    bodyReader(limit)(request, response, (error?: unknown) => {
      if (error) reject(bodyError(error, limit))
      else resolve(request.body instanceof Uint8Array ? request.body : none)
    })
  })
}

const readers = new Map<number, ReturnType<typeof express.raw>>()

function bodyReader(limit: number) {
  const reader = readers.get(limit) ?? express.raw({ type: () => true, limit })
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

/** The reader's own errors carry a status; what else happens to a body is the connection's failure. */
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
