import { ApiError } from '../../src/errors/api-error.js'

/** The error that `run` throws, which must be one that a client is told about; fails where it throws none. */
export function failure(run: () => unknown): ApiError {
  try {
    run()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('expected an ApiError, but nothing was thrown')
}
