import { ApiError } from './api-error.js'

/** The error of a request that exceeds a limit as a whole, whichever of its parts is too large. */
export class RequestLimitError extends ApiError {
  constructor(message: string) {
    super('ValidationError', message)
  }
}
