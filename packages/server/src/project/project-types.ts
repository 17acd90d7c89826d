import type { GraphQLResolveInfo } from 'graphql'
import type { SignedInUser } from '../entries/caller.js'
import type { HookEvent, HookName } from '../entries/hooks/hook.js'
import type { DatabaseQuery } from './database-query.js'
import type { EntityService } from './entity-service.js'
import type { StoreMaker } from './project-store.js'
import type { RunTransaction } from './project-transaction.js'
import type { returnTypes } from './return-types.js'
import type { TypeShadow } from './shadow-crud.js'
import type { StrapiConfig } from './strapi-config.js'
import type { StrapiModels } from './strapi-models.js'

/** How the generated schema is changed (specification §4.6). */
export interface ExtensionService {
  /** @throws ExtensionError for a uid that doesn't exist */
  readonly shadowCRUD: (uid: string) => TypeShadow
  /** @throws ExtensionError for what is no extension */
  readonly use: (extension: ExtensionInput) => ExtensionService
}

/** What a project says before it is served, as `register` and `bootstrap` in `src/index.js` of Strapi 4. */
export type Register = (tools: { readonly strapi: ExtensionHost }) => unknown

/** The services of GraphQL that a project works with. */
export interface GraphqlPlugin {
  service(name: 'extension'): ExtensionService
  service(name: 'format'): { readonly returnTypes: typeof returnTypes }
  // Its resolvers are of whatever type the project has them for.
  // oxlint-disable-next-line typescript/no-explicit-any
  service(name: 'builders'): any
  /** A value of `graphql.config`. */
  config(path: string, otherwise?: unknown): unknown
}

/** What a project is given as `strapi`: as much of a Strapi 4 application as its code needs. */
export interface ExtensionHost extends HostServices, StrapiModels {
  plugin(name: 'graphql'): GraphqlPlugin
  /** The other plugins that there are: `email`, `i18n`, `upload`, `users-permissions`. */
  // oxlint-disable-next-line typescript/no-explicit-any
  plugin(name: string): any
  readonly config: StrapiConfig
  readonly log: Readonly<
    Record<'silly' | 'verbose' | 'http' | 'debug' | 'info' | 'warn' | 'error', (...text: readonly unknown[]) => void>
  >
  /** What the project's code puts there for itself, by names of its own. */
  // oxlint-disable-next-line typescript/no-explicit-any
  [name: string]: any
}

/** What code of a project works with beside the extension service, by the names that Strapi 4 has for it. */
export interface HostServices {
  /** With every permission. */
  readonly entityService: EntityService
  /**
   * A service of the project, `api::city.city` for `src/api/city/services/city`, or one of GraphQL, `plugin::graphql.format`.
   * @throws ExtensionError
   */
  // Whatever the project wrote.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly service: (uid: string) => any
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly services: Readonly<Record<string, any>>
  /** A controller of the project, the generated ones of content types included. @throws ExtensionError */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly controller: (uid: string) => any
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly controllers: Readonly<Record<string, any>>
  /** Entries of a content type as the database has them. @throws ExtensionError */
  readonly query: (uid: string) => DatabaseQuery
  readonly db: {
    readonly query: (uid: string) => DatabaseQuery
    /** Runs a function within a transaction, which holds all that the function reads and writes. */
    readonly transaction: RunTransaction
    readonly lifecycles: {
      /** Gives what ends the subscription. @throws ExtensionError for hooks and content types that don't exist */
      subscribe(subscriber: Subscriber): () => void
    }
  }
  /** Keeps values beside the content. */
  readonly store: StoreMaker
  readonly server: {
    /** Adds routes; only in `register`. @throws ExtensionError */
    routes(routes: readonly RouteInput[] | { readonly routes: readonly RouteInput[] }): void
  }
}

/** What an extension adds (specification §4.6), as its author writes it. */
export interface ExtensionParts {
  /** Types of nexus; the extension must be a function, which is given `nexus`. */
  readonly types?: unknown
  /** SDL. */
  readonly typeDefs?: string
  /** Plugins of nexus. */
  readonly plugins?: readonly unknown[]
  /** By type and field: a function, or an object with `resolve`; scalars and `__resolveType` of unions as well. */
  readonly resolvers?: Readonly<Record<string, unknown>>
  /** By `Type.field`. */
  readonly resolversConfig?: Readonly<Record<string, ResolverOptions>>
}

/** What functions of extensions are given. */
export interface ExtensionTools {
  /** Loaded when it is asked for. @throws ExtensionError when it isn't installed */
  // The library is an optional peer: its types may not be there.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly nexus: any
  readonly strapi: ExtensionHost
}

export type ExtensionInput = ExtensionParts | ((tools: ExtensionTools) => ExtensionParts | Promise<ExtensionParts>)

export interface ResolverOptions {
  /** `false`: everybody may; with `scope`: whoever has these permissions. Otherwise one who has signed in. */
  readonly auth?: false | true | { readonly scope?: string | readonly string[] }
  readonly policies?: readonly PolicyReference[]
  readonly middlewares?: readonly MiddlewareReference[]
}

/** What a policy decides by. */
export interface PolicyContext {
  readonly type: 'graphql'
  is(type: string): boolean
  readonly parent: unknown
  readonly args: Readonly<Record<string, unknown>>
  readonly context: ExtensionContext
  readonly info: GraphQLResolveInfo
  /** `user` and `auth` of the request. */
  readonly state: ExtensionContext['state']
  /** The request that carried the operation, in the words of Koa. */
  readonly http: ExtensionContext['koaContext']
}

export type Policy = (
  context: PolicyContext,
  config: Readonly<Record<string, unknown>>,
  tools: { readonly strapi: ExtensionHost },
) => unknown

/** The name of a registered policy, with its configuration or without, or a policy itself. */
export type PolicyReference =
  | string
  | Policy
  | { readonly name: string; readonly config?: Readonly<Record<string, unknown>> }

export type NextResolver = (
  parent: unknown,
  args: Readonly<Record<string, unknown>>,
  context: ExtensionContext,
  info: GraphQLResolveInfo,
) => unknown

export type ResolverMiddleware = (
  next: NextResolver,
  parent: unknown,
  args: Readonly<Record<string, unknown>>,
  context: ExtensionContext,
  info: GraphQLResolveInfo,
) => unknown

export type MiddlewareFactory = (
  options: Readonly<Record<string, unknown>>,
  tools: { readonly strapi: ExtensionHost },
) => ResolverMiddleware

export type MiddlewareReference =
  | string
  | ResolverMiddleware
  | { readonly name: string; readonly options?: Readonly<Record<string, unknown>> }

/** What resolvers of extensions find in their context. */
export interface ExtensionContext {
  readonly state: {
    /** Who has signed in. */
    readonly user?: SignedInUser
    readonly isAuthenticated: boolean
    readonly auth: { readonly strategy: { readonly name: string }; can(action: string): boolean }
  }
  readonly http?: unknown
  /** The request in the words of Koa; absent where the operation didn't come over HTTP. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly koaContext?: any
  /** Reads and writes content with the permissions of who asks. */
  readonly entries: EntityService
}

/** A hook as a project writes it. */
export type ProjectHook = (event: HookEvent, tools: { readonly strapi: ExtensionHost }) => unknown

/** Hooks by their names, as a file `lifecycles` exports them. */
export type ProjectHooks = Readonly<Partial<Record<HookName, ProjectHook>>>

/** What `strapi.db.lifecycles.subscribe` takes: hooks, with the content types that they are for, or one function for all. */
export type Subscriber = ProjectHook | (ProjectHooks & { readonly models?: readonly string[] })

export const routeMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export type RouteMethod = (typeof routeMethods)[number]

/** A route as a project writes it, in the shape of Strapi 4. */
export interface RouteInput {
  readonly method: RouteMethod
  /** Below the prefix of the REST interface; `:name` stands for one segment: `/cities/:code/neighbours`. */
  readonly path: string
  /** A function, or the name of one: `city.neighbours` in the same api, `api::city.city.neighbours` in any. */
  readonly handler: string | RouteHandler
  /** The permission that the route takes, `api::city.city.neighbours`; it follows from the name of the handler. */
  readonly action?: string
  readonly config?: RouteConfig
}

export interface RouteConfig {
  /** `false`: everybody may; with `scope`: whoever has these permissions, in place of the route's own. */
  readonly auth?: false | true | { readonly scope?: string | readonly string[] }
  /** Names, functions, or `{ name, config }`. */
  readonly policies?: readonly unknown[]
  /** Names, functions, or `{ name, options }`; the first is outermost. */
  readonly middlewares?: readonly unknown[]
}

/**
 * Responds to a request with what it returns, or else with `context.body`. Strings are sent as text (as HTML when they begin
 * with `<`), buffers and streams as bytes, null as a 204, everything else as JSON.
 */
export type RouteHandler = (context: RouteContext) => unknown

export type RoutePolicy = (
  context: RoutePolicyContext,
  config: Readonly<Record<string, unknown>>,
  tools: { readonly strapi: ExtensionHost },
) => unknown

export type RouteMiddleware = (context: RouteContext, next: () => Promise<void>) => unknown

export interface RouteRequest {
  readonly method: string
  /** Percent-encoded, without the query. */
  readonly path: string
  query: Readonly<Record<string, unknown>>
  /** The parsed body, JSON or a form without files; undefined when there is none. */
  // As whoever sent it pleased.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  readonly url: string
  readonly ip: string
  /** Headers by their names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly header: Readonly<Record<string, string | undefined>>
  /** The client's address, as far as proxies are believed. */
  readonly address: string
  /** A header by its name. */
  readonly get: (name: string) => string | undefined
}

/** What a handler is given: of Koa's context as much as handlers of Strapi 4 mostly use. */
export interface RouteContext {
  readonly method: string
  readonly path: string
  /** What stands in the path for `:name`, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** May be replaced, for the generated action that is called next. */
  query: Readonly<Record<string, unknown>>
  readonly request: RouteRequest
  readonly url: string
  readonly ip: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly header: Readonly<Record<string, string | undefined>>
  /** Whether a status or a body is set. */
  readonly isAnswered: boolean
  /** The content type of the answer. */
  type: string
  /** Sends the client elsewhere, with 302 unless a status is set. */
  readonly redirect: (url: string) => void
  readonly created: (body?: unknown) => void
  readonly noContent: () => void
  /** Who asks; middlewares may add to it. */
  readonly state: ExtensionContext['state'] & Record<string, unknown>
  /** Reads and writes content with the permissions of who asks. */
  readonly entries: EntityService
  /** 200 unless it is set; 204 without a body. */
  status: number
  /** Of the answer. */
  body: unknown
  /** Sets a header of the answer. @throws Error for what can't be one */
  readonly set: (name: string, value: string) => void
  /** A header of the request. */
  readonly get: (name: string) => string | undefined
  /** Sets body and status of the answer. */
  readonly send: (body: unknown, status?: number) => void
  /** @throws ApiError always: the error with this status */
  readonly throw: (status: number, message?: string, details?: Record<string, unknown>) => never
  readonly badRequest: (message?: string, details?: Record<string, unknown>) => never
  readonly unauthorized: (message?: string, details?: Record<string, unknown>) => never
  readonly forbidden: (message?: string, details?: Record<string, unknown>) => never
  readonly notFound: (message?: string, details?: Record<string, unknown>) => never
}

export interface RoutePolicyContext extends RouteContext {
  readonly type: 'koa'
  is(type: string): boolean
}
