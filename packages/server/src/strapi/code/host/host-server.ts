import { createRequire } from 'node:module'
import type Koa from 'koa'
import { isRecord } from '@content-api/model'
import { ExtensionError, MissingPart } from '../../../errors/extension-error.js'
import type { FoundRoute } from '../routes/found-route.js'
import { guarded } from './guarded.js'
import { withPrefix } from '../routes/project-route-input.js'
import { ProjectServer } from './project-server.js'
import { type ExtensionHost, type RouteHandler, type RouteMiddleware, routeMethods } from '../project-types.js'
import type { GlobalMiddleware } from '../routes/strapi-middlewares.js'

type HostServer = ExtensionHost['server']

/** What code of a project adds by `strapi.server`, in `register` and `bootstrap`. */
export class ServerAdditions {
  /** The routes that have not been resolved yet. */
  readonly found: FoundRoute[] = []
  readonly http = new ProjectServer()
  #app: Koa | undefined
  #before = 0
  #isClosed = false

  /**
   * The Koa application, whose contexts all code of the project gets. It is loaded on access. It is no `Koa`
   * here, because Koa's types are no dependency of projects, whose compilers read this declaration.
   */
  get app(): object {
    return this.#koa
  }

  use(middleware: RouteMiddleware): void {
    this.#koa.use(middleware as unknown as Koa.Middleware)
  }

  get #koa(): Koa {
    if (this.#app) return this.#app
    const Application = createRequire(import.meta.url)('koa') as typeof Koa
    const app = new Application()
    const use: Koa['use'] = app.use.bind(app)
    Object.assign(app, {
      use: (middleware: Koa.Middleware) => {
        this.requireOpen('middlewares')
        return use(middleware)
      },
    })
    return (this.#app = app)
  }

  /** The application, if code has used it. */
  get usedApp(): object | undefined {
    return this.#app
  }

  /** Notes that the next middlewares come after those of `config/middlewares`, as in Strapi 4. */
  beginBootstrap(): void {
    this.#before = this.#app?.middleware.length ?? 0
  }

  /** Rejects further parts: the handlers of requests are created now. */
  close(): void {
    this.#isClosed = true
  }

  /** Returns all middlewares in their order. */
  around(configured: readonly GlobalMiddleware[]): readonly GlobalMiddleware[] {
    const listed = configured.length > 0 ? configured : standard
    const used = (this.#app?.middleware ?? []).map((run): GlobalMiddleware => {
      return { name: 'strapi.server.use()', run: run as unknown as RouteMiddleware, isForAll: true }
    })
    return [...used.slice(0, this.#before), ...listed, ...used.slice(this.#before)]
  }

  requireOpen(parts: 'middlewares' | 'routes'): void {
    if (!this.#isClosed) return
    throw new ExtensionError(`It is too late to add ${parts}. Add them in \`register\` or \`bootstrap\`.`)
  }
}

/** The places of Strapi's middlewares for a project without `config/middlewares`. */
const standard = ['strapi::errors', 'strapi::body'].map((name) => ({ name, run: null, isForAll: false }))

/** Creates `strapi.server`. */
export function hostServer(additions: ServerAdditions): HostServer {
  const server: HostServer = guarded('strapi.server', {
    routes(input: unknown) {
      addRoutes(additions, input)
      return server
    },
    use(...middlewares: readonly RouteMiddleware[]) {
      for (const middleware of middlewares) additions.use(middleware)
      return server
    },
    router: hostRouter(additions),
    get app() {
      return additions.app
    },
    get httpServer() {
      return additions.http.server
    },
  })
  return server
}

function addRoutes(additions: ServerAdditions, input: unknown): void {
  additions.requireOpen('routes')
  const { type, prefix, routes } = isRecord(input) ? input : { type: undefined, prefix: undefined, routes: input }
  if (!Array.isArray(routes)) throw new ExtensionError('strapi.server.routes() needs a list of routes.')
  const file = 'strapi.server.routes()'
  const atRoot = type === undefined
  if (!atRoot && type !== 'content-api') {
    throw new MissingPart('strapi.server.routes() only has routes of the type "content-api": there is no admin panel.')
  }
  for (const route of routes as unknown[]) {
    const definition = typeof prefix === 'string' ? withPrefix(route, prefix) : route
    additions.found.push({ api: null, definition, file, atRoot })
  }
}

type Verb = (...input: unknown[]) => object

/** Creates `strapi.server.router`. Its routes are for everybody, and what their functions return has no effect. */
function hostRouter(additions: ServerAdditions): object {
  const add = (method: string, input: readonly unknown[]) => {
    additions.requireOpen('routes')
    const name = `strapi.server.router.${method === 'ALL' ? 'all' : method.toLowerCase()}()`
    const functions = input.filter((each) => typeof each === 'function') as RouteHandler[]
    // The name of the route may come first.
    const paths = input
      .filter((each) => typeof each !== 'function')
      .slice(-1)
      .flat()
    if (functions.length === 0 || paths.length === 0 || paths.some((path) => typeof path !== 'string')) {
      throw new ExtensionError(`${name} needs a path that is a string, and functions.`)
    }
    const handler = functions.map(
      (run): RouteHandler =>
        async (context, next) =>
          void (await run(context, next)),
    )
    for (const path of paths) {
      const definition = { method, path, handler, config: { auth: false } }
      additions.found.push({ api: null, definition, file: name, atRoot: true })
    }
    return router
  }
  const verbs = routeMethods.map((method): [string, Verb] => [method.toLowerCase(), (...input) => add(method, input)])
  const router: object = guarded('strapi.server.router', {
    ...Object.fromEntries(verbs),
    del: (...input: unknown[]) => add('DELETE', input),
  })
  return router
}
