import { join } from 'node:path'
import type { DatabaseQuery } from './database-query.js'
import type { ExtensionInput } from './extension-input.js'
import { MissingPart } from './extension-error.js'
import type { EntityService } from './entity-service.js'
import { guarded, missing } from './guarded.js'
import type { Subscriber } from './hook-input.js'
import { returnTypes } from './return-types.js'
import type { RouteInput } from './route-input.js'
import type { TypeShadow } from './shadow-crud.js'
import type { StrapiConfig } from './strapi-config.js'
import type { StrapiModels } from './strapi-models.js'

/** How the generated schema is changed (specification §4.6). */
export interface ExtensionService {
  /** @throws ExtensionError for a uid that doesn't exist */
  readonly shadowCRUD: (uid: string) => TypeShadow
  /** @throws ExtensionError for what is no extension */
  readonly use: (extension: ExtensionInput) => ExtensionService
}

/** What a project says before it is served, as `register` and `bootstrap` in `src/index.js` of Strapi 4. */
export type Register = (tools: { readonly strapi: ExtensionHost }) => unknown

/** The services of GraphQL that a project works with. */
export interface GraphqlPlugin {
  service(name: 'extension'): ExtensionService
  service(name: 'format'): { readonly returnTypes: typeof returnTypes }
  // Its resolvers are of whatever type the project has them for.
  // oxlint-disable-next-line typescript/no-explicit-any
  service(name: 'builders'): any
  /** A value of `graphql.config`. */
  config(path: string, otherwise?: unknown): unknown
}

/** What a project is given as `strapi`: as much of a Strapi 4 application as its code needs. */
export interface ExtensionHost extends HostServices, StrapiModels {
  plugin(name: 'graphql'): GraphqlPlugin
  readonly config: StrapiConfig
  readonly log: Readonly<Record<'debug' | 'info' | 'warn' | 'error', (...text: readonly unknown[]) => void>>
  /** What the project's code puts there for itself, by names of its own. */
  // oxlint-disable-next-line typescript/no-explicit-any
  [name: string]: any
}

/** What code of a project works with beside the extension service, by the names that Strapi 4 has for it. */
export interface HostServices {
  /** With every permission. */
  readonly entityService: EntityService
  /**
   * A service of the project, `api::city.city` for `src/api/city/services/city`, or one of GraphQL, `plugin::graphql.format`.
   * @throws ExtensionError
   */
  // Whatever the project wrote.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly service: (uid: string) => any
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly services: Readonly<Record<string, any>>
  /** Entries of a content type as the database has them. @throws ExtensionError */
  readonly query: (uid: string) => DatabaseQuery
  readonly db: {
    readonly query: (uid: string) => DatabaseQuery
    readonly lifecycles: {
      /** Gives what ends the subscription. @throws ExtensionError for hooks and content types that don't exist */
      subscribe(subscriber: Subscriber): () => void
    }
  }
  readonly server: {
    /** Adds routes; only in `register`. @throws ExtensionError */
    routes(routes: readonly RouteInput[] | { readonly routes: readonly RouteInput[] }): void
  }
}

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
  readonly services: Omit<HostServices, 'entityService' | 'services' | 'query'> &
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
  const { db, server, entityService, service: serviceOf } = services
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
