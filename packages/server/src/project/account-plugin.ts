import { guarded } from './guarded.js'
import { rateLimit, rateLimitName } from './rate-limit.js'
import type { Register } from './project-types.js'

export const accountsPlugin = 'plugin::users-permissions'

/** The built-in routes of accounts. Each key is the action of the route, which projects may replace. */
export const accountRoutes: Readonly<Record<string, readonly [method: string, path: string]>> = {
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

type Values = Readonly<Record<string, unknown>>

interface AccountPluginParts<Action> {
  /** The built-in services of the plugin by name. */
  readonly services: Values
  readonly contentTypes: Values
  /** Returns a built-in action such as `auth.callback` as a function. */
  readonly originalOf: (action: string) => Action
}

/** Creates the object that `src/extensions/users-permissions/strapi-server` receives and changes. */
export function accountPlugin<Action>({ services, contentTypes, originalOf }: AccountPluginParts<Action>) {
  const originals = (name: string) => {
    const own = Object.keys(accountRoutes).filter((action) => action.startsWith(`${name}.`))
    return Object.fromEntries(own.map((action) => [action.slice(name.length + 1), originalOf(action)]))
  }
  const before = { user: originals('user'), auth: originals('auth') }
  const controllers: Record<string, unknown> = { user: { ...before.user }, auth: { ...before.auth } }
  const listed = listedRoutes()
  const contentApi: { type: string; routes: unknown } = { type: 'content-api', routes: [...listed] }
  const creators = Object.entries(services).map(([name, service]) => [name, () => service] as const)
  const added = { policies: {}, middlewares: { rateLimit }, services: Object.fromEntries(creators) as Values }
  const phases: Readonly<Record<string, Register>> = { register() {}, bootstrap() {}, destroy() {} }
  const plugin = guarded('plugin of strapi-server', {
    controllers: guarded('plugin.controllers', controllers),
    routes: guarded('plugin.routes', { 'content-api': contentApi, admin: { type: 'admin', routes: [] } }),
    policies: added.policies,
    middlewares: added.middlewares,
    services: guarded('plugin.services', added.services),
    contentTypes: guarded('plugin.contentTypes', contentTypes),
    config: {},
    ...phases,
  })
  return { plugin, before, listed, phases, contentApi }
}
