import { isRecord } from '@content-api/model'
import type { Caller } from '@content-api/core/entries/caller'
import {
  accountPlugin,
  accountsPlugin as plugin,
  listedRoutes,
  originalControllers,
  rateLimitName,
} from './account-plugin.js'
import { parseText, type Values } from '@content-api/engine/plan'
import type { HttpRequest, HttpResponse } from '@content-api/core/message/message'
import { readId } from '@content-api/core/query/raw-value'
import { callerOf } from '../routes/core-controller.js'
import { ExtensionError, unknownName } from '@content-api/core/errors/extension-error'
import type { FoundRoute } from '../routes/core-routes.js'
import { scopesOf } from '../check-extension.js'
import type { ExtensionHost, Register, RouteContext } from '../project-types.js'

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

type ActionFunction = (ctx: RouteContext) => unknown

/** The controllers of the plugin, with the functions of each. */
export type AccountControllers = Record<string, Record<string, unknown>>

/** Returns the built-in controllers, which code of the project can call. */
export const builtInControllers = (runAction: () => RunAction): AccountControllers =>
  originalControllers((action) => original(action, runAction))

/** What a project adds to the plugin, and its routes. */
export interface AccountExtension {
  readonly routes: readonly FoundRoute[]
  readonly policies: Values
  readonly middlewares: Values
  readonly services: Values
  readonly controllers: AccountControllers
  readonly contentTypes: Values
  readonly register: Register | undefined
  readonly bootstrap: Register | undefined
}

interface ExtensionScope {
  readonly strapi: ExtensionHost
  /** The built-in services of the plugin by name. */
  readonly services: Values
  /** The content types of the plugin before its changes. */
  readonly contentTypes: Values
  readonly runAction: () => RunAction
  readonly warn: (file: string, message: string) => void
}

/**
 * Applies `src/extensions/users-permissions/strapi-server`, which may change routes, add or replace functions
 * of controllers, and add services, policies and middlewares.
 * @throws ExtensionError for access to other parts of the plugin, and for invalid routes
 */
export async function extendAccounts(
  file: string,
  code: unknown,
  { strapi, runAction, services: builtIn, contentTypes, warn }: ExtensionScope,
): Promise<AccountExtension> {
  if (typeof code !== 'function') throw new ExtensionError(`${file} must export a function (plugin) => plugin.`)
  const { plugin: pluginObject, ...parts } = accountPlugin({
    services: builtIn,
    contentTypes,
    originalOf: (action) => original(action, runAction),
  })
  const { before, listed, phases } = parts
  // As in Strapi 4, the result is the plugin, also if it is another object.
  const result: unknown = await code(pluginObject)
  if (!isRecord(result)) throw new ExtensionError(`${file} must return the plugin.`)
  const part = (name: string): Values => (isRecord(result[name]) ? result[name] : {})
  const phaseOf = (name: string): Register | undefined => {
    const phase = result[name]
    return typeof phase === 'function' && phase !== phases[name] ? (phase as Register) : undefined
  }
  if (phaseOf('destroy')) warn(file, 'plugin.destroy is not called here. Use the same function of src/index.')
  const routes = contentRoutes(file, part('routes'))
  const created = createdOf(part('controllers'), strapi)
  const unchanged = new Map(listedRoutes().map((route) => [route.handler, JSON.stringify(route)]))
  const listedAs = (route: unknown) => listed.find((each) => nameOf(each) === nameOf(route))
  const found = routes.flatMap(({ route, prefix }): FoundRoute[] => {
    const action = listedAs(route)?.handler
    if (action === undefined) return [{ api: null, file, definition: routeOf(file, route, prefix, created) }]
    const replaces = `${plugin}.${action}`
    const [name = '', method = ''] = action.split('.')
    const isReplaced = created[name]?.[method] !== before[name as 'user' | 'auth'][method]
    if (!isReplaced && JSON.stringify(route) === unchanged.get(action)) return []
    return [{ api: null, file, replaces, definition: routeOf(file, withoutLimit(route), prefix, created) }]
  })
  const removed = listed
    .filter((each) => !routes.some(({ route }) => nameOf(route) === nameOf(each)))
    .map(({ method, path, handler }): FoundRoute => {
      const definition = { method, path, handler: (ctx: RouteContext) => ctx.notFound(), config: { auth: false } }
      return { api: null, file, replaces: `${plugin}.${handler}`, definition }
    })
  const covered = new Set(found.map(({ definition }) => keyOf(definition)))
  return {
    routes: [...found, ...removed.filter(({ definition }) => !covered.has(keyOf(definition)))],
    policies: part('policies'),
    middlewares: part('middlewares'),
    services: part('services'),
    controllers: created,
    contentTypes: part('contentTypes'),
    register: phaseOf('register'),
    bootstrap: phaseOf('bootstrap'),
  }
}

interface PluginRoute {
  readonly route: unknown
  /** The prefix of its router. */
  readonly prefix: string
}

/** Returns the routes of the content API in the routers of the plugin. @throws ExtensionError */
function contentRoutes(file: string, routers: Values): PluginRoute[] {
  return Object.entries(routers).flatMap(([name, router]) => {
    if (!isRecord(router) || (name !== 'content-api' && router['type'] !== 'content-api')) return []
    const { routes, prefix } = router
    if (!Array.isArray(routes)) throw new ExtensionError(`${file}: plugin.routes['${name}'].routes must be an array.`)
    const own = typeof prefix === 'string' && prefix !== '' ? prefix : '/users-permissions'
    return routes.map((route: unknown) => ({ route, prefix: own }))
  })
}

/** Returns the same text for a route and its copy. */
const nameOf = (route: unknown) => (isRecord(route) ? `${keyOf(route)} ${String(route['handler'])}` : '')

const keyOf = (route: unknown) => (isRecord(route) ? `${String(route['method'])} ${String(route['path'])}` : '')

/** Creates controllers that are functions, as in Strapi 4. */
function createdOf(controllers: Values, strapi: ExtensionHost): AccountControllers {
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
 * Returns the route with its handler. Without `config.prefix` its path begins with the prefix of its router, as
 * in Strapi 4.
 */
function routeOf(
  file: string,
  route: unknown,
  ofRouter: string,
  controllers: Record<string, Record<string, unknown>>,
): unknown {
  if (!isRecord(route)) throw new ExtensionError(`${file}: a route must be an object with method, path and handler.`)
  const { prefix = ofRouter, ...config } = isRecord(route['config']) ? route['config'] : {}
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
    ...(!replacesScope(config['auth']) && { action: `${plugin}.${handler}` }),
  }
}

/** Returns whether `auth` of a route decides who may use it, instead of the permission of its handler. */
const replacesScope = (auth: unknown) => auth === false || (isRecord(auth) && scopesOf(auth).length > 0)

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
