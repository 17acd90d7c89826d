import { type ContentType, type Registry, isRecord } from '@content-api/model'
import { ApiError } from '../errors/api-error.js'
import { allActions } from '../auth/actions.js'
import { runAs } from './current-host.js'
import { ExtensionError, unknownName, checkKeys } from './extension-error.js'
import { checkScopes, checkOptions } from './extension-input.js'
import {
  type ResolverOptions,
  type ExtensionHost,
  type RouteHandler,
  type RouteInput,
  type RouteMethod,
  type RouteMiddleware,
  type RoutePolicyContext,
  routeMethods,
} from './project-types.js'
import type { ApiMethods } from './api-methods.js'
import type { LoadedFile } from './project-code.js'
import { type BoundPolicy, type FindRegistered, bindMiddleware, bindPolicy } from './registered.js'

/** A resolved route of the project. */
export interface ProjectRoute {
  readonly method: RouteMethod
  readonly path: string
  /** The name in messages, for example `GET /cities/:code`. */
  readonly name: string
  /** The permission of the route; null if `auth` decides who may use it. */
  readonly action: string | null
  readonly auth: ResolverOptions['auth']
  readonly policies: readonly BoundPolicy<RoutePolicyContext>[]
  readonly middlewares: readonly RouteMiddleware[]
  readonly handler: RouteHandler
  /** The generated route that it replaces, or null. */
  readonly core: CoreRoute | null
  /** The action of the built-in account route that it replaces, or null. */
  readonly replaces: string | null
}

/** A generated route that may run project code. */
interface CoreRoute {
  readonly type: ContentType
  /**
   * Returns whether the route runs project code. Call it when the service is open: hooks may be added until
   * then. If false, the plain route is used.
   */
  readonly isActive: () => boolean
}

/** A route with the API of its folder. The API is null for routes of `src/index` and of programs. */
export interface FoundRoute {
  readonly api: string | null
  readonly definition: unknown
  readonly core?: CoreRoute
  readonly replaces?: string
}

export interface RouteScope {
  readonly registry: Registry
  readonly strapi: ExtensionHost
  readonly find: FindRegistered
  readonly controllers: ApiMethods
}

/** Returns the routes that a file in `routes` exports. @throws ExtensionError */
export function routesOfFile({ api, file, code }: LoadedFile & { readonly api: string }): FoundRoute[] {
  const routes = isRecord(code) ? code['routes'] : undefined
  if (!Array.isArray(routes)) throw new ExtensionError(`${file} must export { routes: [...] }.`)
  return routes.map((definition: unknown) => ({ api, definition }))
}

/** @throws ExtensionError for an invalid route, one that names something unknown, or two with the same path */
export async function resolveRoutes(found: readonly FoundRoute[], scope: RouteScope): Promise<ProjectRoute[]> {
  const routes: ProjectRoute[] = []
  for (const { api, definition, core = null, replaces = null } of found) {
    const route = { ...(await resolveRoute(checkRoute(definition), api, scope)), core, replaces }
    const key = keyOf(route)
    const twin = routes.find((other) => keyOf(other) === key)
    // A route that the project defines takes precedence over a generated one.
    if (twin && core) continue
    if (twin) throw new ExtensionError(`There are two routes ${route.name}. Remove one.`)
    routes.push(route)
  }
  const actions = allActions(scope.registry, actionsOf(routes))
  for (const { name, auth } of routes) checkScopes(`the route ${name}`, auth, actions)
  return routes.toSorted((one, other) => sortKey(one).localeCompare(sortKey(other)))
}

/** Returns the permissions that routes define. */
export const actionsOf = (routes: readonly ProjectRoute[]): string[] => routes.flatMap(({ action }) => action ?? [])

/** Returns the same key for routes that only differ in the case of the path or in the names of parameters. */
const keyOf = ({ method, path }: ProjectRoute) => `${method} ${path.toLowerCase().replaceAll(/:\w+/g, ':')}`

/** Returns a sort key: `/cities/nearest` comes before `/cities/:code`. */
const sortKey = ({ path }: ProjectRoute) =>
  path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '1' : '0'))
    .join('')

async function resolveRoute(
  input: RouteInput,
  api: string | null,
  scope: RouteScope,
): Promise<Omit<ProjectRoute, 'core' | 'replaces'>> {
  const { method, path, config = {} } = input
  const { strapi } = scope
  const find = api === null ? scope.find : withinApi(api, scope.find)
  const { auth, policies = [], middlewares = [] } = config
  const name = `${method} ${path}`
  const { handler, action } = resolveHandler(input, api, name, scope)
  const own = auth === undefined || auth === true
  if (own && action === undefined) {
    throw new ExtensionError(
      `The route ${name} has no permission. Set an action such as "api::city.city.nearest", or config.auth: ` +
        'false for everybody, or { scope: [...] }.',
    )
  }
  if (!own && input.action !== undefined) {
    throw new ExtensionError(`The route ${name} has an action and config.auth, which replaces it. Remove one of them.`)
  }
  const withGlobal = async <Values extends readonly unknown[]>(bound: Promise<(...values: Values) => unknown>) => {
    const work = await bound
    return (...values: Values) => runAs(strapi, () => work(...values))
  }
  return {
    method,
    path,
    name,
    action: own ? (action ?? null) : null,
    auth,
    policies: await Promise.all(
      policies.map((policy) => withGlobal(bindPolicy<RoutePolicyContext>(policy, strapi, find))),
    ),
    middlewares: await Promise.all(
      middlewares.map((middleware) => withGlobal(bindMiddleware<RouteMiddleware>(middleware, strapi, find, 'config'))),
    ),
    handler: (context) => runAs(strapi, () => handler(context)),
  }
}

/** Finds names without a prefix in `src/policies` (or `src/middlewares`) first, then in the API, as in Strapi 4. */
function withinApi(api: string, find: FindRegistered): FindRegistered {
  return async (kind, name) => {
    try {
      return await find(kind, name)
    } catch (error) {
      if (!(error instanceof ExtensionError) || !/^[\w-]+$/.test(name)) throw error
      return find(kind, `api::${api}.${name}`).catch(() => {
        throw error
      })
    }
  }
}

interface Handler {
  readonly handler: RouteHandler
  readonly action: string | undefined
}

function resolveHandler({ handler, action }: RouteInput, api: string | null, name: string, scope: RouteScope): Handler {
  if (typeof handler === 'function') return { handler, action }
  const [, named = api, controller = '', method = ''] = /^(?:api::([\w-]+)\.)?([\w-]+)\.(\w+)$/.exec(handler) ?? []
  if (named === null || controller === '') {
    throw new ExtensionError(
      `The handler "${handler}" of the route ${name} must have the form "api::city.city.nearest".`,
    )
  }
  const uid = `api::${named}.${controller}`
  const methods = scope.controllers.get(uid)
  if (!methods) throw unknownName(`For the handler of the route ${name} the controller`, uid, scope.controllers.keys())
  const own = method in methods ? methods[method] : undefined
  if (typeof own !== 'function') throw unknownName(`In the controller ${uid} the method`, method, namesOf(methods))
  return {
    // Called as a method, because handlers of a controller may call each other.
    handler: async (context) => {
      const result: unknown = await own.call(methods, context)
      // As in Strapi 4, a handler without a result responds with 404.
      if (isNothing(result) && isNothing(context.body) && !context.isAnswered) throw new ApiError('NotFoundError')
      return result
    },
    action: action ?? `${uid}.${method}`,
  }
}

const isNothing = (value: unknown) => value === undefined || value === null

/** Returns the names of a controller's functions, including the generated ones. */
function namesOf(methods: object): string[] {
  const names: string[] = []
  for (const name in methods) names.push(name)
  return names
}

/** @throws ExtensionError for an invalid route */
function checkRoute(definition: unknown): RouteInput {
  if (!isRecord(definition)) throw new ExtensionError('A route must be an object with method, path and handler.')
  const { method, path, handler, action, config = {} } = definition
  const route = `the route ${String(method)} ${String(path)}`
  const at = `In ${route}`
  checkKeys(route, definition, ['method', 'path', 'handler', 'action', 'config'])
  if (!(routeMethods as readonly unknown[]).includes(method)) {
    throw new ExtensionError(`${at} the method must be one of ${routeMethods.join(', ')}.`)
  }
  if (typeof path !== 'string' || !/^(\/(:[A-Za-z_]\w*|[\w.~-]+))+$/.test(path)) {
    throw new ExtensionError(`${at} the path must be made of plain segments and ":name", such as "/cities/:code".`)
  }
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  if (new Set(names).size < names.length) throw new ExtensionError(`${at} the path has the same name twice.`)
  if (typeof handler !== 'string' && typeof handler !== 'function') {
    throw new ExtensionError(`${at} the handler must be a function, or its name such as "city.nearest".`)
  }
  if (
    action !== undefined &&
    (typeof action !== 'string' || !/^(?:api::[\w-]+|plugin::users-permissions)\.[\w-]+\.\w+$/.test(action))
  ) {
    throw new ExtensionError(`${at} the action must be the name of a permission such as "api::city.city.nearest".`)
  }
  checkOptions(`the config of ${route}`, config)
  return definition as unknown as RouteInput
}
