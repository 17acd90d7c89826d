import { closest, isRecord, listed } from '@content-api/model'
import { parse } from 'path-to-regexp'
import { ExtensionError, checkKeys, messageOf, unknownName } from '@content-api/core/errors/extension-error'
import { checkOptions, routeAuthKeys } from '../check-extension.js'
import { authStrategies } from './caller-context.js'
import { CoreRouter, routerOf } from './core-router.js'
import type { FoundRoute, FoundRouter } from './core-routes.js'
import type { LoadedFile } from '../loading/project-code.js'
import { type RouteInput, routeMethods } from '../project-types.js'

type Warn = (message: string) => void

/**
 * Returns the routes that a file in `routes` exports. A route of a router that the file read stands for the
 * generated route.
 * @param warn reports a file without routes, such as one whose code is commented out
 * @throws ExtensionError
 */
export function routesOfFile(
  { api, file, code }: LoadedFile & { readonly api: string },
  warn: Warn,
): (FoundRoute | FoundRouter)[] {
  if (code instanceof CoreRouter) return [{ file, router: code }]
  const routes = isRecord(code) ? code['routes'] : undefined
  if (routes === undefined && !Array.isArray(code)) {
    warn('This file exports no routes, so it has no effect. Export { routes: [...] } or remove it.')
    return []
  }
  if (!Array.isArray(routes)) throw new ExtensionError(`${file} must export { routes: [...] }.`)
  const prefix = isRecord(code) && typeof code['prefix'] === 'string' ? code['prefix'] : ''
  return routes.map((definition: unknown) => {
    const generated = routerOf(definition)
    return generated ? { file, ...generated } : { api, file, definition: withPrefix(definition, prefix) }
  })
}

/** Returns the routers among the routes of a file. If the file chose single routes of a router, it only has those. */
export function routersOf(routes: readonly (FoundRoute | FoundRouter)[]): FoundRouter[] {
  const routers = new Map<CoreRouter, FoundRouter[]>()
  for (const each of routes) {
    if ('router' in each) routers.set(each.router, [...(routers.get(each.router) ?? []), each])
  }
  return [...routers].map(([router, found]) => {
    const { file } = found[0] as FoundRouter
    const only = found.flatMap(({ action }) => action ?? [])
    return { file, router: only.length === 0 ? router : new CoreRouter(router.uid, { ...router.options, only }) }
  })
}

/** Adds the prefix of a router, unless the route has one of its own. */
export function withPrefix(definition: unknown, prefix: string): unknown {
  if (prefix === '' || !isRecord(definition)) return definition
  const { config, path } = definition
  if (isRecord(config) && 'prefix' in config) return definition
  return { ...definition, path: path === '/' ? prefix : `${prefix}${String(path)}` }
}

const keys = ['method', 'path', 'handler', 'action', 'config', 'info']

/**
 * Checks a route.
 * @param warn reports parts that Strapi ignores; null if they are errors
 * @throws ExtensionError for an invalid route
 */
export function checkRoute(definition: unknown, warn: Warn | null): RouteInput {
  if (!isRecord(definition)) throw new ExtensionError('A route must be an object with method, path and handler.')
  const { method, path, handler, action } = definition
  const route = `the route ${String(method)} ${String(path)}`
  const at = `In ${route}`
  if (warn === null) checkKeys(route, definition, keys)
  else warnOfKeys(warn, route, definition, keys)
  if (!(routeMethods as readonly unknown[]).includes(method)) {
    throw new ExtensionError(`${at} the method must be one of ${listed(routeMethods)}.`)
  }
  if (typeof path !== 'string') throw new ExtensionError(`${at} the path must be a string such as "/cities/:code".`)
  checkPath(at, path)
  const isHandler = (value: unknown) => typeof value === 'string' || typeof value === 'function'
  const isList = Array.isArray(handler) && handler.length > 0 && handler.every((each) => typeof each === 'function')
  if (!isHandler(handler) && !isList) {
    throw new ExtensionError(`${at} the handler must be a function, or its name such as "city.nearest".`)
  }
  if (
    action !== undefined &&
    (typeof action !== 'string' || !/^(?:api::[\w-]+|plugin::users-permissions)\.[\w-]+\.\w+$/.test(action))
  ) {
    throw new ExtensionError(`${at} the action must be the name of a permission such as "api::city.city.nearest".`)
  }
  const config = configOf(route, definition['config'] ?? {}, warn)
  return { ...definition, path: path.trim(), config } as unknown as RouteInput
}

/** @throws ExtensionError for a pattern that path-to-regexp can't read, and for two parameters with one name */
function checkPath(at: string, path: string): void {
  let tokens: ReturnType<typeof parse>
  try {
    tokens = parse(path)
  } catch (error) {
    const problem = messageOf(error)
    throw new ExtensionError(`${at} the path is not a valid pattern such as "/cities/:code": ${problem}`)
  }
  const names = tokens.flatMap((token) => (typeof token === 'string' ? [] : [token.name]))
  if (new Set(names).size < names.length) throw new ExtensionError(`${at} the path has the same name twice.`)
}

const configKeys = ['auth', 'policies', 'middlewares']

/** Returns the supported part of a route's `config`. @throws ExtensionError */
function configOf(route: string, config: unknown, warn: Warn | null): RouteInput['config'] {
  const at = `the config of ${route}`
  if (warn === null || !isRecord(config)) {
    checkOptions(at, config, routeAuthKeys)
    if (isRecord(config)) checkStrategies(at, config['auth'], null)
    return config as RouteInput['config']
  }
  // Strapi 4.26 reads `prefix` of plugins' routes, and none of the others.
  warnOfKeys(warn, at, config, [...configKeys, 'prefix', 'description', 'tag', 'tags', 'name'])
  const known = Object.fromEntries(Object.entries(config).filter(([key, value]) => configKeys.includes(key) && value))
  const { auth } = config
  if (isRecord(auth)) warnOfKeys(warn, `auth of ${at}`, auth, routeAuthKeys)
  const checked = { ...known, ...(auth !== undefined && auth !== null && { auth: ownAuth(auth) }) }
  checkOptions(at, checked, routeAuthKeys)
  checkStrategies(at, auth, warn)
  return checked as RouteInput['config']
}

/** Returns the supported part of a route's `auth`. */
function ownAuth(auth: unknown): unknown {
  if (!isRecord(auth)) return auth
  const { scope, strategies } = auth
  return { scope: scope ?? [], ...(strategies !== undefined && strategies !== null && { strategies }) }
}

/**
 * @param warn reports strategies that don't exist; null if they are errors
 * @throws ExtensionError for invalid strategies
 */
function checkStrategies(at: string, auth: unknown, warn: Warn | null): void {
  const strategies = isRecord(auth) ? auth['strategies'] : undefined
  if (strategies === undefined || strategies === null) return
  if (!Array.isArray(strategies) || !strategies.every((name) => typeof name === 'string')) {
    throw new ExtensionError(
      `auth.strategies of ${at} must be a list of names: ${authStrategies.join(', ')}. Write your own strategy as ` +
        'a policy.',
    )
  }
  for (const name of strategies) {
    if ((authStrategies as readonly string[]).includes(name)) continue
    const error = unknownName(`auth.strategies of ${at}: the strategy`, name, authStrategies)
    if (warn === null) throw error
    warn(`${error.message} As in Strapi, it accepts no caller.`)
  }
}

function warnOfKeys(warn: Warn, what: string, input: Record<string, unknown>, known: readonly string[]): void {
  for (const key of Object.keys(input)) {
    if (known.includes(key)) continue
    const near = closest(key, known)
    warn(`The key "${key}" of ${what} has no effect.${near === undefined ? '' : ` Did you mean "${near}"?`}`)
  }
}
