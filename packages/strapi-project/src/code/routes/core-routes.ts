import { type ContentType, isRecord, type Registry } from '@content-api/model'
import type { ApiMethods } from './api-methods.js'
import type { Generation } from '../generations/generation.js'
import { type CoreRouter } from './core-router.js'
import { checkKeys, ExtensionError, unknownName } from '@content-api/core/errors/extension-error'
import { type CoreAction, actionsOf, everyAction, methodOf, pathOf } from '@content-api/project-files/code/core-actions'

/** A generated route that may run project code. */
export interface CoreRoute {
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
  /** The file of a Strapi project. Its mistakes that Strapi ignores are only warnings. */
  readonly file?: string
  readonly atRoot?: boolean
}

/** The options of a router for the generated routes of a content type. */
interface RouterOptions {
  /** The file of the router; absent for routes without one. */
  readonly file?: string
  readonly prefix: string
  readonly served: ReadonlySet<CoreAction>
  readonly config: Readonly<Partial<Record<CoreAction, object>>>
}

export interface CoreRoutes {
  /** The generated routes by the uid of their type. Only those whose `isActive` returns true run project code. */
  readonly found: ReadonlyMap<string, readonly FoundRoute[]>
  /**
   * Actions such as `api::city.city.delete` that have no route at their default path, because a router
   * excludes them or serves them below its prefix.
   */
  readonly removed: ReadonlySet<string>
}

/** A router with its file. */
export interface FoundRouter {
  readonly file: string
  readonly router: CoreRouter
  /** The only route of the router at this position. All routes without it. */
  readonly action?: CoreAction
}

const helpers = [
  'transformResponse',
  'sanitizeOutput',
  'sanitizeInput',
  'sanitizeQuery',
  'validateQuery',
  'validateInput',
]

/** What generated routes are made with. */
export interface CoreRoutesScope {
  readonly registry: Registry
  readonly generation: Pick<Generation, 'isExtended'>
  /** Returns whether the content types of an API only have the routes of routers. */
  readonly needsRouter: (api: string) => boolean
}

/**
 * Returns the generated routes. A route is active if a router, controller, service or hook of the project
 * changes it.
 * @throws ExtensionError for invalid options
 */
export function coreRoutes(routers: readonly FoundRouter[], own: ApiMethods, scope: CoreRoutesScope): CoreRoutes {
  const { registry } = scope
  const options = new Map(routers.map((found) => [found.router.uid, optionsOf(found, registry)]))
  const all = new Map<string, FoundRoute[]>()
  const removed = new Set<string>()
  for (const [uid, type] of registry.contentTypes) {
    if (!uid.startsWith('api::')) continue
    const api = uid.slice('api::'.length).split('.')[0] ?? ''
    const generated = scope.needsRouter(api) ? [] : everyAction
    const none: RouterOptions = { prefix: '', served: new Set(generated), config: {} }
    const { file, prefix, served, config } = options.get(uid) ?? none
    const methods = own.get(uid) ?? {}
    const has = (name: string) => name in methods && typeof methods[name] === 'function'
    const helped = helpers.some((name) => Object.hasOwn(methods, name))
    const found: FoundRoute[] = []
    all.set(uid, found)
    for (const action of actionsOf(type)) {
      if (!served.has(action) || prefix !== '') removed.add(`${uid}.${action}`)
      if (!served.has(action)) continue
      const settings = config[action]
      const always = prefix !== '' || helped || has(action) || (settings && Object.keys(settings).length > 0)
      found.push({
        api,
        ...(file !== undefined && { file }),
        definition: {
          method: methodOf[action],
          path: withPrefix(prefix, pathOf(type, action)),
          handler: `${uid}.${action}`,
          ...(settings && { config: settings }),
        },
        core: { type, isActive: () => always === true || scope.generation.isExtended(type, action) },
      })
    }
  }
  return { found: all, removed }
}

function withPrefix(prefix: string, path: string): string {
  return prefix === '' || prefix.startsWith('/') ? `${prefix}${path}` : `/${prefix}${path}`
}

function optionsOf({ file, router }: FoundRouter, registry: Registry): RouterOptions {
  const { uid, options } = router
  const at = `${file}: createCoreRouter('${uid}')`
  if (!registry.contentTypes.has(uid)) throw unknownName(`${at}: the content type`, uid, registry.contentTypes.keys())
  checkKeys(at, options, ['prefix', 'only', 'except', 'config', 'type'])
  const { prefix = '', only, except = [], config = {} } = options
  if (typeof prefix !== 'string') throw new ExtensionError(`${at}: prefix must be a path such as "/shop".`)
  const names = (key: string, value: unknown): readonly CoreAction[] => {
    if (!Array.isArray(value)) throw new ExtensionError(`${at}: ${key} must be a list of actions.`)
    for (const name of value as unknown[]) checkAction(at, String(name))
    return value as CoreAction[]
  }
  const kept = only === undefined ? everyAction : names('only', only)
  const left = names('except', except)
  if (!isRecord(config)) throw new ExtensionError(`${at}: config must have actions, { find: { policies: [...] } }.`)
  for (const [action, settings] of Object.entries(config)) {
    checkAction(at, action)
    if (!isRecord(settings)) throw new ExtensionError(`${at}: config.${action} must be an object.`)
  }
  return { file, prefix, served: new Set(kept.filter((name) => !left.includes(name))), config }
}

function checkAction(at: string, name: string): void {
  if (!(everyAction as readonly string[]).includes(name)) throw unknownName(`${at}: the action`, name, everyAction)
}

/**
 * Returns the routes in the order of Strapi 4: those of `register`, then those of each file. Generated routes
 * without a router come last.
 */
export function inOrder(
  found: readonly (FoundRoute | FoundRouter)[],
  generated: ReadonlyMap<string, readonly FoundRoute[]>,
): FoundRoute[] {
  const left = new Map(generated)
  const routes = found.flatMap((each) => {
    if (!('router' in each)) return [each]
    const { router, action } = each
    const own = left.get(router.uid) ?? []
    const isHere = ({ definition }: FoundRoute) =>
      action === undefined || (definition as { readonly handler: string }).handler === `${router.uid}.${action}`
    left.set(
      router.uid,
      own.filter((route) => !isHere(route)),
    )
    return own.filter(isHere)
  })
  return [...routes, ...[...left.values()].flat()]
}
