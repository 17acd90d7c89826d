import { SdkError } from './sdk-error.js'

/**
 * Thrown when a response doesn't have the format of this API: it is not JSON, too large, without its
 * envelope, in the format of another version of Strapi, or another page than the requested one.
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
