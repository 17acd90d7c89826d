import { ApiError } from './api-error.js'

/** The request as a whole is over a limit, whichever part of it exceeded the limit. */
export class RequestLimitError extends ApiError {
  constructor(message: string) {
    super('ValidationError', message)
  }
}
