import { SdkError } from './sdk-error.js'

/** The caller's signal ended the request; the signal's reason is the `cause`. */
export class AbortError extends SdkError {
  override get name(): 'AbortError' {
    return 'AbortError'
  }
}
