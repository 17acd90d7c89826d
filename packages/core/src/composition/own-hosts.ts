import { isIP } from 'node:net'
import type { Config } from '../config/schema.js'
import { ApiError } from '@content-api/engine/errors'
import { type HttpRequest, type HttpResponse, jsonType } from '../message/message.js'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Handler } from './handler.js'

/** Names and addresses that always refer to this machine. */
export const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i

/** Returns whether the header `Host` is of this service. */
export type IsOwnHost = (host: string | undefined) => boolean

/**
 * Returns a check of the header `Host`. It accepts the names of this machine and of the configuration. It
 * also accepts addresses: the page of an attacker can only change the address of its name.
 */
export function ownHosts({ http }: Pick<Config, 'http'>): IsOwnHost {
  const names = new Set(http.allowedHosts.map((name) => name.toLowerCase()))
  return (host) => {
    if (host === undefined) return true
    const name = host.replace(/:\d*$/, '').toLowerCase()
    return loopback.test(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || names.has(name)
  }
}

/**
 * Returns the check for clients that read the schema, or null if all may. Servers that other people use, such
 * as a staging server, show their schema at every name.
 */
export function schemaHosts(config: Pick<Config, 'http'>, development: boolean): IsOwnHost | null {
  return development || process.env['NODE_ENV'] === 'development' ? ownHosts(config) : null
}

/** Says what to do when `ownHosts` rejects a host. */
export function otherHost(host = ''): string {
  const name = host.replace(/:\d*$/, '').slice(0, 200)
  return `Use localhost or the address of the service here, not ${name}, or add the name to "http.allowedHosts" in the configuration`
}

/** @throws ApiError ForbiddenError for a host of another service */
export function requireOwnHost(isOwnHost: IsOwnHost, request: Pick<HttpRequest, 'header'>): void {
  const host = request.header('host')
  if (!isOwnHost(host)) throw new ApiError('ForbiddenError', otherHost(host))
}

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
