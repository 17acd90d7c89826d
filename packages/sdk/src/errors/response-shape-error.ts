import { SdkError } from './sdk-error.js'

/**
 * Thrown when a response is not one of this API: not JSON, too large, without its envelope, of another page than the
 * requested one, or in the format of Strapi 5.
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
