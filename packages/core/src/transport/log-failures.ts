import { ApiError } from '@content-api/engine/errors'
import type { Logger } from '../log/logger.js'
import type { Failure, Log } from '../composition/failure.js'

/** Milliseconds after which failures with the same cause are counted together. */
const interval = 10_000
/** The greatest number of causes that are counted. Failures of further causes are all logged. */
const mostCauses = 100

/**
 * Logs failures that clients receive as a 5xx. ApiErrors are warnings, such as a database that is temporarily
 * down. Of responses with 502 or 503 and the same cause, the first is logged, then their number every ten
 * seconds, and then that there are no more: a database that is away would fill the log otherwise.
 */
export function logFailures(logger: Logger): Log {
  const counts = new Map<string, number>()
  const countLater = (cause: string, message: string) => {
    counts.set(cause, 0)
    const timer = setInterval(() => {
      const count = counts.get(cause) ?? 0
      counts.set(cause, 0)
      const seconds = `in the last ${interval / 1_000} seconds`
      if (count > 0) return logger.warn(`${count} more requests failed ${seconds}: ${message}`, { count })
      counts.delete(cause)
      clearInterval(timer)
      logger.info(`No more requests failed ${seconds}: ${message}`)
    }, interval)
    timer.unref()
  }
  return (failure) => {
    const { method, path, error } = failure
    if (!(error instanceof ApiError)) return logger.error(`${method} ${path} failed`, { ...request(failure), error })
    const { message, cause, status } = error
    if (status === 502 || status === 503) {
      const key = `${message} ${describeCause(cause)}`
      const count = counts.get(key)
      if (count !== undefined) return void counts.set(key, count + 1)
      if (counts.size < mostCauses) countLater(key, message)
    }
    const fields = { ...request(failure), ...(cause !== undefined && { error: cause }) }
    logger.warn(`${method} ${path} failed: ${message}`, fields)
  }
}

const request = ({ requestId, method, path }: Failure) => ({ requestId, method, path })

/** Returns the code of an error, or else its name. Messages may differ for each request. */
function describeCause(cause: unknown): string {
  const { code, name, original } = (cause ?? {}) as { code?: string | number; name?: string; original?: unknown }
  if (original !== undefined) return describeCause(original)
  return String(code ?? name ?? '')
}
