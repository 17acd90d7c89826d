import { ApiError } from '../../errors/api-error.js'
import type { WriteTransaction } from '../../storage/database.js'

/**
 * For work whose input or output streams by: a database that would run it again, because other writes came between, hears
 * that it can't be.
 */
export function once<Result>(
  work: (transaction: WriteTransaction) => Promise<Result>,
): (transaction: WriteTransaction) => Promise<Result> {
  let begun = false
  return async (transaction) => {
    if (begun) {
      throw new ApiError('ServiceUnavailableError', 'Other writes came between. Try again when the service is quiet')
    }
    begun = true
    return work(transaction)
  }
}
