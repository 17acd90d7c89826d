import { ApiError } from '../errors/api-error.js'
import type { Logger } from '../log/logger.js'
import { type HttpRequest, type HttpResponse, jsonType } from '../message/message.js'

/** Tells the operator of a failure that the client only hears the status of. */
export type Log = (failure: Failure) => void

export interface Failure {
  /** Also in the answer's `X-Request-Id`. */
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly error: unknown
}

/** An ApiError as its envelope; anything else is told as a bare 500, since its text may hold anything. */
export function errorResponse(error: unknown, { id, method, path }: HttpRequest, log: Log): HttpResponse {
  const told = error instanceof ApiError ? error : new ApiError('InternalServerError')
  // Why the database can't be reached, or is full, is the operator's to know as well.
  if (told.status >= 500) log({ requestId: id, method, path, error })
  return envelope(told)
}

function envelope(error: ApiError): HttpResponse {
  return {
    status: error.status,
    headers: { 'Content-Type': jsonType, ...error.headers },
    body: JSON.stringify(error),
  }
}

/** Logs what clients receive as a 5xx: as a warning where the reason is known and temporary, such as a database that is down. */
export function logFailures(logger: Logger): Log {
  return ({ requestId, method, path, error }) => {
    const request = { requestId, method, path }
    if (!(error instanceof ApiError)) return logger.error(`${method} ${path} failed`, { ...request, error })
    const { message, cause } = error
    logger.warn(`${method} ${path} failed: ${message}`, { ...request, ...(cause !== undefined && { error: cause }) })
  }
}
