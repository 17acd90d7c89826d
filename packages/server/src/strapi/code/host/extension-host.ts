import { join } from 'node:path'
import type { Logger, LogLevel } from '../../../log/logger.js'
import type { CronService } from './cron-service.js'
import { currentContext } from './current-host.js'
import type { EventHub } from '../lifecycles/event-hub.js'
import { guarded, missing } from './guarded.js'
import { returnTypes } from '../plugins/return-types.js'
import type { StrapiConfig } from './strapi-config.js'
import type { PluginServices } from '../plugins/plugin-services.js'
import type { ProjectPlugin } from '../plugins/project-plugin.js'
import { sanitize, strapiUtils, validate } from '../strapi-utils/strapi-utils.js'
import type { StrapiModels } from './strapi-models.js'
import type { ExtensionHost, ExtensionService, HostServices } from '../project-types.js'
import { ExtensionError, MissingPart } from '../../../errors/extension-error.js'
import { inspect } from 'node:util'

const graphqlServices = 'plugin::graphql.'

/** The parts of the host. Some are missing if the project is only checked, without a database. */
interface HostParts {
  readonly extension: ExtensionService
  readonly builders: object
  readonly services: Omit<HostServices, 'entityService' | 'services' | 'controllers' | 'query'> &
    Partial<Pick<HostServices, 'entityService'>>
  readonly models: StrapiModels
  readonly config: StrapiConfig
  readonly plugins: PluginServices
  /** Returns a plugin of the project by name. */
  readonly projectPlugin: (name: string) => ProjectPlugin | undefined
  /** The project folder; undefined without a project. */
  readonly folder: string | undefined
  readonly logger: Logger
  readonly cron: CronService
  readonly eventHub: EventHub
  /** Returns the parts of each folder of `src/api`. */
  readonly apis: () => object
}

export function createExtensionHost({
  extension,
  builders,
  services,
  models,
  config,
  plugins,
  projectPlugin,
  folder,
  logger,
  cron,
  eventHub,
  apis,
}: HostParts): ExtensionHost {
  const ofGraphql: Readonly<Record<string, unknown>> = {
    extension,
    format: guarded("strapi.plugin('graphql').service('format')", {
      returnTypes: guarded('returnTypes', returnTypes),
    }),
    builders,
  }
  const graphqlService = (name: string): unknown => {
    if (!Object.hasOwn(ofGraphql, name))
      throw missing('The service of the plugin graphql', name, Object.keys(ofGraphql))
    return ofGraphql[name]
  }
  const graphql = guarded("strapi.plugin('graphql')", {
    service: graphqlService,
    services: guarded("strapi.plugin('graphql').services", ofGraphql),
    config: (path: string, otherwise?: unknown): unknown => config.get(`plugin.graphql.${path}`, otherwise),
  })
  const ofPlugins = Object.fromEntries(
    Object.entries(plugins).map(([name, parts]) => [name, pluginOf(name, parts, config)]),
  )
  const all: Readonly<Record<string, object>> = { graphql, ...ofPlugins }
  const plugin = (name: string) => {
    const own = projectPlugin(name)
    if (own) return hostPlugin(own, config, models)
    if (!Object.hasOwn(all, name)) throw missing('The plugin', name, Object.keys(all))
    return all[name]
  }
  const { db, server, entityService, controller, service: serviceOf } = services
  const service = (uid: string): unknown => {
    if (uid.startsWith(graphqlServices)) return graphqlService(uid.slice(graphqlServices.length))
    const [, name = '', part = ''] = /^plugin::([\w-]+)\.([\w-]+)$/.exec(uid) ?? []
    return name === '' ? serviceOf(uid) : (plugin(name) as { service(part: string): unknown }).service(part)
  }
  const host = guarded('strapi', {
    plugin,
    plugins: byName(plugin),
    // The schemas have their types already: the model reads these calls in the source.
    customFields: guarded('strapi.customFields', { register: () => {} }),
    log: guarded('strapi.log', projectLog(logger)),
    cron: guarded('strapi.cron', cron),
    eventHub: guarded('strapi.eventHub', eventHub),
    ...(entityService && { entityService: guarded('strapi.entityService', entityService) }),
    ...models,
    config,
    ...(folder !== undefined && { dirs: directoriesOf(folder) }),
    service,
    services: byName(service),
    controller,
    controllers: byName(controller),
    get api() {
      return apis()
    },
    db: guarded('strapi.db', db),
    query: db.query,
    server: guarded('strapi.server', server),
    store: services.store,
    requestContext: guarded('strapi.requestContext', { get: currentContext }),
    fetch: globalThis.fetch,
    utils: strapiUtils,
    contentAPI: guarded('strapi.contentAPI', { sanitize, validate }),
    admin: hostAdmin(config),
    container: guarded(
      'strapi.container',
      hostContainer(() => host),
    ),
  }) as unknown as ExtensionHost
  return host
}

/** Returns a plugin with its supported services. */
function pluginOf(name: string, services: Readonly<Record<string, object>>, config: StrapiConfig): object {
  const place = `strapi.plugin('${name}')`
  return guarded(place, {
    service(part: string): object {
      const found = Object.hasOwn(services, part) ? services[part] : undefined
      if (!found) throw missing(`The service of the plugin ${name}`, part, Object.keys(services))
      return found
    },
    services: guarded(`${place}.services`, services),
    config: (path: string, otherwise?: unknown): unknown => config.get(`plugin.${name}.${path}`, otherwise),
  })
}

/** Returns an object that finds its members on access. */
function byName(find: (name: string) => unknown): object {
  return new Proxy(
    {},
    { get: (_target, name) => (typeof name === 'string' && name !== 'then' ? find(name) : undefined) },
  )
}

/** Returns the folders of a project, as in Strapi 4. */
function directoriesOf(root: string): object {
  const source = join(root, 'src')
  const inSource = ['api', 'components', 'extensions', 'middlewares', 'policies'].map((name) => [
    name,
    join(source, name),
  ])
  const app = { root, src: source, config: join(root, 'config'), ...Object.fromEntries(inSource) }
  return guarded('strapi.dirs', {
    app: guarded('strapi.dirs.app', app),
    static: guarded('strapi.dirs.static', { public: join(root, 'public') }),
  })
}

const ignored = async () => {}

/**
 * Creates `strapi.admin`: the values of `config/admin`, and the service with which plugins register the
 * actions of their pages in the admin panel. There is no admin panel, so the actions have no effect.
 */
function hostAdmin(config: StrapiConfig): object {
  const place = 'strapi.admin.services'
  const actionProvider = guarded(`${place}.permission.actionProvider`, { register: ignored, registerMany: ignored })
  const permission = guarded(`${place}.permission`, { actionProvider })
  return guarded('strapi.admin', {
    get config() {
      return config.get('admin', {}) as unknown
    },
    services: guarded(place, { permission }),
  })
}

/** The registry of a project's own parts, as in Strapi 4. The parts of Strapi are not in it. */
export interface HostContainer {
  /** @throws ExtensionError for a name that is registered already */
  register(name: string, resolver: unknown): HostContainer
  /**
   * Returns the part. A function is called once, and its result is the part.
   * @throws MissingPart for an unknown name
   */
  get(name: string, options?: unknown): unknown
  extend(): HostContainer
}

/** @param strapi returns the object that resolvers get */
function hostContainer(strapi: () => object): HostContainer {
  const registered = new Map<string, unknown>()
  const resolved = new Map<string, unknown>()
  const container: HostContainer = {
    register(name, resolver) {
      if (registered.has(name)) throw new ExtensionError(`strapi.container has "${name}" already. Choose another name.`)
      registered.set(name, resolver)
      return container
    },
    get(name, options) {
      if (!registered.has(name)) {
        const names = [...registered.keys()].join(', ')
        const known = names === '' ? 'Nothing is registered.' : `Registered are: ${names}.`
        throw new MissingPart(`strapi.container.get('${name}') does not exist here. ${known}`)
      }
      if (!resolved.has(name)) {
        const resolver = registered.get(name)
        const isFunction = typeof resolver === 'function'
        resolved.set(name, isFunction ? (resolver({ strapi: strapi() }, options) as unknown) : resolver)
      }
      return resolved.get(name)
    },
    extend: () => container,
  }
  return container
}

/** Returns a plugin of the project as `strapi.plugin(name)` returns it. */
function hostPlugin(plugin: ProjectPlugin, config: StrapiConfig, { contentTypes }: StrapiModels): object {
  const { name, services, controllers, policies, middlewares } = plugin
  const find = (what: string, parts: Readonly<Record<string, unknown>>) => (part: string) => {
    if (!Object.hasOwn(parts, part)) throw missing(`The ${what} of the plugin ${name}`, part, Object.keys(parts))
    return parts[part]
  }
  const own = `plugin::${name}.`
  const types = Object.fromEntries(
    Object.entries(contentTypes).flatMap(([uid, type]) => (uid.startsWith(own) ? [[uid.slice(own.length), type]] : [])),
  )
  return {
    services,
    controllers,
    policies,
    middlewares,
    service: find('service', services),
    controller: find('controller', controllers),
    policy: find('policy', policies),
    middleware: find('middleware', middlewares),
    contentTypes: types,
    contentType: find('content type', types),
    config: (path: string, otherwise?: unknown): unknown => config.get(`plugin.${name}.${path}`, otherwise),
  }
}

/** The levels of Strapi 4, with those of the log. */
const levels = {
  silly: 'debug',
  debug: 'debug',
  verbose: 'debug',
  http: 'debug',
  info: 'info',
  warn: 'warn',
  error: 'error',
} as const satisfies Readonly<Record<string, LogLevel>>

/** Creates `strapi.log`, which writes to the log of the service. */
function projectLog(logger: Logger): ExtensionHost['log'] {
  const entries = Object.entries(levels).map(([name, level]) => [
    name,
    (...values: readonly unknown[]) => {
      if (!logger.isEnabled(level)) return
      const error = values.find((value) => value instanceof Error)
      logger[level](values.map(textOf).join(' '), error ? { error } : {})
    },
  ])
  return Object.fromEntries(entries) as ExtensionHost['log']
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value instanceof Error ? value.message : inspect(value, { depth: 4, breakLength: Infinity })
}
