import { isRecord } from '@content-api/model'
import type { Caller } from '../entries/caller.js'
import { parseText } from '../message/json-text.js'
import type { HttpRequest, HttpResponse } from '../message/message.js'
import { readId } from '../query/raw-value.js'
import { callerOf } from './core-controller.js'
import { ExtensionError, unknownName } from './extension-error.js'
import { guarded } from './guarded.js'
import type { FoundRoute } from './found-route.js'
import type { RouteContext } from './project-types.js'

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

type ActionFunction = (ctx: RouteContext) => unknown

/**
 * Applies `src/extensions/users-permissions/strapi-server`, which may add routes and add or replace functions
 * of controllers.
 * @throws ExtensionError for access to other parts of the plugin, and for invalid routes
 */
export async function extendAccounts(
  file: string,
  code: unknown,
  runAction: () => RunAction,
): Promise<readonly FoundRoute[]> {
  if (typeof code !== 'function') throw new ExtensionError(`${file} must export a function (plugin) => plugin.`)
  const originals = (name: string) => {
    const own = Object.keys(accountRoutes).filter((action) => action.startsWith(`${name}.`))
    return Object.fromEntries(own.map((action) => [action.slice(name.length + 1), original(action, runAction)]))
  }
  const before = { user: originals('user'), auth: originals('auth') }
  const controllers = { user: { ...before.user }, auth: { ...before.auth } } as Record<string, Record<string, unknown>>
  const contentApi: { type: string; routes: unknown } = { type: 'content-api', routes: [] }
  const unread: Readonly<Record<string, object>> = { policies: {}, middlewares: {} }
  const pluginObject = guarded('plugin of strapi-server', {
    controllers: guarded('plugin.controllers', controllers),
    routes: guarded('plugin.routes', { 'content-api': contentApi }),
    ...unread,
  })
  const result: unknown = await code(pluginObject)
  if (result !== pluginObject) throw new ExtensionError(`${file} must return the plugin that it receives, not a copy.`)
  for (const [name, members] of Object.entries(unread)) {
    if (Object.keys(members).length === 0) continue
    throw new ExtensionError(`${file} adds to plugin.${name}, which is not read. Use src/${name} instead.`)
  }
  const { routes: added } = contentApi
  if (!Array.isArray(added)) throw new ExtensionError(`${file}: plugin.routes['content-api'].routes must be an array.`)
  const replaced: FoundRoute[] = Object.entries(accountRoutes).flatMap(([action, [method, path]]) => {
    const [name = '', part = ''] = action.split('.')
    const own = controllers[name]?.[part]
    if (own === before[name as 'user' | 'auth'][part]) return []
    const replaces = `${plugin}.${action}`
    return [{ api: null, replaces, definition: { method, path, handler: own, action: replaces } }]
  })
  const routes = added.map((route: unknown) => ({ api: null, file, definition: routeOf(file, route, controllers) }))
  return [...routes, ...replaced]
}

/**
 * Returns the route with its handler. Without `config.prefix` its path begins with the plugin's name, as in
 * Strapi 4.
 */
function routeOf(file: string, route: unknown, controllers: Record<string, Record<string, unknown>>): unknown {
  if (!isRecord(route)) throw new ExtensionError(`${file}: a route must be an object with method, path and handler.`)
  const { prefix = '/users-permissions', ...config } = isRecord(route['config']) ? route['config'] : {}
  const handler = String(route['handler'])
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
