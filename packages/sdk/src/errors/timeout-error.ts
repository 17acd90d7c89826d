import { SdkError } from './sdk-error.js'

/**
 * Thrown when the complete response, retries included, doesn't arrive within the call's `timeout`.
 *
 * @example
 * ```ts
 * const explain = (error: unknown) => (TimeoutError.is(error) ? 'The server is slow. Try again.' : undefined)
 * ```
 */
export class TimeoutError extends SdkError {
  override get name(): 'TimeoutError' {
    return 'TimeoutError'
  }
}
