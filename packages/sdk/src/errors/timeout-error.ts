import { isNamed } from './is-named.js'

/** The whole answer, retries included, was not there in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'

  static is(error: unknown): error is TimeoutError {
    return isNamed(error, 'TimeoutError')
  }
}
