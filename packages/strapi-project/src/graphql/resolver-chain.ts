import { type GraphQLResolveInfo, defaultFieldResolver, GraphQLError, getNamedType, isLeafType } from 'graphql'
import type { Caller } from '@content-api/core/entries/caller'
import { ApiError } from '@content-api/engine/errors'
import { toClientError } from '@content-api/core/errors/project-fault'
import type { GraphqlContext, Resolver } from '@content-api/interfaces/graphql/contracts'
import { contextOf, stateOf } from '../code/routes/caller-context.js'
import { runFor } from '../code/host/current-host.js'
import type { RegisteredProject } from '../code/register-project.js'
import type {
  ExtensionContext,
  NextResolver,
  PolicyContext,
  ResolverMiddleware,
  ResolverOptions,
} from '../code/project-types.js'
import type { BoundPolicy } from '../code/routes/policies-and-middlewares.js'
import { isHttpError } from 'http-errors'
import { ExtensionError, checkKeys } from '@content-api/core/errors/extension-error'
import { isRecord, type ContentType } from '@content-api/model'
import type { CacheHint } from '@content-api/interfaces/graphql/cache-hints'
import type { Action } from '@content-api/core/query/plan-context'
import type { OperationKind, RootField } from '@content-api/interfaces/graphql/schema/root-fields'
import { scopesOf } from '../code/check-extension.js'

export interface Chain {
  readonly authorize: Authorize | null
  readonly policies: readonly BoundPolicy<PolicyContext>[]
  readonly middlewares: readonly ResolverMiddleware[]
  /** Runs code of the project within its time limit. */
  readonly run: <Result>(work: () => Result | PromiseLike<Result>) => Promise<Result>
  readonly entriesOf: RegisteredProject['entriesOf']
}

/**
 * Wraps a resolver. Authorization runs first, then the middlewares (the first one is the outermost), the
 * policies and the resolver. Policies therefore check the same arguments that the resolver receives.
 */
export function chainAround(chain: Chain, resolver: Resolver): Resolver {
  const { authorize, policies, middlewares, run } = chain
  const withPolicies: NextResolver =
    policies.length === 0
      ? (resolver as unknown as NextResolver)
      : async (parent, args, context, info) => {
          const inputs = policyContext(parent, args, context, info)
          for (const policy of policies) {
            // Only `true` allows the call. A policy without a return value rejects it (specification §4.6).
            if ((await policy(inputs)) !== true) throw new ApiError('PolicyError')
          }
          return resolver(parent, args, context as unknown as GraphqlContext, info)
        }
  const chained = middlewares.reduceRight<NextResolver>(
    (next, middleware) => (parent, args, context, info) => middleware(next, parent, args, context, info),
    withPolicies,
  )
  return async (parent, args, context, info) => {
    try {
      context.budget.requireNotExceeded()
      const caller = authorize ? authorize(context.caller) : context.caller
      const view = extensionContext(context, caller, chain)
      const own = ownCopy(args) as Record<string, unknown>
      const { koaContext } = view as { readonly koaContext?: object }
      const work = () => chained(parent, own, view, withCacheControl(info, context))
      const result = await runForCaller(run, caller, work, koaContext)
      // Concurrent resolvers may have exceeded the limit by now. Then this result isn't needed.
      context.budget.requireNotExceeded()
      return result
    } catch (error) {
      throw fromHttpError(error) ?? toClientError(error) ?? error
    }
  }
}

/** Runs code of the project for the request of a caller. @throws what the code throws, as clients get it */
export async function runForCaller<Result>(
  run: Chain['run'],
  { session }: Caller,
  work: () => Result | PromiseLike<Result>,
  koaContext: object | undefined,
): Promise<Result> {
  try {
    return await run(() => runFor(session, work, koaContext && (() => koaContext)))
  } catch (error) {
    throw fromHttpError(error) ?? toClientError(error) ?? error
  }
}

/**
 * Copies arguments, since middlewares may change them. Several fields share the same object if they use the
 * same variable.
 */
function ownCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ownCopy)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, ownCopy(member)]))
}

/** Whether a value is a plain object. Files and other objects of scalars aren't copied. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** The contexts for code of extensions. All resolvers below a root field share one. */
const views = new WeakMap<GraphqlContext, ExtensionContext & GraphqlContext>()

/** Returns the context for code of extensions. */
function extensionContext(
  context: GraphqlContext,
  caller: Caller,
  { entriesOf }: Chain,
): ExtensionContext & GraphqlContext {
  const isUnchanged = caller === context.caller
  if (isUnchanged && 'state' in context) return context as ExtensionContext & GraphqlContext
  const known = isUnchanged ? views.get(context) : undefined
  if (known) return known
  // As in Strapi, the state is that of the Koa context, so all code of a request shares it.
  const koaContext = contextOf(caller)
  const state = koaContext?.state ?? ('state' in context ? context.state : stateOf(caller))
  // These are own properties, so that `{ ...context }` in a middleware contains them.
  const { budget } = context
  const own = { caller, state, budget, ...(koaContext && { koaContext }) }
  const view = Object.assign(Object.create(context) as ExtensionContext & GraphqlContext, own)
  let entries: ExtensionContext['entries'] | undefined
  Object.defineProperty(view, 'entries', { enumerable: true, get: () => (entries ??= entriesOf(caller)) })
  if (isUnchanged) views.set(context, view)
  return view
}

function policyContext(
  parent: unknown,
  args: Readonly<Record<string, unknown>>,
  context: ExtensionContext,
  info: GraphQLResolveInfo,
): PolicyContext {
  const type = 'graphql'
  const { state } = context
  return {
    type,
    is: (name) => name === type,
    parent,
    args,
    context,
    info,
    state,
    get http() {
      return context.koaContext as unknown
    },
  }
}

export const defaultResolver: Resolver = defaultFieldResolver as Resolver

/** Returns the error of `ctx.throw(status, message)` as Strapi 4.26 reports it; null for other errors. */
function fromHttpError(error: unknown): GraphQLError | null {
  if (!isHttpError(error)) return null
  const { name, message } = error
  const details: unknown = error['details']
  const code = `STRAPI_${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}`
  return new GraphQLError(message, {
    extensions: { error: { name, message, ...(details !== undefined && { details }) }, code },
  })
}

const scopes: readonly unknown[] = ['PUBLIC', 'PRIVATE']

/**
 * Adds `info.cacheControl` of Apollo Server. As in Apollo Server, all fields of an operation decide whether
 * the response may be cached. Fields of entries forbid it, so only hints of root fields with scalar results,
 * such as a number or JSON, have an effect.
 */
function withCacheControl(info: GraphQLResolveInfo, { hint }: GraphqlContext): GraphQLResolveInfo {
  const isUsed = info.path.prev === undefined && isLeafType(getNamedType(info.returnType))
  const cacheControl = {
    cacheHint: { maxAge: 0, scope: 'PUBLIC' } as CacheHint,
    setCacheHint(input: unknown): void {
      cacheControl.cacheHint = { ...cacheControl.cacheHint, ...checkHint(input) }
      if (hint && isUsed) hint.value = cacheControl.cacheHint
    },
  }
  return Object.assign(info, { cacheControl })
}

/** Checks a cache hint. @throws ExtensionError */
function checkHint(input: unknown): Partial<CacheHint> {
  if (!isRecord(input)) throw new ExtensionError('setCacheHint takes an object: { maxAge, scope }.')
  checkKeys('a cache hint', input, ['maxAge', 'scope'])
  const { maxAge, scope } = input
  if (maxAge !== undefined && !(Number.isInteger(maxAge) && (maxAge as number) >= 0)) {
    throw new ExtensionError('maxAge of a cache hint is a number of seconds.')
  }
  if (scope !== undefined && !scopes.includes(scope)) {
    throw new ExtensionError('scope of a cache hint is "PUBLIC" or "PRIVATE".')
  }
  return input
}

/** The action that each generated root field requires. */
const actionOf: Readonly<Record<OperationKind, Action>> = {
  find: 'find',
  findOne: 'findOne',
  findSingle: 'find',
  findConnection: 'find',
  create: 'create',
  update: 'update',
  delete: 'delete',
  updateSingle: 'update',
  deleteSingle: 'delete',
  createLocalization: 'createLocalization',
}

interface GuardedField {
  /** `Query.articles`, for example. */
  readonly path: string
  readonly auth: ResolverOptions['auth']
  /** Set for root fields that Shadow CRUD generated. */
  readonly generated: RootField | undefined
  /** Whether the extension defines the field or has a resolver for it. */
  readonly own: boolean
}

/** Returns whether `auth` replaces the permission that a field requires by default. */
export function replacesPermission(auth: ResolverOptions['auth']): boolean {
  return auth === false || scopesOf(auth).length > 0
}

/** Checks the caller and returns it with its rights for the field. @throws ApiError ForbiddenError */
type Authorize = (caller: Caller) => Caller

/** Returns the check of a field, or null if the checks of the resolver itself suffice. */
export function authorization({ path, auth, generated, own }: GuardedField): Authorize | null {
  if (auth === false) return (caller) => grant(caller, path, generated)
  const scopes = scopesOf(auth)
  if (scopes.length > 0) {
    return (caller) =>
      grant(
        requireThat(
          caller,
          scopes.every((scope) => caller.may(scope)),
        ),
        path,
        generated,
      )
  }
  if (!own || !/^(Query|Mutation)\./.test(path)) return null
  if (generated) return (caller) => requireThat(caller, caller.can(actionOf[generated.kind], generated.type))
  // Without a scope, the caller must be a signed-in user or have every permission.
  return (caller) => requireThat(caller, caller.kind === 'user' || caller.may(`graphql::${path}`))
}

function requireThat(caller: Caller, isAllowed: boolean): Caller {
  if (!isAllowed) throw new ApiError('ForbiddenError')
  return caller
}

/** Adds the permission of the generated field to the caller. Linked types still require their own permissions. */
function grant(caller: Caller, path: string, generated: RootField | undefined): Caller {
  if (!generated) return caller
  const granted = actionOf[generated.kind]
  const can = (action: Action, type: ContentType) =>
    (action === granted && type.uid === generated.type.uid) || caller.can(action, type)
  // The plan cache identifies callers by their key. These rights differ from the caller's own, so they need
  // another key.
  return { ...caller, key: `${caller.key} ${path}`, can }
}
