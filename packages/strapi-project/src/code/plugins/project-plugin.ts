import type { Values } from '@content-api/engine/plan'
import { type ContentType, type Registry, isRecord } from '@content-api/model'
import { mergedInto } from '@content-api/project-files/strapi/read-strapi-files'
import { inherit } from '../routes/api-methods.js'
import type { Generation } from '../generations/generation.js'
import { CoreRouter } from '../routes/core-router.js'
import { ExtensionError, unknownName } from '@content-api/core/errors/extension-error'
import type { FoundRoute } from '../routes/core-routes.js'
import { routesOfFile } from '../routes/project-route-input.js'
import type { ExtensionHost, Register } from '../project-types.js'
import { CoreMethods } from '../loading/provided-modules.js'
import { env } from '../host/strapi-config.js'
import type { FindRegistered } from '../routes/policies-and-middlewares.js'

export interface PluginScope {
  readonly strapi: ExtensionHost
  readonly registry: Registry
  readonly generation: Pick<Generation, 'coreService' | 'coreController'>
}

/** The server code of a plugin, with the values that `strapi.plugin(name)` returns. */
export interface ProjectPlugin {
  readonly name: string
  readonly file: string
  readonly config: Values
  readonly services: Values
  readonly controllers: Values
  readonly policies: Values
  readonly middlewares: Values
  /** The routes of the content API. */
  readonly routes: readonly FoundRoute[]
  readonly register: Register | null
  readonly bootstrap: Register | null
}

/**
 * Reads the server code of a plugin.
 * @param own the plugin's settings in `config/plugins`
 * @throws ExtensionError for code without the form of a plugin; every error of its own code
 */
export function projectPlugin(
  { name, file, code: server }: { readonly name: string; readonly file: string; readonly code: unknown },
  own: Values,
  scope: PluginScope,
): ProjectPlugin {
  if (!isRecord(server)) throw new ExtensionError(`${file} must export an object with the parts of a plugin.`)
  const record = (part: string) => (isRecord(server[part]) ? server[part] : {})
  const { register, bootstrap } = server
  return {
    name,
    file,
    config: configOf(server['config'], own),
    services: created(record('services'), scope, (type) => scope.generation.coreService(type)),
    controllers: created(record('controllers'), scope, (type) => scope.generation.coreController(type)),
    policies: record('policies'),
    middlewares: record('middlewares'),
    routes: routesOf(name, file, server['routes'], record('policies'), record('middlewares')),
    register: typeof register === 'function' ? (register as Register) : null,
    bootstrap: typeof bootstrap === 'function' ? (bootstrap as Register) : null,
  }
}

/** Returns the defaults of a plugin with the settings of the project. */
function configOf(config: unknown, own: Values): Values {
  const { default: defaults = {}, validator } = isRecord(config) ? config : {}
  const merged = mergedInto(typeof defaults === 'function' ? (defaults({ env }) as unknown) : defaults, own)
  if (typeof validator === 'function') validator(merged)
  return isRecord(merged) ? merged : {}
}

/** Returns the services or controllers of a plugin by name. */
function created(factories: Values, { strapi, registry }: PluginScope, coreOf: (type: ContentType) => object): Values {
  const create = (factory: unknown): unknown => {
    if (factory instanceof CoreMethods) return withCore(factory, create(factory.own), registry, coreOf)
    return typeof factory === 'function' ? factory({ strapi }) : factory
  }
  return onDemand(factories, create)
}

/** Returns parts by name. Each is created when it is first read, because it may read others. */
export function onDemand(factories: Values, create: (factory: unknown) => unknown): Values {
  const known = new Map<string, unknown>()
  const parts = {}
  for (const [name, factory] of Object.entries(factories)) {
    const get = () => {
      if (!known.has(name)) known.set(name, create(factory))
      return known.get(name)
    }
    Object.defineProperty(parts, name, { get, enumerable: true, configurable: true })
  }
  return parts
}

/** Returns the functions of `createCoreController(uid, own)`, which inherit the generated ones. */
function withCore(
  { uid }: CoreMethods,
  own: unknown,
  { contentTypes }: Registry,
  coreOf: (type: ContentType) => object,
): object {
  const type = contentTypes.get(uid)
  if (type === undefined) throw unknownName('The content type', uid, contentTypes.keys())
  return inherit(isRecord(own) ? own : undefined, coreOf(type))
}

/** Returns the routes of the content API. Other routes are for the admin panel, which doesn't exist here. */
function routesOf(plugin: string, file: string, routes: unknown, policies: Values, middlewares: Values): FoundRoute[] {
  if (!isRecord(routes)) return []
  return Object.values(routes).flatMap((router): FoundRoute[] => {
    const { type, prefix, routes } = router instanceof CoreRouter ? generated(router) : isRecord(router) ? router : {}
    if (type !== 'content-api') return []
    const found = routesOfFile({ api: '', file, code: { prefix: prefix || `/${plugin}`, routes } }, () => {})
    return found.flatMap((each) =>
      'router' in each
        ? []
        : [{ api: null, file, definition: ofPlugin(plugin, each.definition, policies, middlewares) }],
    )
  })
}

/**
 * Returns the routes of `createCoreRouter(uid)` as ordinary routes, because only types of the project have
 * generated routes.
 */
function generated({ options, prefix, routes }: CoreRouter): Values {
  return { type: options['type'] ?? 'content-api', prefix, routes: routes.map((route) => ({ ...route })) }
}

/** Completes the names of a route: `one.find` becomes `plugin::shop.one.find`. */
export function ofPlugin(plugin: string, definition: unknown, policies: Values, middlewares: Values): unknown {
  if (!isRecord(definition)) return definition
  const { handler, config } = definition
  const complete = (known: Values) => (each: unknown) => {
    const name = isRecord(each) ? each['name'] : each
    if (typeof name !== 'string' || !Object.hasOwn(known, name)) return each
    const full = `plugin::${plugin}.${name}`
    return isRecord(each) ? { ...each, name: full } : full
  }
  const listed = (key: string, known: Values) => {
    const list = isRecord(config) ? config[key] : undefined
    return Array.isArray(list) ? { [key]: list.map(complete(known)) } : {}
  }
  return {
    ...definition,
    ...(typeof handler === 'string' && !handler.includes('::') && { handler: `plugin::${plugin}.${handler}` }),
    ...(isRecord(config) && {
      config: { ...config, ...listed('policies', policies), ...listed('middlewares', middlewares) },
    }),
  }
}

/** Finds policies and middlewares of plugins, `plugin::shop.is-owner`, and then all others. */
export function withPlugins(plugins: ReadonlyMap<string, ProjectPlugin>, otherwise: FindRegistered): FindRegistered {
  return async (kind, name) => {
    const [, plugin = '', part = ''] = /^plugin::([\w-]+)\.([\w-]+)$/.exec(name) ?? []
    const parts = plugins.get(plugin)?.[kind]
    if (!parts) return otherwise(kind, name)
    if (!Object.hasOwn(parts, part))
      throw unknownName(`In the ${kind} of the plugin ${plugin}`, part, Object.keys(parts))
    return parts[part]
  }
}

/** Returns the service of a plugin's content type. Its name is that of the type. */
export function serviceOfPlugin(plugins: ReadonlyMap<string, ProjectPlugin>, uid: string): Values {
  const [, plugin = '', name = ''] = /^plugin::([\w-]+)\.([\w-]+)$/.exec(uid) ?? []
  const services = plugins.get(plugin)?.services ?? {}
  const service = Object.hasOwn(services, name) ? services[name] : undefined
  return isRecord(service) ? service : {}
}
