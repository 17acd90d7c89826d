import { AbortError, ApiError } from '@content-api/sdk'
import { failureOf } from '@content-api/sdk/frameworks'
import { createError, type NuxtError } from 'nuxt/app'

/** The error of a read. `data` is the error of the service, if it has responded. */
export type ContentError = NuxtError<ApiError>

/** Returns Nuxt's form of an error of the SDK, with its status. Throws all other errors. */
export function contentError(cause: unknown): ContentError {
  if (AbortError.is(cause)) throw cause
  const { status, message } = failureOf(cause)
  return createError({ statusCode: status, message, cause, data: ApiError.is(cause) ? cause : undefined })
}

export const isMissing = (error: ContentError | undefined): error is ContentError => error?.statusCode === 404
