import type { Request, Response } from 'express'
import type { Logger } from '../log/logger.js'
import { healthPaths } from './health.js'
import { requestIdOf } from './request-id.js'

/**
 * A line for each request when its answer is sent, or nobody waits for it any more. Of the URL only the path: a query may
 * hold anything.
 */
export function requestLog(logger: Logger): (request: Request, response: Response) => void {
  return (request, response) => {
    const begun = performance.now()
    const { method, url, ip } = request
    const path = url.split('?', 1)[0] as string
    const isProbe = healthPaths.has(path)
    response.once('close', () => {
      const { statusCode, writableFinished } = response
      const level = isProbe ? 'debug' : 'info'
      if (!logger.tells(level)) return
      logger[level](`${method} ${path} ${statusCode}`, {
        requestId: requestIdOf(request),
        method,
        path,
        status: statusCode,
        milliseconds: Math.round(performance.now() - begun),
        address: ip,
        ...(writableFinished ? {} : { cutShort: true }),
      })
    })
  }
}
