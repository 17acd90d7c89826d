import { hash } from 'node:crypto'
import type { HttpRequest, HttpResponse } from '../message/message.js'

/**
 * Characters above which a text is encoded once: to hash it, to measure it and to send it would encode it each time (measured:
 * 18 MB block the event loop for 110 ms as a string and for 30 ms as bytes), and both forms would stay in memory.
 */
const longText = 100_000

/**
 * Lets clients keep what they read and ask whether it is still so: the answer to a read has a tag made from its text, and a
 * request that names this tag gets 304 without a body. The tag is a weak one, since the same text is sent compressed in
 * more than one way. Nothing else may be kept, unless its handler says so.
 */
export function withRevalidation(request: HttpRequest, response: HttpResponse): HttpResponse {
  const { status, headers, body } = response
  if ('Cache-Control' in headers) return response
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || status !== 200 || typeof body !== 'string')
    return { status, headers: { 'Cache-Control': 'no-store', ...headers }, body }
  const sent = body.length > longText ? Buffer.from(body) : body
  const tag = headers['ETag'] ?? tagOf(sent)
  // A shared cache must not keep what was read with credentials, whether or not it understands `Vary`.
  const control = request.header('authorization') === undefined ? 'no-cache' : 'private, no-cache'
  // What is there already comes last: V8 takes thirty times as long to add to a copy.
  const tagged = { 'Cache-Control': control, ETag: tag, ...headers }
  const known = request.header('if-none-match')
  if (known === undefined || !names(known, tag)) return { status, headers: tagged, body: sent }
  const { 'Content-Type': _, ...kept } = tagged as Readonly<Record<string, string>>
  return { status: 304, headers: kept, body: null }
}

/** Made from the text, which takes as long as to send it: what is sent as it is over and over keeps its own. */
export function tagOf(body: string | Uint8Array): string {
  return `W/"${hash('sha1', body, 'base64url')}"`
}

/** Compared weakly, as reads are (RFC 9110 §13.1.2). */
function names(list: string, tag: string): boolean {
  return list.split(',').some((entry) => {
    const given = entry.trim()
    return given === '*' || given === tag || `W/${given}` === tag
  })
}
