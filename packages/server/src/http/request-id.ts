import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What proxies and tracing send: without spaces or quotes, so that it can't pass for more than one thing in a log. */
const sane = /^[\w.:=+/~-]{1,128}$/

/** Tells a request from all others in its answer and in the log: the id that came with it, else a new one. */
export function requestId(given: string | undefined): string {
  return given !== undefined && sane.test(given) ? given : randomUUID()
}

const id = Symbol('request id')

/** That of a request over a socket, the same however often it is asked for. */
export function requestIdOf(request: IncomingMessage & { [id]?: string }): string {
  const given = request.headers['x-request-id']
  return (request[id] ??= requestId(Array.isArray(given) ? given.join() : given))
}
