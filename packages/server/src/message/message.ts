import type { Readable } from 'node:stream'
import type { Cancellation } from '../concurrency/cancellation.js'
import type { RequestObservation } from '../telemetry/observation.js'

/** What identifies a request and its sender, without its query and its body. */
export interface RequestInfo {
  /** Unique to this request; stands in its response and in the log. */
  readonly id: string
  /** In capitals. */
  readonly method: string
  /** As it was sent: percent-encoded, without the query. */
  readonly path: string
  /** The client's address, read through the trusted proxies; empty where there is none. */
  readonly address: string
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined
}

/** A request as REST and GraphQL receive it, whichever transport it came by. */
export interface HttpRequest extends RequestInfo {
  /** What follows the `?`, empty without one. */
  readonly query: string
  /** Aborts with an ApiError when the client disconnects before it has the response. */
  readonly signal: Cancellation
  /** Calls a function once the response is sent, or the client gone; absent where responses aren't sent over a socket. */
  readonly whenSent?: ((work: () => void) => void) | undefined
  /**
   * The body's bytes, decompressed; empty without one. Read when a route wants them, so that no other request pays.
   * @throws ApiError when they are too many or can't be decompressed.
   */
  body(): Promise<Uint8Array>
  /** The body as it comes in, in place of `body`; neither counted nor decompressed. */
  stream(): Readable
  /** Adds up what is done for the request; set before the handlers run where somebody wants to know. */
  observation?: RequestObservation | undefined
}

/** Notes which route a request has, for metrics and traces: its pattern, never its path. */
export function noteRoute({ observation }: HttpRequest, pattern: string): void {
  if (observation) observation.route = pattern
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ResponseBody
}

/**
 * A string is sent as UTF-8. A stream is sent as it is: its handler sets `Content-Length`. Whoever doesn't read a stream to
 * its end destroys it, since a file may be open behind it. Null is no body.
 */
export type ResponseBody = string | Uint8Array | Readable | null

/** Returns the response to a request, or null when the request belongs to another handler. @throws ApiError */
export type Handler = (request: HttpRequest) => HttpResponse | null | Promise<HttpResponse | null>

export const jsonType = 'application/json; charset=utf-8'

/** What responses to callers vary by: CORS headers, compression, and what the caller may see, with or without credentials. */
export const callerVary = 'Origin, Accept-Encoding, Authorization'

/** An answer whose body is JSON text already. */
export function jsonResponse(body: string, status = 200): HttpResponse {
  return { status, headers: { 'Content-Type': jsonType }, body }
}
