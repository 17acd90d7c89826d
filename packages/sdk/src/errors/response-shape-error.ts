import { isNamed } from './is-named.js'

/** An answer came that is none of this API's: not JSON, cut off, too large, without the envelope. */
export class ResponseShapeError extends Error {
  override readonly name = 'ResponseShapeError'
  /** The HTTP status. */
  readonly status: number

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }

  static is(error: unknown): error is ResponseShapeError {
    return isNamed(error, 'ResponseShapeError')
  }
}
