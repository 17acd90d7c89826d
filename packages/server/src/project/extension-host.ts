import { join } from 'node:path'
import { MissingPart } from './extension-error.js'
import { guarded, missing } from './guarded.js'
import { returnTypes } from './return-types.js'
import type { StrapiConfig } from './strapi-config.js'
import type { StrapiModels } from './strapi-models.js'
import type { ExtensionHost, ExtensionService, HostServices } from './project-types.js'

const graphqlServices = 'plugin::graphql.'

/** What stands in place of the plugins of Strapi 4 that code may look for. */
const otherPlugins: Readonly<Record<string, string>> = {
  email: 'send mail with a library of your own',
  i18n: 'locales are in the configuration, entries are read with `locale`',
  upload: "files are entries of 'plugin::upload.file', read by strapi.entityService",
  'users-permissions': "users are entries of 'plugin::users-permissions.user', read by strapi.entityService",
}

/** What the host is made of; without content, where a project is only looked at, some of it is missing. */
export interface HostParts {
  readonly extension: ExtensionService
  readonly builders: object
  readonly services: Omit<HostServices, 'entityService' | 'services' | 'controllers' | 'query'> &
    Partial<Pick<HostServices, 'entityService'>>
  readonly models: StrapiModels
  readonly config: StrapiConfig
  /** Of the project; absent where there is none. */
  readonly folder: string | undefined
}

export function createExtensionHost({
  extension,
  builders,
  services,
  models,
  config,
  folder,
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
  const plugin = (name: string) => {
    if (name === 'graphql') return graphql
    if (!Object.hasOwn(otherPlugins, name)) throw missing('The plugin', name, ['graphql'])
    throw new MissingPart(`The plugin "${name}" has no services here. In their place: ${otherPlugins[name]}.`)
  }
  const log = Object.fromEntries(
    (['debug', 'info', 'warn', 'error'] as const).map((level) => [
      level,
      (...text: readonly unknown[]) => process.stderr.write(`${level}: ${text.map(String).join(' ')}\n`),
    ]),
  ) as unknown as ExtensionHost['log']
  const { db, server, entityService, controller, service: serviceOf } = services
  const service = (uid: string): unknown =>
    uid.startsWith(graphqlServices) ? graphqlService(uid.slice(graphqlServices.length)) : serviceOf(uid)
  return guarded('strapi', {
    plugin,
    plugins: byName(plugin),
    log: guarded('strapi.log', log),
    ...(entityService && { entityService: guarded('strapi.entityService', entityService) }),
    ...models,
    config: guarded('strapi.config', config),
    ...(folder !== undefined && { dirs: directoriesOf(folder) }),
    service,
    services: byName(service),
    controller,
    controllers: byName(controller),
    db: guarded('strapi.db', db),
    query: db.query,
    server: guarded('strapi.server', server),
  }) as unknown as ExtensionHost
}

/** Members of an object that are looked up when they are asked for. */
function byName(find: (name: string) => unknown): object {
  return new Proxy(
    {},
    { get: (_target, name) => (typeof name === 'string' && name !== 'then' ? find(name) : undefined) },
  )
}

/** The folders of a project, as in Strapi 4. */
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
