import { isIP } from 'node:net'
import type { Config } from '../config/schema.js'
import { ApiError } from '@content-api/engine/errors'
import type { HttpRequest } from './message.js'

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
export function requireOwnHost(isOwnHost: IsOwnHost, request: HttpRequest): void {
  const host = request.header('host')
  if (!isOwnHost(host)) throw new ApiError('ForbiddenError', otherHost(host))
}
