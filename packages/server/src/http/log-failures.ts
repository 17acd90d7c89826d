import { ApiError } from '../errors/api-error.js'
import type { Logger } from '../log/logger.js'
import type { Log } from './error-response.js'

/** What clients are told as a 5xx: a warning where the reason is known and passes, such as a database that is away. */
export function logFailures(logger: Logger): Log {
  return ({ requestId, method, path, error }) => {
    const request = { requestId, method, path }
    if (!(error instanceof ApiError)) return logger.error(`${method} ${path} failed`, { ...request, error })
    const { message, cause } = error
    logger.warn(`${method} ${path} failed: ${message}`, { ...request, ...(cause !== undefined && { error: cause }) })
  }
}
