import { ApiError } from '@content-api/engine/errors'

/** Returns the error that `run` throws. Fails when it throws none, or one that is not an ApiError. */
export function failure(run: () => unknown): ApiError {
  try {
    run()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('expected an ApiError, but nothing was thrown')
}
