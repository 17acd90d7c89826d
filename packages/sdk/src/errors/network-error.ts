import { SdkError } from './sdk-error.js'

/**
 * Thrown when no response arrives: the connection fails or breaks off. The error of `fetch` is the `cause`.
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
