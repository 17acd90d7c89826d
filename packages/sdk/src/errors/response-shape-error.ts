import { SdkError } from './sdk-error.js'

/** An answer came that is none of this API's: not JSON, too large, without the envelope. */
export class ResponseShapeError extends SdkError {
  override get name(): 'ResponseShapeError' {
    return 'ResponseShapeError'
  }
}
