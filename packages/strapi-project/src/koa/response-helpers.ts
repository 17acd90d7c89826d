import { STATUS_CODES } from 'node:http'
import createError from 'http-errors'
import { type Response, HttpError } from 'koa'
import { ApiError } from '@content-api/engine/errors'
import { ProjectFault, toClientError } from '@content-api/core/errors/project-fault'
import { camelCase } from '@content-api/interfaces/graphql/naming'

/** The functions that Strapi adds to Koa's response, with `created` and `noContent` of this server. */
type Helper = (this: Response, ...values: never[]) => void

/**
 * The functions for each status of an error, such as `badRequest` and `imATeapot`. They set the status and
 * the body, and don't throw.
 */
const errorHelpers = Object.fromEntries(
  Object.entries(STATUS_CODES)
    .filter(([code]) => Number(code) >= 400)
    .map(([code, text = '']): [string, Helper] => [
      // `I'm a Teapot` becomes `imATeapot`.
      camelCase(text.replaceAll("'", '')),
      function (this: Response, message?: string, details: unknown = {}) {
        const { status, name, message: sent } = createError(Number(code), message as string)
        this.status = status
        this.body = errorBody(status, name, sent, details)
      },
    ]),
)

export const responseHelpers: Readonly<Record<string, Helper>> = {
  ...errorHelpers,
  send(this: Response, data: unknown, status = 200) {
    this.status = status
    this.body = data
  },
  created(this: Response, data?: unknown) {
    this.status = 201
    this.body = data
  },
  deleted(this: Response, data?: unknown) {
    if (data === undefined || data === null) {
      this.status = 204
      return
    }
    this.status = 200
    this.body = data
  },
  noContent(this: Response) {
    this.status = 204
  },
}

/** The response for an error that code threw. */
interface ErrorResponse {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  /** What to log; null for errors that clients get in full. */
  readonly fault: unknown
}

interface WithStatus extends Error {
  readonly status?: unknown
  readonly statusCode?: unknown
  readonly expose?: unknown
  readonly details?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Returns the response that Strapi 4.26 sends for an error of a route or middleware. Errors with a status
 * below 500, and those of `ctx.throw`, keep their name and message. All others become a 500 without details.
 * @param place the route, for the log
 */
export function errorResponseFor(error: unknown, place: string): ErrorResponse {
  if (error instanceof ApiError) return ofApiError(error)
  const status = statusOf(error)
  if (status !== null) {
    const { name, message, details, expose = status < 500, headers = {} } = error as WithStatus
    // The message of `ctx.throw(503, message)` is meant for the client, that of another error isn't.
    if (expose === true || error instanceof HttpError)
      return { status, body: errorBody(status, name, message, details), headers, fault: null }
  } else {
    const known = toClientError(error)
    if (known) return ofApiError(known)
  }
  const hidden = createError(status ?? 500)
  const fault = error instanceof ProjectFault ? error : new ProjectFault(place, error)
  return { status: hidden.status, body: errorBody(hidden.status, hidden.name, hidden.message), headers: {}, fault }
}

/** The body of an error in Strapi 4.26. JSON leaves out details that are undefined. */
function errorBody(status: number, name: string, message: string, details?: unknown): object {
  return { data: null, error: { status, name, message, details } }
}

function ofApiError(error: ApiError): ErrorResponse {
  const { status, headers } = error
  return { status, headers, body: error.toJSON(), fault: status >= 500 ? error : null }
}

/** Returns the status of an error of `http-errors`, or of an error with a status; null for others. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null
  const { status, statusCode = status } = error as WithStatus
  const own = status ?? statusCode
  return typeof own === 'number' && own >= 400 && own < 600 ? own : null
}
