import { SdkError } from './sdk-error.js'

/** Thrown when the complete response, retries included, doesn't arrive within the call's `timeout`. */
export class TimeoutError extends SdkError {
  override get name(): 'TimeoutError' {
    return 'TimeoutError'
  }
}
