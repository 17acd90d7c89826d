import type { ServerResponse } from 'node:http'
import type { Logger } from '../log/logger.js'
import type { RequestInfo } from '../message/message.js'
import { healthPaths } from './health.js'

/**
 * Logs a line when the response is sent or the client is gone. Of the URL it logs the path only: a query may hold anything.
 */
export function logRequest(logger: Logger, { id, method, path, address }: RequestInfo, response: ServerResponse): void {
  const begun = performance.now()
  const level = healthPaths.has(path) ? 'debug' : 'info'
  if (!logger.isEnabled(level)) return
  response.once('close', () => {
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
