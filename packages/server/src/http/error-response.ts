import { randomUUID } from 'node:crypto'
import { ApiError } from '../errors/api-error.js'
import { type RestRequest, type RestResponse, jsonType } from '../rest/message.js'

/** Tells the operator of a failure that the client only hears the status of. */
export type Log = (failure: Failure) => void

export interface Failure {
  /** Also in the answer's `X-Request-Id`. */
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly error: unknown
}

/** An ApiError as its envelope; anything else is logged and told as a bare 500, since its text may hold anything. */
export function errorResponse(error: unknown, { method, path }: RestRequest, log: Log): RestResponse {
  if (error instanceof ApiError) return envelope(error)
  const requestId = randomUUID()
  log({ requestId, method, path, error })
  return envelope(new ApiError('InternalServerError', undefined, { headers: { 'X-Request-Id': requestId } }))
}

function envelope(error: ApiError): RestResponse {
  return {
    status: error.status,
    headers: { 'Content-Type': jsonType, ...error.headers },
    body: JSON.stringify(error),
  }
}
