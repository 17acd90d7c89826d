import { isRecord } from '@content-api/model'
import { mergedInto } from '../config/strapi/read-strapi-files.js'
import { ExtensionError, unknownName } from './extension-error.js'
import type { FoundRoute } from './found-route.js'
import type { ExtensionHost, Register } from './project-types.js'
import { routesOfFile } from './project-route-input.js'
import { env } from './strapi-config.js'
import type { FindRegistered } from './registered.js'

type Values = Readonly<Record<string, unknown>>

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
  /** The names of its content types, which have no tables here. */
  readonly contentTypes: readonly string[]
  readonly register: Register | null
  readonly bootstrap: Register | null
}

/**
 * Reads the server code of a plugin.
 * @param own the plugin's settings in `config/plugins`
 * @throws ExtensionError for code without the form of a plugin; every error of its own code
 */
export function projectPlugin(
  { name, file, code }: { readonly name: string; readonly file: string; readonly code: unknown },
  own: Values,
  strapi: ExtensionHost,
): ProjectPlugin {
  const server: unknown = typeof code === 'function' ? code({ strapi }) : code
  if (!isRecord(server)) throw new ExtensionError(`${file} must export an object with the parts of a plugin.`)
  const record = (part: string) => (isRecord(server[part]) ? server[part] : {})
  const { register, bootstrap } = server
  return {
    name,
    file,
    config: configOf(server['config'], own),
    services: created(record('services'), strapi),
    controllers: created(record('controllers'), strapi),
    policies: record('policies'),
    middlewares: record('middlewares'),
    routes: routesOf(name, file, server['routes'], record('policies'), record('middlewares')),
    contentTypes: Object.keys(record('contentTypes')),
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

/**
 * Returns services or controllers by name. Each is created when it is first read, because it may read others.
 */
function created(factories: Values, strapi: ExtensionHost): Values {
  const known = new Map<string, unknown>()
  const parts = {}
  for (const [name, factory] of Object.entries(factories)) {
    const get = () => {
      if (!known.has(name)) known.set(name, typeof factory === 'function' ? factory({ strapi }) : factory)
      return known.get(name)
    }
    Object.defineProperty(parts, name, { get, enumerable: true })
  }
  return parts
}

/** Returns the routes of the content API. Other routes are for the admin panel, which doesn't exist here. */
function routesOf(plugin: string, file: string, routes: unknown, policies: Values, middlewares: Values): FoundRoute[] {
  if (!isRecord(routes)) return []
  return Object.values(routes).flatMap((router): FoundRoute[] => {
    if (!isRecord(router) || router['type'] !== 'content-api') return []
    const found = routesOfFile({ api: '', file, code: { prefix: `/${plugin}`, ...router } })
    // Content types of plugins have no generated routes.
    return found.flatMap((each) =>
      'router' in each
        ? []
        : [{ api: null, file, definition: ofPlugin(plugin, each.definition, policies, middlewares) }],
    )
  })
}

/** Completes the names of a route: `one.find` becomes `plugin::shop.one.find`. */
function ofPlugin(plugin: string, definition: unknown, policies: Values, middlewares: Values): unknown {
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
