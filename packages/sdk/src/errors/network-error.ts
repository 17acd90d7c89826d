import { SdkError } from './sdk-error.js'

/** Thrown when no response arrives: the connection fails or breaks off. The error of `fetch` is the `cause`. */
export class NetworkError extends SdkError {
  override get name(): 'NetworkError' {
    return 'NetworkError'
  }
}
