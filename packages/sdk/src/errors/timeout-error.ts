import { SdkError } from './sdk-error.js'

/** The whole answer, retries included, was not there in time. */
export class TimeoutError extends SdkError {
  override get name(): 'TimeoutError' {
    return 'TimeoutError'
  }
}
