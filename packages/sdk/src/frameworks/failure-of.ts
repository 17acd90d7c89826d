import { ApiError } from '../errors/api-error.js'
import { NetworkError } from '../errors/network-error.js'
import { QueryError } from '../errors/query-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { TimeoutError } from '../errors/timeout-error.js'

/** A failed call in the form that pages and forms of all frameworks use. It is plain data: JSON can hold it. */
export interface Failure {
  /** The status for the framework's own response: 400 to 599. */
  readonly status: number
  /** A message for the user. */
  readonly message: string
  /** The messages of each field, by its path: `{ title: ['must be at least 3 characters'], 'seo.title': […] }`. */
  readonly fieldErrors: Readonly<Record<string, string[]>>
  /** The messages that belong to no field, such as `Invalid identifier or password`. Empty if fields have some. */
  readonly formErrors: readonly string[]
}

/** The member of a body that has the attributes: `data.title` is the field `title`. */
const DATA = 'data.'

/**
 * Returns the status and the messages of a failed call, for the error page or the form of a framework. An id
 * that no entry can have, such as `abc`, has the status 404. Data that the SDK rejects, such as `NaN`, has
 * the status 400. A service that can't be reached has 503, 504 after a time limit, and 502 for an invalid
 * response.
 *
 * @throws any other error unchanged: aborts, mistakes in queries, the framework's own redirects
 * @example
 * ```ts
 * const statusOf = (error: unknown) => failureOf(error).status
 * ```
 */
export function failureOf(error: unknown): Failure {
  if (ApiError.is(error)) return failureOfResponse(error)
  if (QueryError.is(error)) return failureOfQuery(error)
  if (NetworkError.is(error)) return failure(503, 'The content service cannot be reached.')
  if (TimeoutError.is(error)) return failure(504, 'The content service took too long to respond.')
  if (ResponseShapeError.is(error)) return failure(502, 'The content service returned an invalid response.')
  throw error
}

function failureOfResponse({ status, serverMessage, issues }: ApiError): Failure {
  const fields = new Map<string, string[]>()
  const others: string[] = []
  for (const { path, message } of issues) {
    const field = path.join('.')
    const messages = field === '' ? others : (fields.get(field) ?? [])
    messages.push(message)
    if (field !== '') fields.set(field, messages)
  }
  // A redirect, which the SDK doesn't follow, is no error for a page.
  const shown = status >= 400 && status <= 599 ? status : 502
  return failure(shown, serverMessage || 'The content service rejected the request.', fields, others)
}

function failureOfQuery(error: QueryError): Failure {
  if (error.matchesNothing) return failure(404, 'Not found.')
  if (!error.path.startsWith(DATA)) throw error
  const message = error.message.slice(error.path.length + 1)
  return failure(400, error.message, new Map([[error.path.slice(DATA.length), [message]]]))
}

function failure(
  status: number,
  message: string,
  fields: ReadonlyMap<string, string[]> = new Map(),
  others: readonly string[] = [],
): Failure {
  const formErrors = fields.size === 0 && others.length === 0 ? [message] : others
  return { status, message, fieldErrors: Object.fromEntries(fields), formErrors }
}
