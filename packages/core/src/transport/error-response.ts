import { ApiError, isOutOfFiles } from '@content-api/engine/errors'
import type { Log } from '../composition/failure.js'
import type { Handler } from '../composition/handler.js'
import { type HttpRequest, type HttpResponse, jsonType } from '../message/message.js'
import { withRevalidation } from '../files/revalidation.js'

/**
 * Turns errors of the later handlers into responses, and lets clients revalidate all responses. A request
 * without a handler gets 404.
 */
export function respondToErrors(log: Log): Handler {
  return async (request, next) => {
    try {
      const response = await next(request)
      if (response === null) throw new ApiError('NotFoundError')
      return withRevalidation(request, response)
    } catch (error) {
      return withRevalidation(request, errorResponse(error, request, log))
    }
  }
}

/** Turns errors of the later handlers into responses, and leaves other responses as they are. */
export function catchErrors(log: Log): Handler {
  return async (request, next) => {
    try {
      return await next(request)
    } catch (error) {
      return errorResponse(error, request, log)
    }
  }
}

/**
 * Returns the response for an error. Errors other than ApiError become a 500 without details, because their
 * text may hold secrets, or a 503 if no more files can be opened.
 */
function errorResponse(error: unknown, { id, method, path }: HttpRequest, log: Log): HttpResponse {
  const apiError = error instanceof ApiError ? error : failure(error)
  // ApiErrors with a 5xx status are logged, too, such as a database that is full or can't be reached.
  if (apiError.status >= 500) log({ requestId: id, method, path, error })
  return envelope(apiError)
}

function failure(error: unknown): ApiError {
  if (!isOutOfFiles(error)) return new ApiError('InternalServerError')
  return new ApiError('ServiceUnavailableError', undefined, { headers: { 'Retry-After': '1' } })
}

function envelope(error: ApiError): HttpResponse {
  return {
    status: error.status,
    headers: { 'Content-Type': jsonType, ...error.headers },
    body: JSON.stringify(error),
  }
}
