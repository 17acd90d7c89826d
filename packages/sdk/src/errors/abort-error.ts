import { SdkError } from './sdk-error.js'

/**
 * Thrown when the caller's signal ends a request; the signal's reason is the `cause`. Logins throw it too,
 * when a later login or logout overtakes them.
 *
 * @example
 * ```ts
 * const report = (error: unknown) => (AbortError.is(error) ? undefined : console.error(error))
 * ```
 */
export class AbortError extends SdkError {
  override get name(): 'AbortError' {
    return 'AbortError'
  }
}
