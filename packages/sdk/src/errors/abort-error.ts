import { isNamed } from './is-named.js'

/** The caller's signal ended the request; the signal's reason is the `cause`. */
export class AbortError extends Error {
  override readonly name = 'AbortError'

  static is(error: unknown): error is AbortError {
    return isNamed(error, 'AbortError')
  }
}
