import { isRecord } from '@content-api/model'
import type { Caller } from '../entries/caller.js'
import { parseText } from '../message/json-text.js'
import type { HttpRequest, HttpResponse } from '../message/message.js'
import { readId } from '../query/raw-value.js'
import { callerOf } from './core-controller.js'
import { ExtensionError, unknownName } from './extension-error.js'
import { guarded } from './guarded.js'
import type { FoundRoute } from './found-route.js'
import { rateLimit, rateLimitName } from './rate-limit.js'
import type { ExtensionHost, Register, RouteContext } from './project-types.js'

/** The key under which a context holds its request. */
export const requestOf = Symbol('request')

/** Runs a built-in action by its name. */
export type RunAction = (
  action: string,
  call: {
    readonly request: HttpRequest
    readonly caller: Caller
    readonly id: number
    readonly body: unknown
    readonly query: Record<string, unknown>
  },
) => Promise<HttpResponse>

const plugin = 'plugin::users-permissions'

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

type Values = Readonly<Record<string, unknown>>

type ActionFunction = (ctx: RouteContext) => unknown

/** What a project adds to the plugin, and its routes. */
export interface AccountExtension {
  readonly routes: readonly FoundRoute[]
  readonly policies: Values
  readonly middlewares: Values
  readonly services: Values
  readonly register: Register | undefined
  readonly bootstrap: Register | undefined
}

interface ExtensionScope {
  readonly strapi: ExtensionHost
  /** The built-in services of the plugin by name. */
  readonly services: Values
  readonly runAction: () => RunAction
  readonly warn: (file: string, message: string) => void
}

/** Returns the built-in routes as Strapi lists them, so that project code can find, change and remove them. */
const listedRoutes = () =>
  Object.entries(accountRoutes).map(([handler, [method, path]]) => ({
    method,
    path,
    handler,
    config: { prefix: '', ...(handler.startsWith('auth.') && { middlewares: [rateLimitName] }) },
  }))

/**
 * Applies `src/extensions/users-permissions/strapi-server`, which may change routes, add or replace functions
 * of controllers, and add services, policies and middlewares.
 * @throws ExtensionError for access to other parts of the plugin, and for invalid routes
 */
export async function extendAccounts(
  file: string,
  code: unknown,
  { strapi, runAction, services: builtIn, warn }: ExtensionScope,
): Promise<AccountExtension> {
  if (typeof code !== 'function') throw new ExtensionError(`${file} must export a function (plugin) => plugin.`)
  const originals = (name: string) => {
    const own = Object.keys(accountRoutes).filter((action) => action.startsWith(`${name}.`))
    return Object.fromEntries(own.map((action) => [action.slice(name.length + 1), original(action, runAction)]))
  }
  const before = { user: originals('user'), auth: originals('auth') }
  const controllers: Record<string, unknown> = { user: { ...before.user }, auth: { ...before.auth } }
  const listed = listedRoutes()
  const contentApi: { type: string; routes: unknown } = { type: 'content-api', routes: [...listed] }
  const originalServices = Object.entries(builtIn).map(([name, service]) => [name, () => service] as const)
  const added = { policies: {}, middlewares: { rateLimit }, services: Object.fromEntries(originalServices) as Values }
  const unread: Readonly<Record<string, object>> = { contentTypes: {}, admin: { type: 'admin', routes: [] } }
  const phases: Readonly<Record<string, Register>> = { register() {}, bootstrap() {}, destroy() {} }
  const pluginObject = guarded('plugin of strapi-server', {
    controllers: guarded('plugin.controllers', controllers),
    routes: guarded('plugin.routes', { 'content-api': contentApi, admin: unread['admin'] }),
    policies: added.policies,
    middlewares: added.middlewares,
    services: guarded('plugin.services', added.services),
    contentTypes: guarded('plugin.contentTypes', unread['contentTypes'] as object),
    config: {},
    ...phases,
  })
  const result: unknown = await code(pluginObject)
  if (result !== pluginObject) throw new ExtensionError(`${file} must return the plugin that it receives, not a copy.`)
  for (const type of Object.keys(pluginObject.contentTypes)) {
    const place = `src/extensions/users-permissions/content-types/${type}/schema.json`
    warn(file, `plugin.contentTypes.${type} has no effect here. Use ${place}.`)
  }
  const phaseOf = (name: string): Register | undefined => {
    const phase: unknown = (pluginObject as Values)[name]
    return typeof phase === 'function' && phase !== phases[name] ? (phase as Register) : undefined
  }
  if (phaseOf('destroy')) warn(file, 'plugin.destroy is not called here. Use the same function of src/index.')
  const { routes } = contentApi
  if (!Array.isArray(routes)) throw new ExtensionError(`${file}: plugin.routes['content-api'].routes must be an array.`)
  const created = createdOf(pluginObject.controllers, strapi)
  const unchanged = new Map(listedRoutes().map((route) => [route.handler, JSON.stringify(route)]))
  const found = routes.flatMap((route: unknown): FoundRoute[] => {
    const action = listed.find((each) => each === route)?.handler
    if (action === undefined) return [{ api: null, file, definition: routeOf(file, route, created) }]
    const replaces = `${plugin}.${action}`
    const [name = '', part = ''] = action.split('.')
    const isReplaced = created[name]?.[part] !== before[name as 'user' | 'auth'][part]
    if (!isReplaced && JSON.stringify(route) === unchanged.get(action)) return []
    return [{ api: null, file, replaces, definition: routeOf(file, withoutLimit(route), created) }]
  })
  const removed = listed
    .filter((route) => !routes.includes(route))
    .map(({ method, path, handler }): FoundRoute => {
      const definition = { method, path, handler: (ctx: RouteContext) => ctx.notFound(), config: { auth: false } }
      return { api: null, file, replaces: `${plugin}.${handler}`, definition }
    })
  const covered = new Set(found.map(({ definition }) => keyOf(definition)))
  const { policies, middlewares, services } = pluginObject
  return {
    routes: [...found, ...removed.filter(({ definition }) => !covered.has(keyOf(definition)))],
    policies,
    middlewares,
    services,
    register: phaseOf('register'),
    bootstrap: phaseOf('bootstrap'),
  }
}

const keyOf = (route: unknown) => (isRecord(route) ? `${String(route['method'])} ${String(route['path'])}` : '')

/** Creates controllers that are functions, as in Strapi 4. */
function createdOf(controllers: Values, strapi: ExtensionHost): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(controllers).map(([name, controller]) => {
      const created: unknown = typeof controller === 'function' ? controller({ strapi }) : controller
      return [name, isRecord(created) ? created : {}]
    }),
  )
}

/** Removes Strapi's limit on attempts from a built-in route, because this server has its own for them. */
function withoutLimit(route: unknown): unknown {
  const config = isRecord(route) ? route['config'] : undefined
  if (!isRecord(route) || !isRecord(config) || !Array.isArray(config['middlewares'])) return route
  const middlewares = config['middlewares'].filter((each: unknown) => each !== rateLimitName)
  return { ...route, config: { ...config, middlewares } }
}

/**
 * Returns the route with its handler. Without `config.prefix` its path begins with the plugin's name, as in
 * Strapi 4.
 */
function routeOf(file: string, route: unknown, controllers: Record<string, Record<string, unknown>>): unknown {
  if (!isRecord(route)) throw new ExtensionError(`${file}: a route must be an object with method, path and handler.`)
  const { prefix = '/users-permissions', ...config } = isRecord(route['config']) ? route['config'] : {}
  const handler = String(route['handler']).replace(`${plugin}.`, '')
  const [name = '', method = ''] = handler.split('.')
  const own = controllers[name]?.[method]
  if (typeof own !== 'function') {
    const known = Object.entries(controllers).flatMap(([key, all]) => Object.keys(all).map((one) => `${key}.${one}`))
    throw unknownName(`${file}: the handler`, handler, known)
  }
  return {
    ...route,
    path: `${String(prefix)}${String(route['path'])}`,
    handler: own,
    config,
    ...((config['auth'] === undefined || config['auth'] === true) && { action: `${plugin}.${handler}` }),
  }
}

/** Returns a built-in action as a function, so that project code can call it before or after its own code. */
function original(action: string, runAction: () => RunAction): ActionFunction {
  return async (ctx) => {
    const { [callerOf]: caller, [requestOf]: request } = ctx as RouteContext & {
      readonly [callerOf]?: Caller
      readonly [requestOf]?: HttpRequest
    }
    if (!caller || !request) throw new ExtensionError(`Call ${action} with the context of its route, ctx.`)
    const id = readId(ctx.params['id'] ?? '') ?? 0
    const { body, query } = ctx.request
    const response = await runAction()(`${plugin}.${action}`, { request, caller, id, body, query: { ...query } })
    for (const [name, value] of Object.entries(response.headers)) {
      if (name.toLowerCase() !== 'content-type') ctx.set(name, value)
    }
    ctx.status = response.status
    const { body: text } = response
    if (typeof text === 'string' || text instanceof Buffer) ctx.body = parseText(text)
    return ctx.body
  }
}
