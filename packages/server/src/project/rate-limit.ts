import { isRecord } from '@content-api/model'
import { LRUCache } from 'lru-cache'
import { ApiError } from '@content-api/engine/errors/api-error'
import type { ExtensionHost, RouteMiddleware } from './project-types.js'

type Values = Readonly<Record<string, unknown>>

const units = { ms: 1, sec: 1_000, min: 60_000, hour: 3_600_000, day: 86_400_000 } as const
/** The name under which routes use the middleware. */
export const rateLimitName = 'plugin::users-permissions.rateLimit'

/** Clients that are remembered. Another one makes the server forget the oldest. */
const maximumClients = 10_000

/**
 * The middleware `plugin::users-permissions.rateLimit` of Strapi 4: limits the requests of an address for an
 * e-mail address. The default is 5 requests in 5 minutes.
 */
export function rateLimit(config: Values, { strapi }: { readonly strapi: ExtensionHost }): RouteMiddleware {
  const configured: unknown = strapi.config.get('plugin.users-permissions.ratelimit')
  const options: Values = { ...(isRecord(configured) && configured), ...config }
  if (options['enabled'] === false) return (_ctx, next) => next()
  const { max = 5, interval = { min: 5 } } = options
  const counts = new LRUCache<string, { count: number }>({ max: maximumClients, ttl: millisecondsOf(interval) })
  return (ctx, next) => {
    const { body, path, ip } = ctx.request
    const email = isRecord(body) && typeof body['email'] === 'string' ? body['email'].toLowerCase() : ''
    const key = `${email} ${path.toLowerCase()} ${ip}`
    const entry = counts.get(key) ?? { count: 0 }
    if (entry.count >= Number(max)) throw new ApiError('RateLimitError')
    entry.count += 1
    // The time begins with the first request.
    if (entry.count === 1) counts.set(key, entry)
    return next()
  }
}

function millisecondsOf(interval: unknown): number {
  if (!isRecord(interval)) return Number(interval)
  return Object.entries(units).reduce((sum, [unit, length]) => sum + Number(interval[unit] ?? 0) * length, 0)
}

/** Returns middlewares by name, with the one of Strapi. */
export const withRateLimit = (middlewares: Values): Record<string, unknown> => ({
  [rateLimitName]: rateLimit,
  ...middlewares,
})
