import { ApiError, didYouMean } from '@content-api/engine/errors'

/**
 * Makes the error for a name in the query that is unknown or that the caller may not use. Both cases get the
 * same error, so that it does not reveal which names exist. For the same reason, `candidates` must only hold
 * names that the caller may use.
 */
export function invalidParameter(key: string, candidates: Iterable<string> = []): ApiError {
  return new ApiError('ValidationError', `Invalid parameter ${key}${didYouMean(key, candidates)}`)
}

/** Makes the error for a parameter that another one replaces. `instead` says what to use. */
export function replacedParameter(key: string, instead: string): ApiError {
  return new ApiError('ValidationError', `Invalid parameter ${key}: ${instead}`)
}
