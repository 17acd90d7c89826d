import { SdkError } from './sdk-error.js'

/** No answer came: the connection failed, broke off, or was turned down. What fetch said is the `cause`. */
export class NetworkError extends SdkError {
  override get name(): 'NetworkError' {
    return 'NetworkError'
  }
}
