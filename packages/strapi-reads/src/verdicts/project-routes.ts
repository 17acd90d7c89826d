import type { ContentType, Registry } from '@content-api/model'
import { lineOf, type SyntaxNode } from '@content-api/project-files/code/syntax'
import type { ForwardReason } from '../forward-reason.js'
import { type ActionsOf, type ApiSource, apiSources, ownTypes, readActionsOf } from './api-files.js'
import type { ForeignRoute } from './route-paths.js'
import {
  type IsTrusted,
  isPlainConfig,
  isWrite,
  namesIn,
  readRouteFile,
  type WrittenRoute,
  type WrittenRouter,
} from './source/route-files.js'
import { codeReason, scopeOf, type SourceModule } from './source/source-module.js'
import { objectOf, type Scope, stringOf } from './source/values.js'
import { actionsOf, type CoreAction, pathOf } from '@content-api/project-files/code/core-actions'

/** What the files in `routes` say about reads. */
export interface ProjectRoutes {
  /** Why actions have no plain generated route, by action. */
  readonly actions: ReadonlyMap<string, ForwardReason>
  /** Routes of the project that answer GET. */
  readonly foreign: readonly ForeignRoute[]
  /** The actions that routes call. Strapi ignores permissions of others. */
  readonly registered: ReadonlySet<string>
  /** The files whose routes aren't known: any path may belong to them, and they may register any action. */
  readonly unknown: readonly ForwardReason[]
}

/**
 * Reads the routes of all APIs.
 * @param isTrusted returns whether a policy or middleware of routes changes no read
 * @param actionsThat returns the actions that matter; by default those that read
 */
export function projectRoutes(
  modules: readonly SourceModule[],
  registry: Registry,
  isTrusted: IsTrusted = () => false,
  actionsThat: ActionsOf = readActionsOf,
): ProjectRoutes {
  const types = new Map(ownTypes(registry).map((type) => [type.uid, type]))
  const served = new Set<string>()
  const actions = new Map<string, ForwardReason>()
  const foreign: ForeignRoute[] = []
  const registered = new Set<string>()
  const unknown: ForwardReason[] = []
  const forward = (action: string, reason: ForwardReason) => void (actions.has(action) || actions.set(action, reason))
  for (const source of apiSources(modules, 'routes')) {
    const { module } = source
    const scope = scopeOf(module)
    const found = readRouteFile(module)
    if (found.unknown !== null) {
      unknown.push(codeReason(module, found.unknown, "The routes of this file can't be read without running it."))
    }
    for (const router of found.routers) {
      const type = types.get(router.uid ?? '')
      const kept = scope && type ? keptActions(router, type, scope) : null
      if (!scope || !type || !kept) {
        unknown.push(codeReason(module, router.line, "The router can't be read without running it."))
        continue
      }
      for (const action of kept) registered.add(`${type.uid}.${action}`)
      for (const action of actionsThat(type).filter((each) => kept.includes(each))) {
        served.add(`${type.uid}.${action}`)
        const reason = changeOf(module, router, { action, scope, isTrusted })
        if (reason) forward(`${type.uid}.${action}`, reason)
      }
    }
    for (const { handler } of found.routes) {
      const action = handler === undefined ? null : actionOf(source, handler)
      if (action !== null) registered.add(action)
    }
    for (const route of found.routes.filter(({ method }) => !isWrite(method))) {
      const generated = scope ? generatedAction(source, route, { types, scope, isTrusted }) : null
      if (generated === null) foreign.push(foreignRoute(module, route))
      else served.add(generated)
    }
  }
  for (const type of types.values()) {
    for (const action of actionsThat(type)) {
      const uid = `${type.uid}.${action}`
      const [api = ''] = type.uid.slice('api::'.length).split('.')
      const message = `No file in routes has a route for ${action}.`
      if (!served.has(uid)) forward(uid, { kind: 'route', message, file: `src/api/${api}/routes` })
    }
  }
  return { actions, foreign, registered, unknown }
}

const foreignRoute = (module: SourceModule, { path, line }: WrittenRoute): ForeignRoute => ({
  path,
  reason: codeReason(module, line, `The project has a route GET ${path}.`),
})

/** Returns the actions that a router serves; null if they aren't known. */
function keptActions({ options }: WrittenRouter, type: ContentType, scope: Scope): readonly CoreAction[] | null {
  const all = actionsOf(type)
  if (!options) return all
  const known = objectOf(options, scope)
  if (!known?.isComplete) return null
  const { properties } = known
  // The routes of the admin panel are at another path.
  const kind = properties.get('type')
  if (kind && stringOf(kind, scope) !== 'content-api') return []
  const listed = (name: string, otherwise: readonly string[]) => {
    const node = properties.get(name)
    return node ? namesIn(node, scope) : otherwise
  }
  const [kept, left] = [listed('only', all), listed('except', [])]
  return kept && left && all.filter((action) => kept.includes(action) && !left.includes(action))
}

/** Returns why the route of a router isn't plain; null if it is. */
function changeOf(
  module: SourceModule,
  { options }: WrittenRouter,
  { action, scope, isTrusted }: { readonly action: CoreAction; readonly scope: Scope; readonly isTrusted: IsTrusted },
): ForwardReason | null {
  const known = objectOf(options, scope)
  const because = (node: SyntaxNode, message: string) => codeReason(module, lineOf(node), message)
  const prefix = known?.properties.get('prefix')
  if (prefix && stringOf(prefix, scope) !== '') return because(prefix, 'The router has a prefix.')
  const config = known?.properties.get('config')
  if (!config) return null
  const byAction = objectOf(config, scope)
  if (!byAction?.isComplete) return because(config, "The config of the router can't be read without running it.")
  const written = byAction.properties.get(action)
  if (!written || isPlainConfig(written, scope, isTrusted)) return null
  return because(written, `The router changes ${action} by policies, middlewares or auth.`)
}

/** Returns the action that a route calls by the name of its handler. */
function actionOf({ api }: ApiSource, handler: string): string | null {
  const [, named = `api::${api}`, controller, action] =
    /^(?:((?:api|plugin)::[\w-]+)\.)?([\w-]+)\.(\w+)$/.exec(handler.trim()) ?? []
  return controller === undefined ? null : `${named}.${controller}.${action}`
}

interface Generated {
  readonly types: ReadonlyMap<string, ContentType>
  readonly scope: Scope
  readonly isTrusted: IsTrusted
}

/** Returns the action of a written route that equals the generated one, or null. */
function generatedAction(
  source: ApiSource,
  { method, path, handler, config }: WrittenRoute,
  { types, scope, isTrusted }: Generated,
): string | null {
  if (method.toUpperCase() !== 'GET' || handler === undefined || !isPlainConfig(config, scope, isTrusted)) return null
  const named = actionOf(source, handler)
  for (const type of types.values()) {
    const action = readActionsOf(type).find((each) => `${type.uid}.${each}` === named)
    if (action !== undefined && pathOf(type, action) === path) return named
  }
  return null
}
