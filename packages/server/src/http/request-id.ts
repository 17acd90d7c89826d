import { randomUUID } from 'node:crypto'

/**
 * The format of ids that proxies and tracing send. Spaces and quotes are not allowed, so that an id stays one
 * field of a log line.
 */
const validId = /^[\w.:=+/~-]{1,128}$/

/** Returns the id that the client sent if it is valid, otherwise a new one. The response and the log hold it. */
export function requestId(sent: string | undefined): string {
  return sent !== undefined && validId.test(sent) ? sent : randomUUID()
}
