import { ApiError } from './api-error.js'

/** Tells a request that asks for more than it may as a whole, whatever part of it went over the limit. */
export class AsksTooMuch extends ApiError {
  constructor(message: string) {
    super('ValidationError', message)
  }
}
