import { isNamed } from './is-named.js'

/** No answer came: the connection failed, broke off, or was turned down. What fetch said is the `cause`. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  static is(error: unknown): error is NetworkError {
    return isNamed(error, 'NetworkError')
  }
}
