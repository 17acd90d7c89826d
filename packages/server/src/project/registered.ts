import type {
  MiddlewareFactory,
  MiddlewareReference,
  Policy,
  PolicyContext,
  PolicyReference,
  ResolverMiddleware,
} from './extension-input.js'
import type { ExtensionHost } from './extension-host.js'
import { ExtensionError, checkKeys, isRecord } from './extension-error.js'

export type RegisteredKind = 'policies' | 'middlewares'

/** Finds what is registered under a name, in files or by the program. @throws ExtensionError when there is nothing */
export type FindRegistered = (kind: RegisteredKind, name: string) => Promise<unknown>

/** A policy with its configuration and the application filled in. */
export type BoundPolicy = (context: PolicyContext) => unknown

interface Named {
  readonly name: string
  readonly options: Readonly<Record<string, unknown>>
}

/** @throws ExtensionError for a name that isn't registered and for anything that is no policy */
export async function bindPolicy(
  reference: PolicyReference,
  strapi: ExtensionHost,
  find: FindRegistered,
): Promise<BoundPolicy> {
  if (typeof reference === 'function') return (context) => reference(context, {}, { strapi })
  const { name, options } = named(reference, 'config')
  const found = await find('policies', name)
  const policy = isRecord(found) ? found['handler'] : found
  if (typeof policy !== 'function') throw new ExtensionError(`The policy "${name}" must be a function.`)
  return (context) => (policy as Policy)(context, options, { strapi })
}

/** @throws ExtensionError for a name that isn't registered and for anything that is no middleware */
export async function bindMiddleware(
  reference: MiddlewareReference,
  strapi: ExtensionHost,
  find: FindRegistered,
): Promise<ResolverMiddleware> {
  if (typeof reference === 'function') return reference
  const { name, options } = named(reference, 'options')
  const factory = await find('middlewares', name)
  const middleware = typeof factory === 'function' ? (factory as MiddlewareFactory)(options, { strapi }) : undefined
  if (typeof middleware !== 'function') {
    throw new ExtensionError(
      `The middleware "${name}" must be a function (options, { strapi }) that gives a middleware.`,
    )
  }
  return middleware
}

function named(reference: unknown, key: 'config' | 'options'): Named {
  if (typeof reference === 'string') return { name: reference, options: {} }
  if (!isRecord(reference) || typeof reference['name'] !== 'string') {
    throw new ExtensionError(`A policy or middleware is a function, a name, or { name, ${key} }.`)
  }
  checkKeys(`"${reference['name']}"`, reference, ['name', key])
  return { name: reference['name'], options: (reference[key] as Named['options'] | undefined) ?? {} }
}
