import { join } from 'node:path'
import type { Logger } from '../log/logger.js'
import type { CronService } from './cron-service.js'
import { currentContext } from './current-host.js'
import type { EventHub } from './event-hub.js'
import { hostAdmin } from './host-admin.js'
import { hostContainer } from './host-container.js'
import { guarded, missing } from './guarded.js'
import { returnTypes } from './return-types.js'
import type { StrapiConfig } from './strapi-config.js'
import { hostPlugin } from './host-plugin.js'
import type { PluginServices } from './plugin-services.js'
import { projectLog } from './project-log.js'
import type { ProjectPlugin } from './project-plugin.js'
import { sanitize, strapiUtils, validate } from './strapi-utils.js'
import type { StrapiModels } from './strapi-models.js'
import type { ExtensionHost, ExtensionService, HostServices } from './project-types.js'

const graphqlServices = 'plugin::graphql.'

/** The parts of the host. Some are missing if the project is only checked, without a database. */
export interface HostParts {
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
    admin: hostAdmin(),
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
