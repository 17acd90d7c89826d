import { type GraphQLResolveInfo, defaultFieldResolver } from 'graphql'
import type { Caller } from '../../entries/caller.js'
import { ApiError } from '@content-api/engine/errors/api-error'
import { toClientError } from '../../errors/project-fault.js'
import type { GraphqlContext, Resolver } from '../service.js'
import { stateOf } from '../../project/caller-state.js'
import { runFor } from '../../project/current-host.js'
import type { RegisteredProject } from '../../project/registered-project.js'
import type { Authorize } from './authorization.js'
import { fromHttpError } from './http-errors.js'
import { withCacheControl } from './cache-control.js'
import type { ExtensionContext, NextResolver, PolicyContext, ResolverMiddleware } from '../../project/project-types.js'
import type { BoundPolicy } from '../../project/registered.js'

export interface Chain {
  readonly authorize: Authorize | null
  readonly policies: readonly BoundPolicy<PolicyContext>[]
  readonly middlewares: readonly ResolverMiddleware[]
  /** Runs code of the project within its time limit. */
  readonly run: <Result>(work: () => Result | PromiseLike<Result>) => Promise<Result>
  readonly entriesOf: RegisteredProject['entriesOf']
  readonly contextOf: RegisteredProject['contextOf']
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
      const result = await run(() => runFor(caller.session, work, koaContext && (() => koaContext)))
      // Concurrent resolvers may have exceeded the limit by now. Then this result isn't needed.
      context.budget.requireNotExceeded()
      return result
    } catch (error) {
      throw fromHttpError(error) ?? toClientError(error) ?? error
    }
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

/** Returns the context for code of extensions. All resolvers below a root field share it. */
function extensionContext(
  context: GraphqlContext,
  caller: Caller,
  { entriesOf, contextOf }: Chain,
): ExtensionContext & GraphqlContext {
  const isUnchanged = caller === context.caller
  if (isUnchanged && 'state' in context) return context as ExtensionContext & GraphqlContext
  if (isUnchanged && context.extensionView) return context.extensionView as ExtensionContext & GraphqlContext
  // As in Strapi, the state is that of the Koa context, so all code of a request shares it.
  const koaContext = contextOf(caller)
  const state = koaContext?.state ?? ('state' in context ? context.state : stateOf(caller))
  // These are own properties, so that `{ ...context }` in a middleware contains them.
  const { budget, batches } = context
  const own = { caller, state, budget, batches, ...(koaContext && { koaContext }) }
  const view = Object.assign(Object.create(context) as ExtensionContext & GraphqlContext, own)
  let entries: ExtensionContext['entries'] | undefined
  Object.defineProperty(view, 'entries', { enumerable: true, get: () => (entries ??= entriesOf(caller)) })
  if (isUnchanged) context.extensionView = view
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
