import { childOf, lineOf, memberTypes, nameOf, type SyntaxNode } from '@content-api/project-files/code/syntax'
import { combinedRoutes } from './combined-routes.js'
import { exportsOf, scopeOf, type SourceModule } from './source-module.js'
import { elementsOf, type FactoryCall, factoryCall, objectOf, resolved, type Scope, stringOf } from './values.js'

/** A route that a file defines. */
export interface WrittenRoute {
  readonly method: string
  readonly path: string
  /** The name of the handler; undefined if it is a function or unknown. */
  readonly handler: string | undefined
  readonly config: SyntaxNode | undefined
  readonly line: number
}

/** The generated routes of a content type that a file adds. */
export interface WrittenRouter extends FactoryCall {
  readonly line: number
}

/** The routes of a file in `routes`. */
export interface RouteFile {
  readonly routes: readonly WrittenRoute[]
  readonly routers: readonly WrittenRouter[]
  /** The line of the first part whose routes aren't known; null if all are. */
  readonly unknown: number | null
}

/** Reads the routes that a file exports, without running it. */
export function readRouteFile(module: SourceModule): RouteFile {
  if (module.file.endsWith('.json')) return readJson(module)
  const reading = new RouteReading()
  const { main, named, isComplete } = exportsOf(module)
  const scope = scopeOf(module)
  if (!scope || !isComplete) reading.unknown ??= 1
  else {
    if (main) reading.addExport(main, scope)
    const routes = named.get('routes')
    if (routes) reading.addList(routes, scope)
  }
  return reading
}

class RouteReading implements RouteFile {
  readonly routes: WrittenRoute[] = []
  readonly routers: WrittenRouter[] = []
  unknown: number | null = null

  addExport(node: SyntaxNode, scope: Scope): void {
    if (this.addRouter(node, scope)) return
    const combined = combinedRoutes(node, scope)
    if (combined) {
      for (const each of combined) if (!this.addRouter(each, scope)) this.addList(each, scope)
      return
    }
    const object = objectOf(node, scope)
    if (!object) return this.addList(node, scope)
    const { properties, isComplete } = object
    // With a prefix, the paths of routers differ too.
    const prefixed = properties.get('prefix')
    const prefix = prefixed ? stringOf(prefixed, scope) : ''
    const routes = properties.get('routes')
    // The routes of the admin panel are at another path.
    const kind = properties.get('type')
    const isOther = kind !== undefined && stringOf(kind, scope) !== 'content-api'
    if (!isComplete || prefix !== '' || isOther) this.unknown ??= lineOf(prefixed ?? kind ?? node)
    if (routes) this.addList(routes, scope)
  }

  /** Adds the elements of a list, and the routes of routers: `[...router.routes, { method, path, handler }]`. */
  addList(node: SyntaxNode, scope: Scope): void {
    const elements = elementsOf(node, scope)
    if (!elements) {
      if (!this.addRoutesOf(node, scope)) this.unknown ??= lineOf(node)
      return
    }
    for (const element of elements) {
      if (element.type === 'SpreadElement') {
        const spread = childOf(element, 'argument')
        if (spread) this.addList(spread, scope)
      } else this.addRoute(element, scope)
    }
  }

  private addRoute(node: SyntaxNode, scope: Scope): void {
    const object = objectOf(node, scope)
    const text = (name: string) => stringOf(object?.properties.get(name), scope)
    const [method, path] = [text('method'), text('path')]
    if (!object?.isComplete || method === undefined || path === undefined) {
      // A route for another method answers no read.
      if (object?.isComplete && method !== undefined && isWrite(method)) return
      this.unknown ??= lineOf(node)
      return
    }
    const config = object.properties.get('config')
    this.routes.push({ method, path, handler: text('handler'), config, line: lineOf(node) })
  }

  private addRouter(node: SyntaxNode, scope: Scope): boolean {
    const call = factoryCall(node, 'createCoreRouter', scope)
    if (call) this.routers.push({ ...call, line: lineOf(node) })
    return call !== null
  }

  /** Adds the routes of `router.routes`. */
  private addRoutesOf(node: SyntaxNode, scope: Scope): boolean {
    const value = resolved(node, scope)
    const object = value && memberTypes.includes(value.type) && nameOf(value, 'property') === 'routes'
    const router = object ? childOf(value, 'object') : undefined
    return router !== undefined && this.addRouter(router, scope)
  }
}

export const isWrite = (method: string): boolean => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method.toUpperCase())

/** Strapi reads routes in JSON, too. */
function readJson({ source }: SourceModule): RouteFile {
  try {
    const { routes } = JSON.parse(source) as { readonly routes: readonly Partial<WrittenRoute>[] }
    return {
      routes: routes.map(({ method, path }) => {
        const isKnown = typeof method === 'string' && typeof path === 'string'
        if (!isKnown) throw new TypeError('A route has a method and a path.')
        // Its configuration isn't read, so the route never counts as a generated one.
        return { method, path, handler: undefined, config: undefined, line: 1 }
      }),
      routers: [],
      unknown: null,
    }
  } catch {
    return { routes: [], routers: [], unknown: 1 }
  }
}

/** Returns whether a policy or middleware changes no read, by its name. */
export type IsTrusted = (name: string) => boolean

/**
 * Returns whether the configuration of a route changes no read: it has no scopes, and no policies and
 * middlewares but trusted ones.
 */
export function isPlainConfig(config: SyntaxNode | undefined, scope: Scope, isTrusted: IsTrusted): boolean {
  if (!config) return true
  const object = objectOf(config, scope)
  if (!object?.isComplete) return false
  return [...object.properties].every(([name, value]) => {
    if (['description', 'tags', 'tag', 'name', 'summary'].includes(name)) return true
    if (name === 'auth') return value.type === 'BooleanLiteral' && value['value'] === true
    if (!['policies', 'middlewares'].includes(name)) return false
    const names = elementsOf(value, scope)?.map((each) => nameOfCode(each, scope))
    return names?.every((each) => each !== undefined && isTrusted(each)) === true
  })
}

/** Returns the name of a policy or middleware: `'global::a'` or `{ name: 'global::a', config }`. */
const nameOfCode = (node: SyntaxNode, scope: Scope) =>
  stringOf(node, scope) ?? stringOf(objectOf(node, scope)?.properties.get('name'), scope)

/** Returns the names in a list of strings; null if they aren't known. */
export function namesIn(node: SyntaxNode | undefined, scope: Scope): readonly string[] | null {
  const names = elementsOf(node, scope)?.map((each) => stringOf(each, scope))
  return names?.every((name) => name !== undefined) ? names : null
}
