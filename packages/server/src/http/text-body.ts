import type { HttpResponse } from '../message/message.js'

const json = /^application\/(?:.+\+)?json\b/

/** Returns whether a body is text: a string, or bytes of JSON that isn't compressed. */
export function isText(headers: HttpResponse['headers'], body: HttpResponse['body']): body is string | Uint8Array {
  if (typeof body === 'string') return true
  return body instanceof Uint8Array && json.test(headers['Content-Type'] ?? '') && !('Content-Encoding' in headers)
}
