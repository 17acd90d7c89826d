import type { ServerResponse } from 'node:http'
import type { Logger } from '../log/logger.js'
import type { RequestInfo } from '../message/message.js'
import { healthPaths } from './health.js'

/**
 * Logs a line when the response is sent or the client has disconnected. Logs only the path of the URL,
 * because a query may hold secrets.
 */
export function logRequest(
  logger: Logger,
  request: RequestInfo & { whenSent(work: () => void): void },
  response: ServerResponse,
): void {
  const { id, method, path, address } = request
  const begun = performance.now()
  const level = healthPaths.has(path) ? 'debug' : 'info'
  if (!logger.isEnabled(level)) return
  request.whenSent(() => {
    const { statusCode, writableFinished } = response
    logger[level](`${method} ${path} ${statusCode}`, {
      requestId: id,
      method,
      path,
      status: statusCode,
      milliseconds: Math.round(performance.now() - begun),
      address,
      ...(writableFinished ? {} : { cutShort: true }),
    })
  })
}
