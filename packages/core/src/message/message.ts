import type { Readable } from 'node:stream'
import type { Cancellation } from '@content-api/engine/concurrency'
import type { JsonText } from '@content-api/engine/plan'
import type { RequestObservation } from '../telemetry/traces.js'
import { ApiError } from '@content-api/engine/errors'

/** A request without its query string and body. */
export interface RequestInfo {
  /** The id of this request: a valid `X-Request-Id`, otherwise a new id. The response and the log contain it. */
  readonly id: string
  /** The method in upper case. */
  readonly method: string
  /** The path as the client sent it: percent-encoded, without the query string. */
  readonly path: string
  /** The IP address of the client behind trusted proxies; an empty string if it is unknown. */
  readonly address: string
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined
}

/** A request as REST and GraphQL receive it from every transport. */
export interface HttpRequest extends RequestInfo {
  /** The query string without its `?`; an empty string if there is none. */
  readonly query: string
  /** Returns all headers by their lower-case names. Code may change the returned object. */
  headers(): Record<string, string | string[] | undefined>
  /** Aborts with an ApiError when the client disconnects before it received the response. */
  readonly signal: Cancellation
  /**
   * Calls `work` when the response is sent or the client has disconnected. Absent if the response isn't sent
   * over a socket.
   */
  readonly whenSent?: ((work: () => void) => void) | undefined
  /**
   * Reads the body and returns its decompressed bytes; no bytes if there is no body. Only routes that need
   * the body call this.
   * @throws ApiError if the body is too large or can't be decompressed
   */
  body(): Promise<Uint8Array>
  /** Returns the raw body as a stream, without decompression and without a limit. Use either this or `body`. */
  stream(): Readable
  /** The request as the client sent it, if code of the project may have changed this one. */
  readonly sent?: HttpRequest
  /** Collects what the server does for the request. Set before the handlers run if logs, metrics or traces need it. */
  observation?: RequestObservation | undefined
  /** The request as code of the project sees it. A handler sets it for the handlers that may run such code. */
  projectContext?: ProjectContext | undefined
}

/** A request as code of the project sees it. */
export interface ProjectContext {
  /** The context of Koa, which is created on first use. */
  readonly koa: { readonly state: object }
  /** Keeps the parsed body, so that the context has it, too. */
  noteBody(body: unknown): void
}

/**
 * Records the route of a request for metrics and traces. `pattern` is a pattern such as `/api/articles/:id`,
 * never a path.
 */
export function noteRoute({ observation }: HttpRequest, pattern: string): void {
  if (observation) observation.route = pattern
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The values of the `Set-Cookie` headers: each cookie needs a header of its own. */
  readonly cookies?: readonly string[]
  readonly body: ResponseBody
}

/**
 * The body of a response; null if there is none. A string is sent as UTF-8, a stream unchanged: its handler
 * sets `Content-Length`. Code that doesn't read a stream to its end must destroy it, since a file may be open
 * behind it.
 */
export type ResponseBody = string | Uint8Array | Readable | null

export const jsonType = 'application/json; charset=utf-8'

/** The default `Vary` header: responses depend on CORS, on compression and on what the caller may see. */
export const callerVary = 'Origin, Accept-Encoding, Authorization'

/** The `Vary` header of files and pages, which are the same for every caller. */
export const publicVary = 'Origin, Accept-Encoding'

/** Returns a response with a body that is JSON text already. */
export function jsonResponse(body: JsonText, status = 200): HttpResponse {
  return { status, headers: { 'Content-Type': jsonType }, body }
}

/** Returns the origins whose pages may call the service by this request. */
export type OriginsOf = (request: HttpRequest) => Promise<readonly string[]>

/**
 * Returns the decoded segments of a path below `prefix`, or null for any other path. The prefix is
 * case-insensitive, and the path may end in one slash.
 * @throws ApiError for percent-encoding that isn't UTF-8
 */
export function segmentsBelow(prefix: string, path: string): string[] | null {
  if (path.length < prefix.length || path.slice(0, prefix.length).toLowerCase() !== prefix.toLowerCase()) return null
  const rest = path.slice(prefix.length)
  if (rest === '' || rest === '/') return []
  if (!rest.startsWith('/')) return null
  const segments = rest.slice(1).split('/')
  if (segments.at(-1) === '') segments.pop()
  if (!rest.includes('%')) return segments
  const decoded = segments.map(decodeSegment)
  // As in Strapi 4.26, a first segment with percent-encoding matches no route, so the segments stay encoded.
  return segments[0]?.includes('%') ? segments : decoded
}

/** Joins `prefix`, which may be `/`, and a path that begins with `/`. */
export function joined(prefix: string, path: string): string {
  return prefix === '/' ? path : prefix + path
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new ApiError('BadRequestError', 'The percent-encoding of the path is not valid')
  }
}

interface Range {
  readonly type: string
  readonly quality: number
}

/** Returns the media ranges of an `Accept` header (RFC 9110 §12.5.1). */
export function mediaRanges(accept: string): readonly Range[] {
  return accept.split(',').map((text) => {
    const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { type, quality: quality === undefined ? 1 : Number(quality) || 0 }
  })
}

/**
 * Returns the quality (`q`) of a media type that the header lists by its full name; 0 if only a wildcard
 * matches it.
 */
export const qualityOf = (ranges: readonly Range[], type: string): number =>
  ranges.find((range) => range.type === type)?.quality ?? 0

/** Returns whether a client prefers HTML to JSON: browsers do, programs don't. */
export function prefersHtml(accept: string | undefined): boolean {
  const ranges = mediaRanges(accept ?? '')
  const html = qualityOf(ranges, 'text/html')
  const others = ['application/json', 'application/graphql-response+json'].map((type) => qualityOf(ranges, type))
  return html > 0 && html > Math.max(...others)
}
