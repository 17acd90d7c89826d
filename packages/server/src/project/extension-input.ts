import type { GraphQLResolveInfo } from 'graphql'
import { actionProblem } from '../auth/check-actions.js'
import type { SignedInUser } from '../entries/caller.js'
import type { EntityService } from './entity-service.js'
import type { ExtensionHost } from './extension-host.js'
import { ExtensionError, checkKeys } from './extension-error.js'
import { isRecord } from '@content-api/model'

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

const partNames = ['types', 'typeDefs', 'plugins', 'resolvers', 'resolversConfig'] as const

/** @throws ExtensionError for anything that isn't an extension */
export function checkParts(given: unknown): ExtensionParts {
  // A promise has no keys of its own: it would pass for an extension that adds nothing.
  if (!isRecord(given) || 'then' in given) {
    throw new ExtensionError('use() takes an object, or a function that gives one or a promise of one.')
  }
  checkKeys('an extension', given, partNames)
  const { typeDefs, plugins, resolvers, resolversConfig } = given
  if (typeDefs !== undefined && typeof typeDefs !== 'string') throw new ExtensionError('typeDefs must be SDL text.')
  if (plugins !== undefined && !Array.isArray(plugins)) throw new ExtensionError('plugins must be a list.')
  if (resolvers !== undefined && !isRecord(resolvers)) throw new ExtensionError('resolvers must be an object.')
  if (resolversConfig !== undefined && !isRecord(resolversConfig)) {
    throw new ExtensionError('resolversConfig must be an object.')
  }
  for (const [at, options] of Object.entries(resolversConfig ?? {})) {
    if (!at.includes('.')) {
      throw new ExtensionError(`resolversConfig has "${at}": its keys are "Type.field", "Query.articles" for example.`)
    }
    checkOptions(`resolversConfig of ${at}`, options)
  }
  return given
}

/** Who may and what stands before, of a resolver or a route. @throws ExtensionError for anything that makes no sense */
export function checkOptions(at: string, options: unknown): void {
  if (!isRecord(options)) throw new ExtensionError(`${at} must be an object.`)
  checkKeys(at, options, ['auth', 'policies', 'middlewares'])
  const { auth, policies = [], middlewares = [] } = options
  if (!Array.isArray(policies)) throw new ExtensionError(`The policies of ${at} must be a list.`)
  if (!Array.isArray(middlewares)) throw new ExtensionError(`The middlewares of ${at} must be a list.`)
  if (auth === undefined || typeof auth === 'boolean') return
  if (!isRecord(auth)) throw new ExtensionError(`auth of ${at} must be false or { scope: [...] }.`)
  checkKeys(`auth of ${at}`, auth, ['scope'])
  const { scope } = auth
  const scopes = Array.isArray(scope) ? scope : scope === undefined ? [] : [scope]
  if (!scopes.every((name) => typeof name === 'string')) {
    throw new ExtensionError(`The scope of ${at} must be names of permissions.`)
  }
}

export function scopesOf(auth: ResolverOptions['auth']): readonly string[] {
  if (typeof auth !== 'object' || auth.scope === undefined) return []
  return typeof auth.scope === 'string' ? [auth.scope] : auth.scope
}

/** @throws ExtensionError for permissions that don't exist */
export function checkScopes(at: string, auth: ResolverOptions['auth'], actions: readonly string[]): void {
  for (const scope of scopesOf(auth)) {
    const problem = actionProblem(scope, actions)
    if (problem !== null) throw new ExtensionError(`The scope of ${at}: ${problem}`)
  }
}
