import type { Server } from 'node:http'

/** `strapi.server`, for code in `register` and `bootstrap`. */
export interface ServerInterface<Route, Middleware> {
  /**
   * Adds routes. As in Strapi 4, the paths begin at the root of the server. With `type: 'content-api'` they
   * begin at the prefix of REST.
   * @throws ExtensionError
   */
  routes(
    routes:
      | readonly Route[]
      | { readonly type?: 'content-api'; readonly prefix?: string; readonly routes: readonly Route[] },
  ): ServerInterface<Route, Middleware>
  /**
   * Adds middlewares for all requests. Those of `register` run before the middlewares of
   * `config/middlewares`, and those of `bootstrap` after them.
   */
  use(...middlewares: readonly Middleware[]): ServerInterface<Route, Middleware>
  /** Adds routes for everybody at the root of the server: `get(path, ...functions)`, `post`, `all` and others. */
  // Untyped, because Koa's types are no dependency of projects.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly router: any
  /** The Koa application, for `keys`, `context` and `use`. It serves no requests itself. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly app: any
  /** An HTTP server for libraries such as socket.io. It receives the events of the server that listens. */
  readonly httpServer: Server
}
