import { isRecord } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import { ExtensionError, checkKeys } from '@content-api/core/errors/extension-error'
import type { ExtensionHost, ResolverMiddleware } from '../project-types.js'

export type RegisteredKind = 'policies' | 'middlewares'

/** Policies and middlewares by name. */
export type RegisteredParts = Record<RegisteredKind, Record<string, unknown>>

/**
 * Finds a policy or middleware that files or the program registered under a name.
 * @throws ExtensionError for an unknown name
 */
export type FindRegistered = (kind: RegisteredKind, name: string) => Promise<unknown>

/** A policy that only needs its context. Its configuration and the application are bound. */
export type BoundPolicy<Context> = (context: Context) => unknown

type AnyPolicy<Context> = (context: Context, config: Values, tools: { readonly strapi: ExtensionHost }) => unknown

interface Named {
  readonly name: string
  readonly options: Values
}

/** @throws ExtensionError for an unknown name, or a value that isn't a policy */
export async function bindPolicy<Context>(
  reference: unknown,
  strapi: ExtensionHost,
  find: FindRegistered,
): Promise<BoundPolicy<Context>> {
  if (typeof reference === 'function') {
    // A function has no configuration. Its second argument is the application (specification §4.6).
    return (context) => (reference as AnyPolicy<Context>)(context, { strapi }, { strapi })
  }
  const { name, options } = named(reference, 'config')
  const found = await find('policies', name)
  const policy = isRecord(found) ? found['handler'] : found
  if (typeof policy !== 'function') throw new ExtensionError(`The policy "${name}" must be a function.`)
  return (context) => (policy as AnyPolicy<Context>)(context, options, { strapi })
}

/**
 * @param key the name of the options in `{ name, … }`
 * @throws ExtensionError for an unknown name, or a value that isn't a middleware
 */
export async function bindMiddleware<Middleware>(
  reference: unknown,
  strapi: ExtensionHost,
  find: FindRegistered,
  key: 'config' | 'options',
): Promise<Middleware> {
  if (typeof reference === 'function') return reference as Middleware
  const { name, options } = named(reference, key)
  const factory = await find('middlewares', name)
  const middleware: unknown = typeof factory === 'function' ? await factory(options, { strapi }) : undefined
  // A factory that returns nothing has done its work already, as in Strapi 4.
  if (middleware === undefined && typeof factory === 'function') return passOn as Middleware
  if (typeof middleware !== 'function') {
    throw new ExtensionError(
      `The middleware "${name}" must be a function (options, { strapi }) that returns a middleware.`,
    )
  }
  return middleware as Middleware
}

/**
 * Binds a middleware of a resolver. A name stands for the middleware itself, and `{ name, options }` for a
 * function that returns it, as in Strapi 4.
 * @throws ExtensionError for an unknown name, or a value that isn't a middleware
 */
export async function bindResolverMiddleware(
  reference: unknown,
  strapi: ExtensionHost,
  find: FindRegistered,
): Promise<ResolverMiddleware> {
  if (typeof reference !== 'string') return bindMiddleware(reference, strapi, find, 'options')
  const middleware = await find('middlewares', reference)
  if (typeof middleware !== 'function') throw new ExtensionError(`The middleware "${reference}" must be a function.`)
  return async (...input) => {
    const result: unknown = await (middleware as ResolverMiddleware)(...input)
    if (typeof result !== 'function') return result
    throw new ExtensionError(
      `The middleware "${reference}" returned a function instead of a result. If it takes options, name it as { name: "${reference}" }.`,
    )
  }
}

const passOn = (_context: unknown, next: () => unknown) => next()

function named(reference: unknown, key: 'config' | 'options'): Named {
  if (typeof reference === 'string') return { name: reference, options: {} }
  if (!isRecord(reference) || typeof reference['name'] !== 'string') {
    throw new ExtensionError(`A policy or middleware must be a function, a name, or { name, ${key} }.`)
  }
  checkKeys(`"${reference['name']}"`, reference, ['name', key])
  return { name: reference['name'], options: (reference[key] as Named['options'] | undefined) ?? {} }
}
