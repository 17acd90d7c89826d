import { ApiError } from './api-error.js'

/** The error of a request that exceeds a limit on the whole request: on entries, conditions or query cost. */
export class RequestLimitError extends ApiError {
  constructor(message: string) {
    super('ValidationError', message)
  }
}
