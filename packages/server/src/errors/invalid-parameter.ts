import { closest } from '@content-api/model'
import { ApiError } from './api-error.js'

/**
 * A name in the query that is unknown or not the caller's to use: one error for both, so that it tells nothing about what
 * exists. The near miss is looked for among `candidates`, which must hold only names that this caller may use.
 */
export function invalidParameter(key: string, candidates: Iterable<string> = []): ApiError {
  const near = closest(key, candidates)
  return new ApiError('ValidationError', `Invalid parameter ${key}${near ? `. Did you mean ${near}?` : ''}`)
}
