import { type GraphQLResolveInfo, defaultFieldResolver } from 'graphql'
import type { Caller } from '../../entries/caller.js'
import { ApiError } from '../../errors/api-error.js'
import { toClientError } from '../../errors/project-fault.js'
import type { GraphqlContext, Resolver } from '../service.js'
import { stateOf } from '../../project/caller-state.js'
import { runFor } from '../../project/current-host.js'
import { koaContext } from '../../project/koa-context.js'
import type { RegisteredProject } from '../../project/register-project.js'
import type { Authorize } from './authorization.js'
import { withCacheControl } from './cache-control.js'
import type { ExtensionContext, NextResolver, PolicyContext, ResolverMiddleware } from '../../project/project-types.js'
import type { BoundPolicy } from '../../project/registered.js'

export interface Chain {
  readonly authorize: Authorize | null
  readonly policies: readonly BoundPolicy<PolicyContext>[]
  readonly middlewares: readonly ResolverMiddleware[]
  /** Runs code of the project for as long as it may take. */
  readonly run: <Result>(work: () => Result | PromiseLike<Result>) => Promise<Result>
  readonly entriesOf: RegisteredProject['entriesOf']
}

/**
 * Authorization, then the middlewares, the first outermost, then the policies, then the resolver: a policy judges the
 * arguments that the resolver gets.
 */
export function chainAround(chain: Chain, resolver: Resolver): Resolver {
  const { authorize, policies, middlewares, run, entriesOf } = chain
  const judged: NextResolver =
    policies.length === 0
      ? (resolver as unknown as NextResolver)
      : async (parent, args, context, info) => {
          const given = policyContext(parent, args, context, info)
          for (const policy of policies) {
            // `undefined` is no consent either: a policy that forgot to answer blocks (specification §4.6).
            if ((await policy(given)) !== true) throw new ApiError('PolicyError')
          }
          return resolver(parent, args, context as unknown as GraphqlContext, info)
        }
  const chained = middlewares.reduceRight<NextResolver>(
    (next, middleware) => (parent, args, context, info) => middleware(next, parent, args, context, info),
    judged,
  )
  return async (parent, args, context, info) => {
    try {
      context.budget.requireLeft()
      const caller = authorize ? authorize(context.caller) : context.caller
      const given = extensionContext(context, caller, entriesOf)
      const own = ownCopy(args) as Record<string, unknown>
      const answer = await run(() =>
        runFor(caller.session, () => chained(parent, own, given, withCacheControl(info, context))),
      )
      // Others that ran at the same time may have handed over too much by now: this would only be counted again.
      context.budget.requireLeft()
      return answer
    } catch (error) {
      throw toClientError(error) ?? error
    }
  }
}

/** The values of variables are the same objects in all places that use them: a middleware may write into what it is given. */
function ownCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ownCopy)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, ownCopy(member)]))
}

/** Files and whatever else scalars make are left as they are. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** The context of a resolver with what extensions look for; the same one for all resolvers of a request. */
function extensionContext(
  context: GraphqlContext,
  caller: Caller,
  entriesOf: Chain['entriesOf'],
): ExtensionContext & GraphqlContext {
  const usual = caller === context.caller
  if (usual && 'state' in context) return context as ExtensionContext & GraphqlContext
  if (usual && context.extensionView) return context.extensionView as ExtensionContext & GraphqlContext
  const state = 'state' in context ? (context as unknown as ExtensionContext).state : stateOf(caller)
  // Its own, so that a middleware may hand on a copy.
  const { budget, batches } = context
  const own = { caller, state, budget, batches }
  const view = Object.assign(Object.create(context) as ExtensionContext & GraphqlContext, own)
  let entries: ExtensionContext['entries'] | undefined
  let koa: object | undefined
  const { http } = context
  Object.defineProperties(view, {
    entries: { enumerable: true, get: () => (entries ??= entriesOf(caller)) },
    ...(http && { koaContext: { enumerable: true, get: () => (koa ??= koaContext(http, () => view.state)) } }),
  })
  if (usual) context.extensionView = view
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
