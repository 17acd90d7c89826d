import { isRecord } from '@content-api/model'
import { ExtensionError, checkKeys } from './extension-error.js'
import type { ExtensionHost } from './project-types.js'

export type RegisteredKind = 'policies' | 'middlewares'

/** Finds what is registered under a name, in files or by the program. @throws ExtensionError when there is nothing */
export type FindRegistered = (kind: RegisteredKind, name: string) => Promise<unknown>

/** A policy with its configuration and the application filled in. */
export type BoundPolicy<Context> = (context: Context) => unknown

type Options = Readonly<Record<string, unknown>>

type AnyPolicy<Context> = (context: Context, config: Options, tools: { readonly strapi: ExtensionHost }) => unknown

interface Named {
  readonly name: string
  readonly options: Options
}

/** @throws ExtensionError for a name that isn't registered and for anything that is no policy */
export async function bindPolicy<Context>(
  reference: unknown,
  strapi: ExtensionHost,
  find: FindRegistered,
): Promise<BoundPolicy<Context>> {
  if (typeof reference === 'function') {
    // It has no configuration: what stands in its place is the application, which specification §4.6 gives second.
    return (context) => (reference as AnyPolicy<Context>)(context, { strapi }, { strapi })
  }
  const { name, options } = named(reference, 'config')
  const found = await find('policies', name)
  const policy = isRecord(found) ? found['handler'] : found
  if (typeof policy !== 'function') throw new ExtensionError(`The policy "${name}" must be a function.`)
  return (context) => (policy as AnyPolicy<Context>)(context, options, { strapi })
}

/**
 * @param key what options are called beside the name
 * @throws ExtensionError for a name that isn't registered and for anything that is no middleware
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
  const middleware: unknown = typeof factory === 'function' ? factory(options, { strapi }) : undefined
  if (typeof middleware !== 'function') {
    throw new ExtensionError(
      `The middleware "${name}" must be a function (options, { strapi }) that gives a middleware.`,
    )
  }
  return middleware as Middleware
}

function named(reference: unknown, key: 'config' | 'options'): Named {
  if (typeof reference === 'string') return { name: reference, options: {} }
  if (!isRecord(reference) || typeof reference['name'] !== 'string') {
    throw new ExtensionError(`A policy or middleware is a function, a name, or { name, ${key} }.`)
  }
  checkKeys(`"${reference['name']}"`, reference, ['name', key])
  return { name: reference['name'], options: (reference[key] as Named['options'] | undefined) ?? {} }
}
