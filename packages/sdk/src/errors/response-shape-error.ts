import { SdkError } from './sdk-error.js'

/**
 * Thrown when a response doesn't have the form of this API: it is not JSON, too large, without its envelope, of another page
 * than the requested one, or in the format of Strapi 5.
 *
 * @example
 * ```ts
 * const isWrongServer = (error: unknown) => ResponseShapeError.is(error)
 * ```
 */
export class ResponseShapeError extends SdkError {
  override get name(): 'ResponseShapeError' {
    return 'ResponseShapeError'
  }
}
