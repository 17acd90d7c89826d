import type { GraphQLResolveInfo } from 'graphql'
import type { SignedInUser } from '@content-api/core/entries/caller'
import type { HookEvent, HookName } from '@content-api/core/entries/hooks/hook'
import type { CronService } from './host/cron-service.js'
import type { DatabaseQuery, EntityManager } from './entity-service/database-query.js'
import type { EntityService } from './entity-service/entity-service.js'
import type { EventHub } from './lifecycles/event-hub.js'
import type { StrapiEntityService } from './entity-service/strapi-entity-service.js'
import type { CallerAuth, HostAuth } from './host/host-auth.js'
import type { EntityValidator } from './host/entity-validator.js'
import type { StoreMaker } from './host/project-store.js'
import type { RunTransaction } from './entity-service/project-transaction.js'
import type { returnTypes } from './plugins/return-types.js'
import type { TypeShadow } from './plugins/shadow-crud.js'
import type { StrapiConfig } from './host/strapi-config.js'
import type { StrapiModels } from './host/strapi-models.js'
import type { Server } from 'node:http'

/** Changes the generated GraphQL schema (specification §4.6). */
export interface ExtensionService {
  /** Returns the switches of a type. @throws ExtensionError for an unknown uid */
  readonly shadowCRUD: (uid: string) => TypeShadow
  /** Adds an extension. @throws ExtensionError for an invalid one */
  readonly use: (extension: ExtensionInput) => ExtensionService
}

/** A function that runs before the project is served, like `register` and `bootstrap` in `src/index.js` of Strapi 4. */
export type Register = (tools: { readonly strapi: ExtensionHost }) => unknown

/** The services of the GraphQL plugin. */
interface GraphqlPlugin {
  service(name: 'extension'): ExtensionService
  service(name: 'format'): { readonly returnTypes: typeof returnTypes }
  // Untyped, because the types of its resolvers depend on the project.
  // oxlint-disable-next-line typescript/no-explicit-any
  service(name: 'builders'): any
  /** Returns a value of `graphql.config`. */
  config(path: string, otherwise?: unknown): unknown
}

/** The object `strapi` for project code: the supported parts of a Strapi 4 application. */
export interface ExtensionHost extends HostServices, StrapiModels {
  plugin(name: 'graphql'): GraphqlPlugin
  /** The other supported plugins: `email`, `i18n`, `upload`, `users-permissions`. */
  // oxlint-disable-next-line typescript/no-explicit-any
  plugin(name: string): any
  readonly config: StrapiConfig
  readonly log: ProjectLog
  /** Runs tasks at times, in `start` and `dev`. */
  readonly cron: CronService
  /** The events of this process, such as `entry.create`. */
  readonly eventHub: EventHub
  /** Members that the project's code adds. */
  // oxlint-disable-next-line typescript/no-explicit-any
  [name: string]: any
}

type ProjectLog = Readonly<
  Record<'silly' | 'verbose' | 'http' | 'debug' | 'info' | 'warn' | 'error', (...text: readonly unknown[]) => void>
> & {
  /** Writes to the log at a level, such as `info`. */
  readonly log: (level: string, ...text: readonly unknown[]) => void
}

/** The members of `strapi` that don't belong to GraphQL, with the names of Strapi 4. */
interface HostServices {
  /** Reads and writes with every permission. */
  readonly entityService: StrapiEntityService
  /** Checks data of a content type, which is a model such as `strapi.getModel(uid)`. */
  readonly entityValidator: EntityValidator
  /** Checks the permissions of callers. */
  readonly auth: HostAuth
  /**
   * Returns a service of the project (`api::city.city` for `src/api/city/services/city`) or of a plugin
   * (`plugin::graphql.format`).
   * @throws ExtensionError
   */
  // Untyped, because the project defines the functions.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly service: (uid: string) => any
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly services: Readonly<Record<string, any>>
  /** Returns a controller of the project, including the generated ones of content types. @throws ExtensionError */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly controller: (uid: string) => any
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly controllers: Readonly<Record<string, any>>
  /** Returns the query interface of a content type. @throws ExtensionError */
  readonly query: (uid: string) => DatabaseQuery
  readonly db: {
    readonly query: (uid: string) => DatabaseQuery
    readonly entityManager: EntityManager
    /** Runs a function in a transaction, which includes all reads and writes of the function. */
    readonly transaction: RunTransaction
    readonly lifecycles: {
      /** Returns a function that ends the subscription. @throws ExtensionError for unknown hooks and content types */
      subscribe(subscriber: Subscriber): () => void
    }
  }
  /** Stores values in the database, separately from the content. */
  readonly store: StoreMaker
  readonly server: ServerInterface
}

/** The parts that an extension adds (specification §4.6), as its author writes them. */
export interface ExtensionParts {
  /** Nexus types. The extension must then be a function, whose argument holds `nexus`. */
  readonly types?: unknown
  /** Type definitions in SDL. */
  readonly typeDefs?: string
  /** Nexus plugins. */
  readonly plugins?: readonly unknown[]
  /** Resolvers by type and field: functions, or objects with `resolve`. Also scalars, and `__resolveType` of unions. */
  readonly resolvers?: Readonly<Record<string, unknown>>
  /** Options of resolvers, by `Type.field`. */
  readonly resolversConfig?: Readonly<Record<string, ResolverOptions>>
}

/** The argument of extensions that are functions. */
interface ExtensionTools {
  /** The library nexus, loaded on access. @throws ExtensionError when it isn't installed */
  // Untyped, because the library is an optional peer dependency that may not be installed.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly nexus: any
  readonly strapi: ExtensionHost
}

export type ExtensionInput = ExtensionParts | ((tools: ExtensionTools) => ExtensionParts | Promise<ExtensionParts>)

export interface ResolverOptions {
  /** `false`: for everybody. With `scope`: for callers with these permissions. Otherwise for authenticated callers. */
  readonly auth?: false | true | { readonly scope?: string | readonly string[] }
  readonly policies?: readonly PolicyReference[]
  readonly middlewares?: readonly MiddlewareReference[]
}

/** The argument of a GraphQL policy. */
export interface PolicyContext {
  readonly type: 'graphql'
  is(type: string): boolean
  readonly parent: unknown
  readonly args: Readonly<Record<string, unknown>>
  readonly context: ExtensionContext
  readonly info: GraphQLResolveInfo
  /** `user` and `auth` of the request. */
  readonly state: ExtensionContext['state']
  /** The HTTP request of the operation, with the names of Koa. */
  readonly http: ExtensionContext['koaContext']
}

export type Policy = (
  context: PolicyContext,
  config: Readonly<Record<string, unknown>>,
  tools: { readonly strapi: ExtensionHost },
) => unknown

/** The name of a registered policy, with or without configuration, or a policy function. */
type PolicyReference = string | Policy | { readonly name: string; readonly config?: Readonly<Record<string, unknown>> }

export type NextResolver = (
  parent: unknown,
  args: Readonly<Record<string, unknown>>,
  context: ExtensionContext,
  info: GraphQLResolveInfo,
) => unknown

export type ResolverMiddleware = (next: NextResolver, ...call: Parameters<NextResolver>) => unknown

export type MiddlewareFactory = (
  options: Readonly<Record<string, unknown>>,
  tools: { readonly strapi: ExtensionHost },
) => ResolverMiddleware

type MiddlewareReference =
  | string
  | ResolverMiddleware
  | { readonly name: string; readonly options?: Readonly<Record<string, unknown>> }

/** The context of resolvers of extensions. */
export interface ExtensionContext {
  readonly state: {
    /** The user who has signed in. */
    readonly user?: SignedInUser
    readonly isAuthenticated: boolean
    readonly auth: CallerAuth
  }
  readonly http?: unknown
  /** The request with the names of Koa. Absent if the operation didn't come over HTTP. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly koaContext?: any
  /** Reads and writes content with the permissions of the caller. */
  readonly entries: EntityService
}

/** A hook as a project writes it. */
export type ProjectHook = (event: HookEvent, tools: { readonly strapi: ExtensionHost }) => unknown

/** Hooks by name, as a `lifecycles` file exports them. */
export type ProjectHooks = Readonly<Partial<Record<HookName, ProjectHook>>>

/**
 * The argument of `strapi.db.lifecycles.subscribe`: hooks, optionally with their content types, or one
 * function for the hooks of all writes.
 */
export type Subscriber = ProjectHook | (ProjectHooks & { readonly models?: readonly string[] })

/** `ALL` matches every method. */
export const routeMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'ALL'] as const

export type RouteMethod = (typeof routeMethods)[number]

/** A route as a project writes it, in the shape of Strapi 4. */
export interface RouteInput {
  readonly method: RouteMethod
  /**
   * The path below the prefix of REST, as a pattern of path-to-regexp 6: `/cities/:code/neighbours`,
   * `/cities/:code?`, `/files/(.*)`.
   */
  readonly path: string
  /**
   * A function, several functions of which each calls the next, or a name: `city.neighbours` in the same API,
   * `api::city.city.neighbours` in any API.
   */
  readonly handler: string | RouteHandler | readonly RouteHandler[]
  /** The permission that the route requires, such as `api::city.city.neighbours`. The default is the handler's name. */
  readonly action?: string
  readonly config?: RouteConfig
}

export interface RouteConfig {
  /**
   * `false`: for everybody. With `scope`: for callers with these permissions, which replace the route's own. With
   * `strategies`: for visitors and users (`users-permissions`), or for API tokens (`api-token`).
   */
  readonly auth?:
    | false
    | true
    | { readonly scope?: string | readonly string[]; readonly strategies?: readonly string[] }
  /** Names, functions, or `{ name, config }`. */
  readonly policies?: readonly unknown[]
  /** Names, functions, or `{ name, options }`. The first is the outermost. */
  readonly middlewares?: readonly unknown[]
}

/**
 * Handles a request. The response is `context.body`, or else the return value. Strings are sent as text (as
 * HTML when they begin with `<`), buffers and streams as bytes, and everything else as JSON. Without a body
 * and a status the response is 404. `next` runs the next route that matches the request.
 */
export type RouteHandler = (context: RouteContext, next: () => Promise<void>) => unknown

export type RoutePolicy = (
  context: RoutePolicyContext,
  config: Readonly<Record<string, unknown>>,
  tools: { readonly strapi: ExtensionHost },
) => unknown

export type RouteMiddleware = (context: RouteContext, next: () => Promise<void>) => unknown

/** The argument of handlers: the context of Koa 2 with the additions of Strapi 4. */
export interface RouteContext
  extends Pick<RouteRequest, 'method' | 'path' | 'url' | 'query' | 'ip' | 'headers' | 'header' | 'get'> {
  /** The decoded values of the parameters in the path. */
  readonly params: Readonly<Record<string, string>>
  readonly request: RouteRequest
  /** Whether a status or a body is set. */
  readonly isAnswered: boolean
  /** The media type of the response. */
  type: string
  /** Redirects the client, with 302 unless a status is set. */
  readonly redirect: (url: string) => void
  readonly created: (body?: unknown) => void
  readonly deleted: (body?: unknown) => void
  readonly noContent: () => void
  /** The caller. Middlewares may add values. */
  readonly state: ExtensionContext['state'] & Record<string, unknown>
  /** Reads and writes content with the permissions of the caller. */
  readonly entries: EntityService
  /** The status of the response. The default is 404, or 200 with a body. */
  status: number
  /** The body of the response. After a generated action it is an object that code may change. */
  // Untyped, because code after `next` reads what other code has set.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  /** Sets headers of the response. */
  readonly set: (name: string | Readonly<Record<string, string>>, value?: string | readonly string[]) => void
  /** Sets body and status of the response. */
  readonly send: (body: unknown, status?: number) => void
  /** Throws an error with this status: `throw(status, message, properties)`, `throw(message)` or `throw(error)`. */
  readonly throw: (...values: readonly unknown[]) => never
  /** These functions set the status and the body. They don't throw. There is one for each status of an error. */
  readonly badRequest: (message?: string, details?: unknown) => void
  readonly unauthorized: (message?: string, details?: unknown) => void
  readonly forbidden: (message?: string, details?: unknown) => void
  readonly notFound: (message?: string, details?: unknown) => void
  readonly conflict: (message?: string, details?: unknown) => void
  readonly internalServerError: (message?: string, details?: unknown) => void
  /** The other members of Koa's context, such as `cookies`, `response`, `req` and `res`. */
  // oxlint-disable-next-line typescript/no-explicit-any
  [name: string]: any
}

export interface RoutePolicyContext extends RouteContext {
  readonly type: 'koa'
  is(type: string): boolean
}

/** `strapi.server`, for code in `register` and `bootstrap`. */
interface ServerInterface {
  /**
   * Adds routes. As in Strapi 4, the paths begin at the root of the server. With `type: 'content-api'` they
   * begin at the prefix of REST.
   * @throws ExtensionError
   */
  routes(
    routes:
      | readonly RouteInput[]
      | { readonly type?: 'content-api'; readonly prefix?: string; readonly routes: readonly RouteInput[] },
  ): ServerInterface
  /**
   * Adds middlewares for all requests. Those of `register` run before the middlewares of
   * `config/middlewares`, and those of `bootstrap` after them.
   */
  use(...middlewares: readonly RouteMiddleware[]): ServerInterface
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

/** The request of Koa 2. */
interface RouteRequest {
  method: string
  /** The percent-encoded path, without the query. */
  path: string
  /** An assigned object becomes a query string, which is parsed again. */
  query: Readonly<Record<string, unknown>>
  /** The parsed body: JSON, a form, or text. An empty object without a body. */
  // Untyped, because the client decides what it holds.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  /** The files of a multipart body by the name of their part. They are removed when the request ends. */
  files?: Readonly<Record<string, RequestFile | readonly RequestFile[]>>
  url: string
  readonly ip: string
  /** The headers by lower-case name. */
  readonly headers: Record<string, string | string[] | undefined>
  readonly header: Record<string, string | string[] | undefined>
  /** The client's address, read through the trusted proxies. */
  readonly address: string
  /** Returns a header by its name; an empty string if it is missing. */
  readonly get: (name: string) => string
  /** The other members of Koa's request. */
  // oxlint-disable-next-line typescript/no-explicit-any
  [name: string]: any
}

/** A file of a multipart body, with the properties of Strapi 4. */
export interface RequestFile {
  /** The path of the temporary file. */
  readonly path: string
  readonly name: string
  /** The media type that the client sent. */
  readonly type: string
  /** In bytes. */
  readonly size: number
  readonly lastModifiedDate: Date
}
