import type {
  ExtensionHost,
  Register,
  MiddlewareFactory,
  Policy,
  ProjectHooks,
  ResolverMiddleware,
  RouteInput,
  RouteMiddleware,
  RoutePolicy,
} from './project-types.js'

type RouteMiddlewareFactory = (
  options: Readonly<Record<string, unknown>>,
  tools: { readonly strapi: ExtensionHost },
) => RouteMiddleware

/** The extensions of a program that creates a service, in addition to the files of its project. */
export interface ExtensionOptions {
  /** Called after the `register` of the project's `src/index`. */
  readonly register?: Register
  /** Lifecycle hooks by the uid of their content type. */
  readonly hooks?: Readonly<Record<string, ProjectHooks>>
  /** Routes in addition to the generated ones. */
  readonly routes?: readonly RouteInput[]
  /** Policies by name, for `resolversConfig` and routes. They take precedence over files. */
  readonly policies?: Readonly<Record<string, Policy | RoutePolicy>>
  /** Factories of middlewares for resolvers and routes, by name. They take precedence over files. */
  readonly middlewares?: Readonly<Record<string, MiddlewareFactory | ResolverMiddleware | RouteMiddlewareFactory>>
}
