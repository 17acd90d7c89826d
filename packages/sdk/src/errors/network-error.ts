import { SdkError } from './sdk-error.js'

/**
 * Thrown when no complete response arrives: the connection fails or is closed. The error of `fetch` is the
 * `cause`.
 *
 * @example
 * ```ts
 * const isOffline = (error: unknown) => NetworkError.is(error)
 * ```
 */
export class NetworkError extends SdkError {
  override get name(): 'NetworkError' {
    return 'NetworkError'
  }
}
