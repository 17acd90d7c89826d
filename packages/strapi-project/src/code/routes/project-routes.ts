import { isRecord, type Registry } from '@content-api/model'
import { actionProblem, allActions } from '@content-api/capabilities/accounts/actions'
import type { Caller } from '@content-api/core/entries/caller'
import { type Attempt, ExtensionError, unknownName } from '@content-api/core/errors/extension-error'
import type { ApiMethods } from './api-methods.js'
import { runAs } from '../host/current-host.js'
import type { CoreRoute, FoundRoute } from './core-routes.js'
import { isIdentifiedBy } from './caller-context.js'
import { checkRoute } from './project-route-input.js'
import { scopesOf } from '../check-extension.js'
import type {
  ExtensionHost,
  ResolverOptions,
  RouteHandler,
  RouteInput,
  RouteMethod,
  RouteMiddleware,
  RoutePolicyContext,
} from '../project-types.js'
import { type BoundPolicy, type FindRegistered, bindMiddleware, bindPolicy } from './policies-and-middlewares.js'

/** A resolved route of the project. */
export interface ProjectRoute {
  readonly method: RouteMethod
  readonly path: string
  /** Whether the path begins at the root of the server instead of at the prefix of REST. */
  readonly atRoot: boolean
  /** The name in messages, for example `GET /cities/:code`. */
  readonly name: string
  /** The route as the project wrote it, which code reads as `ctx.state.route`. */
  readonly definition: RouteInput
  /** The API or plugin of the route, which code reads as `ctx.state.route.info`. */
  readonly info: object
  /** The permission of the route; null if `auth` decides who may use it. */
  readonly action: string | null
  /** Undefined if the route's own permission decides. */
  readonly auth: ResolverOptions['auth']
  /** The names of the strategies that identify its callers; undefined for all. */
  readonly strategies: readonly string[] | undefined
  readonly policies: readonly BoundPolicy<RoutePolicyContext>[]
  /** The middlewares and then the functions of the handler, each of which may call `next`. */
  readonly middlewares: readonly RouteMiddleware[]
  readonly handlers: readonly RouteHandler[]
  /** The generated route that it replaces, or null. */
  readonly core: CoreRoute | null
  /** The action of the built-in account route that it replaces, or null. */
  readonly replaces: string | null
}

export interface RouteScope {
  readonly registry: Registry
  readonly strapi: ExtensionHost
  readonly find: FindRegistered
  readonly controllers: ApiMethods
  readonly attempt: Attempt
  /** Reports a part of a route that has no effect. */
  readonly warn: (file: string, message: string) => void
}

/**
 * Resolves routes. Their order stays: the first route that matches a request handles it, as in Strapi 4.
 * @throws ExtensionError for an invalid route, one that names something unknown, or two equal routes of a
 * program
 */
export async function resolveRoutes(found: readonly FoundRoute[], scope: RouteScope): Promise<ProjectRoute[]> {
  const routes: ProjectRoute[] = []
  const files: (string | undefined)[] = []
  const first = new Map<string, FoundRoute>()
  const resolveOne = async (each: FoundRoute) => {
    const { core, file } = each
    const warn = (message: string) => scope.warn(file ?? 'routes', message)
    const route = await resolveRoute(each, scope, warn)
    const twin = first.get(keyOf(route))
    first.set(keyOf(route), twin ?? each)
    if (twin && !core && !twin.core) {
      const isOfProgram = file === undefined && twin.file === undefined
      if (isOfProgram) throw new ExtensionError(`There are two routes ${route.name}. Remove one.`)
      warn(`The route ${route.name} is never used: ${twin.file ?? 'src/index'} defines the same route before it.`)
    }
    routes.push(route)
    files.push(file)
  }
  for (const each of found) await scope.attempt(() => resolveOne(each), undefined, placeOf(each))
  const actions = allActions(scope.registry, actionsOf(routes))
  for (const [index, { name, auth }] of routes.entries()) {
    const file = files[index]
    for (const action of scopesOf(auth)) {
      const problem = actionProblem(action, actions)
      if (problem === null) continue
      const message = `The scope of the route ${name}: ${problem}`
      if (file === undefined) throw new ExtensionError(message)
      scope.warn(file, message)
    }
  }
  return routes
}

/** Returns the permissions that routes define. */
export const actionsOf = (routes: readonly ProjectRoute[]): string[] => routes.flatMap(({ action }) => action ?? [])

/** Returns whether the route accepts the kind of caller, and the caller has the permissions that it requires. */
export function mayUse({ action, auth, strategies }: ProjectRoute, caller: Caller): boolean {
  if (!isIdentifiedBy(strategies, caller)) return false
  const needed = action === null ? scopesOf(auth) : [action]
  return needed.every((name) => caller.may(name))
}

/** Returns the API or plugin of a route, as in Strapi 4. */
function infoOf(input: RouteInput, api: string | null): object {
  const { handler, action } = input
  const [, pluginName] = /^plugin::([\w-]+)\./.exec(action ?? (typeof handler === 'string' ? handler : '')) ?? []
  const owner = api === null ? pluginName !== undefined && { pluginName } : { apiName: api }
  const own = (input as { readonly info?: object }).info
  return { ...own, ...owner, type: 'content-api' }
}

/** Returns the routes without those that an earlier route with the same method and path hides. */
export function reachableRoutes(routes: readonly ProjectRoute[]): ProjectRoute[] {
  const known = new Set<string>()
  return routes.filter((route) => {
    const key = keyOf(route)
    return known.has(key) ? false : known.add(key)
  })
}

/** Returns the same key for routes that only differ in the case of the path or in the names of parameters. */
const keyOf = ({ method, path, atRoot }: Pick<ProjectRoute, 'method' | 'path' | 'atRoot'>) =>
  `${atRoot} ${method} ${path.toLowerCase().replaceAll(/:\w+/g, ':')}`

/** Returns the file of a route with its method and path, for messages. */
function placeOf({ file, core, definition }: FoundRoute): string {
  const { method, path } = isRecord(definition) ? definition : {}
  const router = core ? `the router of ${core.type.uid}` : 'routes'
  return `${file ?? router}: the route ${String(method)} ${String(path)}`
}

async function resolveRoute(
  found: FoundRoute,
  scope: RouteScope,
  warn: (message: string) => void,
): Promise<ProjectRoute> {
  const { api, definition, core = null, replaces = null, file, atRoot = false } = found
  const input = checkRoute(definition, file === undefined ? null : warn)
  const { method, path, config = {} } = input
  const { strapi } = scope
  const find = api === null ? scope.find : withinApi(api, scope.find)
  const { auth, policies = [], middlewares = [] } = config
  const name = `${method} ${path}`
  const { handlers, action } = resolveHandler(input, api, name, scope.controllers)
  // As in Strapi 4, an `auth` without a scope doesn't replace the permission.
  const own = auth !== false && scopesOf(auth === true ? undefined : auth).length === 0
  if (own && action === undefined && file === undefined) {
    throw new ExtensionError(
      `The route ${name} has no permission. Set an action such as "api::city.city.nearest", or config.auth: ` +
        'false for everybody, or { scope: [...] }.',
    )
  }
  if (!own && input.action !== undefined) {
    throw new ExtensionError(`The route ${name} has an action and config.auth, which replaces it. Remove one of them.`)
  }
  const withGlobal = <Values extends readonly unknown[]>(work: (...values: Values) => unknown) => {
    return (...values: Values) => runAs(strapi, () => work(...values))
  }
  const boundPolicies = policies.map((policy) => bindPolicy<RoutePolicyContext>(policy, strapi, find))
  const bound = middlewares.map((middleware) => bindMiddleware<RouteMiddleware>(middleware, strapi, find, 'config'))
  return {
    method,
    path,
    atRoot,
    name,
    definition: input,
    info: infoOf(input, api),
    core,
    replaces,
    action: own ? (action ?? null) : null,
    auth: own ? undefined : auth,
    strategies: typeof auth === 'object' ? auth.strategies : undefined,
    policies: (await Promise.all(boundPolicies)).map(withGlobal),
    middlewares: (await Promise.all(bound)).map(withGlobal),
    handlers: handlers.map(withGlobal),
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
  readonly handlers: readonly RouteHandler[]
  /** The permission of the route; undefined if neither the route nor its handler has a name. */
  readonly action: string | undefined
}

/**
 * Returns the functions of a handler: the function itself, a list of functions, or the function of a
 * controller.
 * @throws ExtensionError for unknown names
 */
function resolveHandler(
  { handler, action }: RouteInput,
  api: string | null,
  name: string,
  controllers: ApiMethods,
): Handler {
  if (typeof handler === 'function') return { handlers: [handler], action }
  if (typeof handler !== 'string') return { handlers: handler, action }
  const [, named = api === null ? null : `api::${api}`, controller = '', method = ''] =
    /^(?:((?:api|plugin)::[\w-]+)\.)?([\w-]+)\.(\w+)$/.exec(handler.trim()) ?? []
  if (named === null || controller === '') {
    throw new ExtensionError(
      `The handler "${handler}" of the route ${name} must have the form "api::city.city.nearest".`,
    )
  }
  const uid = `${named}.${controller}`
  const methods = controllers.get(uid)
  if (!methods) throw unknownName(`For the handler of the route ${name} the controller`, uid, controllers.keys())
  const own = method in methods ? methods[method] : undefined
  if (typeof own !== 'function') throw unknownName(`In the controller ${uid} the method`, method, namesOf(methods))
  return {
    // Called as a method, because handlers of a controller may call each other.
    handlers: [(context, next) => own.call(methods, context, next) as unknown],
    action: action ?? `${uid}.${method}`,
  }
}

/** Returns the names of a controller's functions, including the generated ones. */
function namesOf(methods: object): string[] {
  const names: string[] = []
  for (const name in methods) names.push(name)
  return names
}
