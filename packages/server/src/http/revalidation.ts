import type { HttpRequest, HttpResponse } from '../message/message.js'
import { includesTag, tagOf } from '../files/entity-tags.js'

/**
 * Longer strings are encoded to bytes once. Otherwise hashing, measuring and sending would each encode the
 * string, and both forms would stay in memory. Measured: 18 MB block the event loop for 110 ms as a string
 * and for 30 ms as bytes.
 */
const longText = 100_000

/**
 * Lets clients cache what they read and revalidate it. The response to a read has an `ETag` of its text, and
 * a request with this tag in `If-None-Match` gets 304 without a body. The tag is weak, because the same text
 * is sent in several encodings. Other responses may not be stored. A response whose handler sets
 * `Cache-Control` stays unchanged.
 */
export function withRevalidation(request: HttpRequest, response: HttpResponse): HttpResponse {
  const { status, headers, cookies, body } = response
  if ('Cache-Control' in headers) return response
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || status !== 200 || !isText(headers, body))
    return { status, headers: { 'Cache-Control': 'no-store', ...headers }, ...(cookies && { cookies }), body }
  const sent = typeof body === 'string' && body.length > longText ? Buffer.from(body) : body
  const tag = headers['ETag'] ?? tagOf(sent)
  // A shared cache must not store responses to requests with credentials, even if it ignores `Vary`.
  const control = request.header('authorization') === undefined ? 'no-cache' : 'private, no-cache'
  // The existing headers come last: V8 takes thirty times as long to add properties to a copy of an object.
  const tagged = { 'Cache-Control': control, ETag: tag, ...headers }
  const known = request.header('if-none-match')
  if (known === undefined || !includesTag(known, tag)) {
    return { status, headers: tagged, ...(cookies && { cookies }), body: sent }
  }
  const { 'Content-Type': _, ...kept } = tagged as Readonly<Record<string, string>>
  return { status: 304, headers: kept, ...(cookies && { cookies }), body: null }
}

const json = /^application\/(?:.+\+)?json\b/

/** Returns whether a body is text: a string, or bytes of JSON that isn't compressed. */
export function isText(headers: HttpResponse['headers'], body: HttpResponse['body']): body is string | Uint8Array {
  if (typeof body === 'string') return true
  return body instanceof Uint8Array && json.test(headers['Content-Type'] ?? '') && !('Content-Encoding' in headers)
}
