import type { Values } from '@content-api/engine/plan'
import { guarded, lacking } from '../host/guarded.js'
import type { Register, ExtensionHost, RouteMiddleware } from '../project-types.js'
import { isRecord } from '@content-api/model'
import { LRUCache } from 'lru-cache'
import { ApiError } from '@content-api/engine/errors'

export const accountsPlugin = 'plugin::users-permissions'

/** The built-in routes of accounts. Each key is the action of the route, which projects may replace. */
const accountRoutes: Readonly<Record<string, readonly [method: string, path: string]>> = {
  'user.me': ['GET', '/users/me'],
  'user.count': ['GET', '/users/count'],
  'user.find': ['GET', '/users'],
  'user.findOne': ['GET', '/users/:id'],
  'user.create': ['POST', '/users'],
  'user.update': ['PUT', '/users/:id'],
  'user.destroy': ['DELETE', '/users/:id'],
  'auth.callback': ['POST', '/auth/local'],
  'auth.register': ['POST', '/auth/local/register'],
  'auth.changePassword': ['POST', '/auth/change-password'],
  'auth.forgotPassword': ['POST', '/auth/forgot-password'],
  'auth.resetPassword': ['POST', '/auth/reset-password'],
  'auth.emailConfirmation': ['GET', '/auth/email-confirmation'],
  'auth.sendEmailConfirmation': ['POST', '/auth/send-email-confirmation'],
}

/** Returns the path of a built-in action such as `auth.callback`. */
export const accountPath = (action: string): string | undefined =>
  Object.hasOwn(accountRoutes, action) ? accountRoutes[action]?.[1] : undefined

/** Returns the built-in routes as Strapi lists them, so that project code can find, change and remove them. */
export const listedRoutes = () =>
  Object.entries(accountRoutes).map(([handler, [method, path]]) => ({
    method,
    path,
    handler,
    config: { prefix: '', ...(handler.startsWith('auth.') && { middlewares: [rateLimitName] }) },
  }))

/** Returns the built-in actions of both controllers. */
export function originalControllers<Action>(originalOf: (action: string) => Action) {
  const originals = (name: string) => {
    const own = Object.keys(accountRoutes).filter((action) => action.startsWith(`${name}.`))
    return Object.fromEntries(own.map((action) => [action.slice(name.length + 1), originalOf(action)]))
  }
  return { user: originals('user'), auth: originals('auth') }
}

interface AccountPluginParts<Action> {
  /** The built-in services of the plugin by name. */
  readonly services: Values
  readonly contentTypes: Values
  /** Returns a built-in action such as `auth.callback` as a function. */
  readonly originalOf: (action: string) => Action
}

/** Creates the object that `src/extensions/users-permissions/strapi-server` receives and changes. */
export function accountPlugin<Action>({ services, contentTypes, originalOf }: AccountPluginParts<Action>) {
  const before = originalControllers(originalOf)
  const controllers: Record<string, unknown> = { user: { ...before.user }, auth: { ...before.auth } }
  const listed = listedRoutes()
  const contentApi: { type: string; routes: unknown } = { type: 'content-api', routes: [...listed] }
  const creators = Object.entries(services).map(([name, service]) => [name, () => service] as const)
  const phases: Readonly<Record<string, Register>> = { register() {}, bootstrap() {}, destroy() {} }
  const plugin = guarded('plugin of strapi-server', {
    controllers: lacking('plugin.controllers', controllers, ['contentmanageruser', 'permissions', 'role', 'settings']),
    routes: { 'content-api': contentApi, admin: { type: 'admin', routes: [] } },
    policies: {},
    middlewares: { rateLimit },
    services: lacking('plugin.services', Object.fromEntries(creators) as Values, [
      'permission',
      'providers',
      'users-permissions',
    ]),
    contentTypes: lacking('plugin.contentTypes', contentTypes, ['permission']),
    config: {},
    ...phases,
  })
  return { plugin, before, listed, phases }
}

const units = { ms: 1, sec: 1_000, min: 60_000, hour: 3_600_000, day: 86_400_000 } as const
/** The name under which routes use the middleware. */
export const rateLimitName = 'plugin::users-permissions.rateLimit'

/** Clients that are remembered. Another one makes the server forget the oldest. */
const maximumClients = 10_000

/**
 * The middleware `plugin::users-permissions.rateLimit` of Strapi 4: limits the requests of an address for an
 * e-mail address. The default is 5 requests in 5 minutes.
 */
function rateLimit(config: Values, { strapi }: { readonly strapi: ExtensionHost }): RouteMiddleware {
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
