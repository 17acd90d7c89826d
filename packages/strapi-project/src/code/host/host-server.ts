import type Koa from 'koa'
import { createRequire } from 'node:module'
import { isRecord } from '@content-api/model'
import { ExtensionError, MissingPart } from '@content-api/core/errors/extension-error'
import type { FoundRoute } from '../routes/core-routes.js'
import { withPrefix } from '../routes/project-route-input.js'
import type { AcceptsUpgrade, ConnectionReceiver } from '@content-api/core/transport/listen'
import { guarded } from './guarded.js'
import { type ExtensionHost, type RouteHandler, type RouteMiddleware, routeMethods } from '../project-types.js'
import type { GlobalMiddleware } from '../routes/global-middlewares.js'
import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

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

/**
 * The HTTP server that project code gets as `strapi.server.httpServer`, for example to serve websockets. It
 * doesn't listen itself: a server that listens passes its events on.
 */
export class ProjectServer implements ConnectionReceiver {
  #server: Server | undefined
  #listening: Server | undefined
  #serve: RequestListener | undefined
  readonly #upgraded = new Set<Duplex>()

  /** The server, which is created when code first reads it. */
  get server(): Server {
    return (this.#server ??= this.#create())
  }

  /** Passes a request to the listeners of the project. The first of them is `serve`, which code may wrap. */
  handle(request: IncomingMessage, response: ServerResponse, serve: RequestListener): void {
    this.#serve = serve
    if (this.#server) this.#server.emit('request', request, response)
    else serve(request, response)
  }

  /**
   * Receives the events of a server that listens already.
   * @returns a function that ends this, with all websockets
   */
  attachTo(listening: Server, accepts: AcceptsUpgrade): () => void {
    const own = this.#server
    if (!own) return () => undefined
    this.#listening = listening
    const connect = (socket: Duplex) => void own.emit('connection', socket)
    const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // Without a listener, an error would end the process.
      socket.on('error', () => socket.destroy())
      if (!accepts(request, socket)) return void socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      this.#upgraded.add(socket)
      socket.once('close', () => this.#upgraded.delete(socket))
      own.emit('upgrade', request, socket, head)
    }
    // Node serves a request for an upgrade as usual if nobody listens for upgrades.
    const listenForUpgrades = (event: string | symbol) => {
      if (event === 'upgrade' && !listening.listeners('upgrade').includes(upgrade)) listening.on('upgrade', upgrade)
    }
    listening.on('connection', connect)
    own.on('newListener', listenForUpgrades)
    if (own.listenerCount('upgrade') > 0) listenForUpgrades('upgrade')
    own.emit('listening')
    return () => {
      own.off('newListener', listenForUpgrades)
      listening.off('connection', connect).off('upgrade', upgrade)
      this.#close(own)
    }
  }

  /** Libraries end their connections at the event. Those that are left would keep the listening server open. */
  #close(own: Server): void {
    this.#listening = undefined
    own.emit('close')
    for (const socket of this.#upgraded) socket.end(() => socket.destroy())
  }

  #create(): Server {
    const server = new Server()
    // Node's own listeners would parse each connection a second time.
    server.removeAllListeners()
    server.on('request', (request, response) => this.#serve?.(request, response))
    const own = {
      address: () => this.#listening?.address() ?? null,
      listen() {
        throw new ExtensionError('strapi.server.httpServer listens without a call of listen(). Remove the call.')
      },
      close(done?: () => void) {
        done?.()
        return server
      },
    }
    Object.defineProperty(server, 'listening', { get: () => this.#listening?.listening ?? false })
    return Object.assign(server, own)
  }
}
