import { isRecord } from '@content-api/model'
import { actionProblem } from '@content-api/capabilities/accounts/actions'
import { ExtensionError, checkAll, checkKeys } from '@content-api/core/errors/extension-error'
import type { ExtensionParts, ResolverOptions } from './project-types.js'

const partNames = ['types', 'typeDefs', 'plugins', 'resolvers', 'resolversConfig'] as const

/** Checks an extension. @throws ExtensionError for an invalid one */
export function checkParts(input: unknown): ExtensionParts {
  // A promise has no own keys, so it would look like an extension that adds nothing.
  if (!isRecord(input) || 'then' in input) {
    throw new ExtensionError('use() needs an object, or a function that returns an object or a promise of one.')
  }
  const { typeDefs, plugins, resolvers, resolversConfig } = input
  const require = (isValid: boolean, message: string) => () => {
    if (!isValid) throw new ExtensionError(message)
  }
  checkAll([
    () => checkKeys('an extension', input, partNames),
    require(typeDefs === undefined || typeof typeDefs === 'string', 'typeDefs must be a string of SDL.'),
    require(plugins === undefined || Array.isArray(plugins), 'plugins must be a list.'),
    require(resolvers === undefined || isRecord(resolvers), 'resolvers must be an object.'),
    require(resolversConfig === undefined || isRecord(resolversConfig), 'resolversConfig must be an object.'),
    ...Object.entries(resolversConfig ?? {}).map(
      ([at, options]) =>
        () =>
          checkResolverOptions(at, options),
    ),
  ])
  return input
}

export const noEffect = (path: string, reason: string) => `resolversConfig of ${path} has no effect. ${reason}`

/**
 * Returns an extension whose options of resolvers have the keys `Type.field`. Strapi 4.26 also finds
 * `{ Query: { hi: … } }`, where the flat key takes precedence, and ignores all other keys.
 */
export function withFlatConfig<Extension>(extension: Extension, warn: (message: string) => void): Extension {
  const config = isRecord(extension) ? extension['resolversConfig'] : undefined
  if (!isRecord(extension) || !isRecord(config)) return extension
  const flat: Record<string, unknown> = {}
  const add = (name: string, options: unknown) => {
    if (name.includes('.')) flat[name] ??= options
    else warn(noEffect(name, 'Its keys must be "Type.field", for example "Query.articles".'))
  }
  for (const [name, options] of Object.entries(config)) if (name.includes('.')) add(name, options)
  for (const [name, options] of Object.entries(config)) {
    if (name.includes('.')) continue
    const nested = isRecord(options) ? Object.entries(options).filter(([, each]) => isRecord(each)) : []
    if (nested.length === 0) add(name, options)
    for (const [field, each] of nested) add(`${name}.${field}`, each)
  }
  return { ...extension, resolversConfig: flat }
}

function checkResolverOptions(at: string, options: unknown): void {
  if (!at.includes('.')) {
    throw new ExtensionError(
      `resolversConfig has the key "${at}". Its keys must be "Type.field", for example "Query.articles".`,
    )
  }
  checkOptions(`resolversConfig of ${at}`, options)
}

/** The keys of `auth` of a route. */
export const routeAuthKeys = ['scope', 'strategies'] as const

/** Checks `auth`, `policies` and `middlewares` of a resolver or route. @throws ExtensionError for invalid options */
export function checkOptions(at: string, options: unknown, authKeys: readonly string[] = ['scope']): void {
  if (!isRecord(options)) throw new ExtensionError(`${at} must be an object.`)
  checkKeys(at, options, ['auth', 'policies', 'middlewares'])
  const { auth, policies = [], middlewares = [] } = options
  if (!Array.isArray(policies)) throw new ExtensionError(`The policies of ${at} must be a list.`)
  if (!Array.isArray(middlewares)) throw new ExtensionError(`The middlewares of ${at} must be a list.`)
  if (auth === undefined || typeof auth === 'boolean') return
  if (!isRecord(auth)) throw new ExtensionError(`auth of ${at} must be false or { scope: [...] }.`)
  checkKeys(`auth of ${at}`, auth, authKeys)
  const { scope } = auth
  const scopes = Array.isArray(scope) ? scope : scope === undefined ? [] : [scope]
  if (!scopes.every((name) => typeof name === 'string')) {
    throw new ExtensionError(`The scope of ${at} must be a name of a permission or a list of names.`)
  }
}

export function scopesOf(auth: ResolverOptions['auth']): readonly string[] {
  if (typeof auth !== 'object' || auth.scope === undefined) return []
  return typeof auth.scope === 'string' ? [auth.scope] : auth.scope
}

/** @throws ExtensionError for unknown permissions */
export function checkScopes(at: string, auth: ResolverOptions['auth'], actions: readonly string[]): void {
  for (const scope of scopesOf(auth)) {
    const problem = actionProblem(scope, actions)
    if (problem !== null) throw new ExtensionError(`The scope of ${at}: ${problem}`)
  }
}
