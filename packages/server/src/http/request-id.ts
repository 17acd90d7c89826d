import { randomUUID } from 'node:crypto'

/** What proxies and tracing send: without spaces or quotes, so that it can't pass for more than one thing in a log. */
const sane = /^[\w.:=+/~-]{1,128}$/

/** Returns the id that came with a request if it is usable, otherwise a new one. It stands in the response and in the log. */
export function requestId(given: string | undefined): string {
  return given !== undefined && sane.test(given) ? given : randomUUID()
}
