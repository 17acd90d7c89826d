import type { IncomingMessage, RequestListener } from 'node:http'
import { ApiError } from '@content-api/engine/errors'
import type { Handler } from '../composition/handler.js'
import { type HttpResponse, jsonType } from '../message/message.js'
import { type IsOwnHost, loopback, requireOwnHost } from '../message/own-hosts.js'

/** Returns whether a request uses a name of this machine. */
export function isForThisMachine({ headers: { host } }: IncomingMessage): boolean {
  return host === undefined || loopback.test(host.replace(/:\d*$/, ''))
}

/**
 * Rejects requests that use another host name than one of this machine. A web page may resolve its own name
 * to this machine (DNS rebinding). The browser would then let that page use a service that allows every
 * request.
 */
export function rejectOtherHosts(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (isForThisMachine(request)) return listener(request, response)
    const { host = '' } = request.headers
    const error = new ApiError(
      'ForbiddenError',
      `Without "permissions" in the configuration, use the host localhost or 127.0.0.1, not ${host.slice(0, 200)}`,
    )
    response.writeHead(error.status, { 'Content-Type': jsonType, Connection: 'close' }).end(JSON.stringify(error))
  }
}

/** Returns a handler that only responds to requests for hosts of this service. */
export function forOwnHosts(isOwnHost: IsOwnHost, handler: Handler): Handler {
  return (request, next) => {
    const check = (response: HttpResponse | null) => {
      if (response) requireOwnHost(isOwnHost, request)
      return response
    }
    const response = handler(request, next)
    return response instanceof Promise ? response.then(check) : check(response)
  }
}
