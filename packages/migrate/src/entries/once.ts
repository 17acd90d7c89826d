import { ApiError } from '@content-api/engine/errors'
import type { WriteTransaction } from '@content-api/engine/database'

/**
 * Wraps work that can't run twice because its input or output is a stream. Databases run a transaction again
 * after a conflict with other writes; the second run throws an error.
 */
export function once<Result>(
  work: (transaction: WriteTransaction) => Promise<Result>,
): (transaction: WriteTransaction) => Promise<Result> {
  let begun = false
  return async (transaction) => {
    if (begun) {
      throw new ApiError(
        'ServiceUnavailableError',
        'Other writes changed the content at the same time. Try again when there are fewer writes',
      )
    }
    begun = true
    return work(transaction)
  }
}
