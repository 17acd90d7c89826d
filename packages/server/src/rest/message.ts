import type { Readable } from 'node:stream'

/** A request as the handlers see it, whatever carried it. */
export interface RestRequest {
  /** Tells it from all others, in its answer and in the log. */
  readonly id: string
  /** In capitals. */
  readonly method: string
  /** As it was sent: percent-encoded, without the query. */
  readonly path: string
  /** What follows the `?`, empty without one. */
  readonly query: string
  /** The client's address, as far as proxies are believed; empty where there is none. */
  readonly address: string
  /** A header by its name in small letters. */
  header(name: string): string | undefined
  /**
   * The body's bytes, decompressed; empty without one. Read when a route wants them, so that no other request pays.
   * @throws ApiError when they are too many or can't be decompressed.
   */
  body(): Promise<Uint8Array>
  /** The body as it comes in, in place of `body`; neither counted nor decompressed. */
  stream(): Readable
}

export interface RestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Text to be sent as UTF-8; null for none. */
  readonly body: string | null
}

export const jsonType = 'application/json; charset=utf-8'

/** An answer whose body is JSON text already. */
export function jsonResponse(body: string, status = 200): RestResponse {
  return { status, headers: { 'Content-Type': jsonType }, body }
}
