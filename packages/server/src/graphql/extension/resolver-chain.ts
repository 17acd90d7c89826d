import { type GraphQLResolveInfo, defaultFieldResolver } from 'graphql'
import { ApiError } from '../../errors/api-error.js'
import { type ErrorName, catalog } from '../../errors/catalog.js'
import type { GraphqlContext, Resolver } from '../service.js'
import type { Authorize } from './authorization.js'
import type {
  ExtensionContext,
  NextResolver,
  PolicyContext,
  ResolverMiddleware,
} from '../../project/extension-input.js'
import type { BoundPolicy } from '../../project/registered.js'

export interface Chain {
  readonly authorize: Authorize | null
  readonly policies: readonly BoundPolicy[]
  readonly middlewares: readonly ResolverMiddleware[]
}

/**
 * Authorization, then the middlewares, the first outermost, then the policies, then the resolver: a policy judges the
 * arguments that the resolver gets.
 */
export function chainAround({ authorize, policies, middlewares }: Chain, resolver: Resolver): Resolver {
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
      const caller = authorize ? authorize(context.caller) : context.caller
      return await chained(parent, args as Record<string, unknown>, extensionContext(context, caller), info)
    } catch (error) {
      throw told(error)
    }
  }
}

const strategies = { public: null, user: 'users-permissions', token: 'api-token' } as const
const views = new WeakMap<GraphqlContext, ExtensionContext>()

/** The context of a resolver with what extensions look for; the same one for all resolvers of a request. */
export function extensionContext(context: GraphqlContext, caller = context.caller): ExtensionContext & GraphqlContext {
  const known = caller === context.caller ? views.get(context) : undefined
  if (known) return known as ExtensionContext & GraphqlContext
  if ('state' in context && caller === context.caller) return context as ExtensionContext & GraphqlContext
  const { userId, kind, may } = caller
  const state: ExtensionContext['state'] =
    'state' in context
      ? (context.state as ExtensionContext['state'])
      : {
          ...(userId === null ? {} : { user: { id: userId } }),
          isAuthenticated: kind !== 'public',
          auth: { strategy: strategies[kind], can: may },
        }
  const view = Object.assign(Object.create(context) as GraphqlContext, { caller, state })
  if (caller === context.caller) views.set(context, view)
  return view
}

function policyContext(
  parent: unknown,
  args: Readonly<Record<string, unknown>>,
  context: ExtensionContext,
  info: GraphQLResolveInfo,
): PolicyContext {
  const type = 'graphql'
  return { type, is: (name) => name === type, parent, args, context, info, state: context.state, http: context.http }
}

const builtIn = new Set(['SyntaxError'])

/** Errors that are named as those of the catalogue are meant to be told; what else goes wrong is the service's own. */
function told(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError) return error
  const { name, message } = error
  if (!Object.hasOwn(catalog, name) || builtIn.has(name)) return error
  const details = 'details' in error ? (error.details as Record<string, unknown>) : {}
  return new ApiError(name as ErrorName, message, { details })
}

export const defaultResolver: Resolver = defaultFieldResolver as Resolver
