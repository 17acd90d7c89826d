import { warnOfStatus } from '#warnings'
import { ApiError, type Issue } from '../errors/api-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import type { ResponseText } from './read-text.js'

/** The body of an error (specification §7). Servers may send other types, so members are checked. */
interface ErrorBody {
  readonly error?: {
    readonly name?: unknown
    readonly message?: unknown
    readonly details?: { readonly errors?: unknown } | null
  } | null
}

export const isText = (value: unknown): value is string => typeof value === 'string'

/** Returns whether a value is a valid issue, so that applications can show it. */
export function isIssue(value: unknown): value is Issue {
  const { message, path } = (value ?? {}) as { readonly message?: unknown; readonly path?: unknown }
  return isText(message) && Array.isArray(path)
}

/**
 * Returns the parsed body of a successful response, or an empty string if it has none. Throws a
 * {@link ResponseShapeError} if the body is not JSON, and an {@link ApiError} for any other response.
 */
export function readResponse(what: string, response: Response, body: ResponseText): unknown {
  const { ok, status, headers } = response
  const { text } = body
  let raw: unknown = text
  try {
    raw = JSON.parse(text)
  } catch {
    // Some successful responses have no body.
    if (ok && text !== '') throw new ResponseShapeError(`${what} returned ${problemOf(body)}`)
  }
  if (ok) return raw
  const { name, message, details } = (raw as ErrorBody | null)?.error ?? {}
  const kind = isText(name) ? name : 'HttpError'
  const serverMessage = isText(message) ? message : ''
  warnOfStatus(what, status, headers, serverMessage)
  // A page with status 500 or higher comes from a proxy, so the address may be right.
  const shown = status < 500 ? pageOr(serverMessage, text) : serverMessage
  throw new ApiError(`${what}: ${status} ${kind} ${shown}`, {
    status,
    kind,
    serverMessage,
    issues: [details?.errors].flat().filter(isIssue),
    requestId: headers.get('x-request-id'),
    raw,
  })
}

/** Returns the problem of a body that is HTML, and `otherwise` for any other body. */
const pageOr = (otherwise: string, text: string): string =>
  /^\s*<(!doctype )?html/i.test(text) ? 'HTML, not JSON: is baseURL the address of the content service?' : otherwise

/** Returns what a successful response has instead of JSON. */
function problemOf({ text, truncatedAt }: ResponseText): string {
  if (truncatedAt !== undefined) return `over ${truncatedAt} bytes, the byteLimit`
  return pageOr('no JSON', text)
}
