import { join, resolve } from 'node:path'
import { inspect } from 'node:util'
import type { Registry } from '@content-api/model'
import type { Config } from '@content-api/core/config/schema'
import type { Generation } from '../generations/generation.js'
import type { ContentEvents } from '@content-api/core/entries/events'
import type { Hooks } from '@content-api/core/entries/hooks/hook'
import type { ApiMethods, Services } from '../routes/api-methods.js'
import { accountSettings, projectStore } from './project-store.js'
import { entityManager } from '../entity-service/database-query.js'
import { subscribe } from '../lifecycles/project-hooks.js'
import { ExtensionError, MissingPart } from '@content-api/core/errors/extension-error'
import type { ExtensionHost, ExtensionService, ExtensionInput, Subscriber } from '../project-types.js'
import { checkParts, withFlatConfig } from '../check-extension.js'
import { placeInProject } from '../loading/code-location.js'
import type { AccountControllers } from '../plugins/account-extension.js'
import { byName, guarded, missing } from './guarded.js'
import { type ServerAdditions, hostServer } from './host-server.js'
import type { ShadowSwitches } from '../plugins/shadow-crud.js'
import type { Database } from '@content-api/engine/database'
import type { WritableLayout } from '@content-api/engine/layout'
import type { Logger, LogLevel } from '@content-api/core/log/logger'
import { createCron, systemClock } from './cron-service.js'
import { currentContext, runAs } from './current-host.js'
import { createEventHub } from '../lifecycles/event-hub.js'
import { graphqlBuilders } from '../plugins/graphql-builders.js'
import { returnTypes } from '../plugins/return-types.js'
import { sanitize, strapiUtils, validate } from '../strapi-utils/strapi-utils.js'
import type { PluginServices } from '../plugins/plugin-services.js'
import type { ProvidersRegistry } from '../plugins/providers-registry.js'
import type { ProjectPlugin } from '../plugins/project-plugin.js'
import { projectTransaction } from '../entity-service/project-transaction.js'
import { asStrapiEntityService } from '../entity-service/strapi-entity-service.js'
import { type StrapiConfig, strapiConfig } from './strapi-config.js'
import { hostAuth } from './host-auth.js'
import { entityValidator } from './entity-validator.js'
import { strapiModels, type StrapiModels } from './strapi-models.js'

interface OpenHostOptions {
  /** The folder of the project. */
  readonly project: string | undefined
  readonly registry: Registry
  readonly config: Config
  /** The values of the project's own files in `config/`, by file name. */
  readonly ownConfig: Readonly<Record<string, unknown>>
  readonly shadow: ShadowSwitches
  /** The host adds the project's extensions to this list. */
  readonly extensions: ExtensionInput[]
  readonly additions: ServerAdditions
  readonly hooks: Hooks
  readonly events: ContentEvents
  /** Absent if the project is only checked, without a database. */
  readonly content: { readonly database: Database<WritableLayout> } | undefined
  readonly generation: Generation
  readonly plugins: PluginServices
  readonly signInProviders: Pick<ProvidersRegistry, 'settings'>
  /** Returns a plugin of the project by name. */
  readonly projectPlugin: (name: string) => ProjectPlugin | undefined
  readonly logger: Logger
  /** The services and controllers of the project, which are read later. */
  readonly services: Services
  readonly controllers: ApiMethods
  /** The controllers of the plugin users-permissions. */
  readonly accountControllers: AccountControllers
  /** Reports something that has no effect, with the place of the code that is running. */
  readonly warn: (message: string) => void
}

/** Creates the object `strapi` for project code. */
export function openHost(options: OpenHostOptions): ExtensionHost {
  const { project, registry, config, ownConfig, additions, hooks, projectPlugin, logger, warn } = options
  const { content, generation } = options
  const database = databaseOf(content)
  const query = (uid: string) => generation.query(uid)
  const models = strapiModels(generation.visibleTypes, generation.sanitizers)
  const settings = strapiConfig(config, ownConfig, (name) => projectPlugin(name)?.config)
  const { plugin, service, controller } = hostParts(options, { models, settings })
  const run = (work: () => unknown) => runAs(strapi, work)
  const strapi: ExtensionHost = guarded('strapi', {
    plugin,
    plugins: byName(plugin),
    // The schemas have their types already: the model reads these calls in the source.
    customFields: guarded('strapi.customFields', { register: () => {} }),
    log: guarded('strapi.log', projectLog(logger)),
    cron: guarded(
      'strapi.cron',
      hostCron(logger, run, () => strapi),
    ),
    eventHub: guarded('strapi.eventHub', hostEvents(options, run)),
    ...(content && {
      entityService: guarded('strapi.entityService', asStrapiEntityService(generation.entriesOf(), registry)),
    }),
    entityValidator: guarded('strapi.entityValidator', entityValidator),
    auth: guarded('strapi.auth', hostAuth),
    ...models,
    config: settings,
    ...(project !== undefined && { dirs: directoriesOf(project) }),
    service,
    services: byName(service),
    controller,
    controllers: byName(controller),
    get api() {
      return projectApis(models, options.services, options.controllers)
    },
    db: guarded('strapi.db', {
      query,
      entityManager: entityManager(query),
      transaction: projectTransaction(database, config.limits.hookMilliseconds),
      lifecycles: {
        subscribe: (subscriber: Subscriber) =>
          subscribe(hooks, { registry, strapi, warn }, subscriber, placeOf(project, new Error('Subscribes'))),
      },
    }),
    query,
    server: guarded('strapi.server', hostServer(additions)),
    store: projectStore(
      generation.storedValues,
      accountSettings(config, () => options.signInProviders.settings()),
    ),
    requestContext: guarded('strapi.requestContext', { get: currentContext }),
    fetch: globalThis.fetch,
    utils: strapiUtils,
    contentAPI: guarded('strapi.contentAPI', { sanitize, validate }),
    admin: hostAdmin(settings),
    container: guarded(
      'strapi.container',
      hostContainer(() => strapi),
    ),
    ...generation.members,
  }) as unknown as ExtensionHost
  return strapi
}

/** Returns the place of a call in the code of the project. */
function placeOf(project: string | undefined, call: Error): string | undefined {
  return (project === undefined ? null : placeInProject(resolve(project), call)) ?? undefined
}

function databaseOf(content: OpenHostOptions['content']): () => Database<WritableLayout> {
  return () => {
    if (content) return content.database
    throw new ExtensionError('Content is not available, because this command runs without a database.')
  }
}

type Run = (work: () => unknown) => unknown

function hostEvents({ events, logger }: OpenHostOptions, run: Run) {
  const { hub, listener } = createEventHub(run, (name, error) =>
    logger.error(`A listener of the event ${name} failed`, { error }),
  )
  events.listen(listener)
  return hub
}

function hostCron(logger: Logger, run: Run, strapi: () => ExtensionHost) {
  return createCron({
    clock: systemClock,
    run,
    tools: () => ({ strapi: strapi() }),
    warn: (message) => logger.warn(message),
    report: (message, error) => logger.error(message, { error }),
  })
}

/** Creates the service `extension` of the plugin graphql. */
function graphqlExtension({ project, shadow, extensions, warn }: OpenHostOptions): ExtensionService {
  const extension: ExtensionService = {
    shadowCRUD: (uid) => shadow.shadowCRUD(uid),
    use(added) {
      const flat = project === undefined || typeof added === 'function' ? added : withFlatConfig(added, warn)
      if (typeof flat !== 'function') checkParts(flat)
      extensions.push(flat)
      return extension
    },
  }
  return extension
}

interface HostPartsOptions {
  readonly models: StrapiModels
  readonly settings: StrapiConfig
}

/** Creates the functions of `strapi` that return plugins, services and controllers by name. */
function hostParts(options: OpenHostOptions, { models, settings }: HostPartsOptions) {
  const { registry, config, generation, services, controllers, accountControllers, projectPlugin } = options
  const format = guarded("strapi.plugin('graphql').service('format')", {
    returnTypes: guarded('returnTypes', returnTypes),
  })
  const builders = graphqlBuilders({ registry, config, entriesOf: (caller) => generation.entriesOf(caller) })
  const graphql = { extension: graphqlExtension(options), format, builders }
  const builtIn = Object.fromEntries(
    Object.entries({ graphql, ...options.plugins }).map(([name, parts]) => [
      name,
      builtInPlugin(name, parts, settings, name === 'users-permissions' ? accountControllers : {}),
    ]),
  )
  const plugin = (name: string) => {
    const own = projectPlugin(name)
    if (own) return hostPlugin(own, settings, models)
    if (!Object.hasOwn(builtIn, name)) throw missing('The plugin', name, Object.keys(builtIn))
    return builtIn[name]
  }
  const service = (uid: string): unknown => {
    if (Object.hasOwn(generation.services, uid)) return generation.services[uid]
    const [, name = '', part = ''] = /^plugin::([\w-]+)\.([\w-]+)$/.exec(uid) ?? []
    if (name === '') return methodsOf('The service', services, uid)
    return (plugin(name) as { service(part: string): unknown }).service(part)
  }
  const controller = (uid: string) => {
    const [, name] = /^plugin::users-permissions\.(\w+)$/.exec(uid) ?? []
    const ofAccounts = name !== undefined && accountControllers[name]
    return ofAccounts || methodsOf('The controller', controllers, uid)
  }
  return { plugin, service, controller }
}

/** @throws ExtensionError or MissingPart for an unknown uid */
function methodsOf(what: string, known: Parts, uid: string): Readonly<Record<string, unknown>> {
  const methods = known.get(uid)
  if (!methods) throw missing(what, uid, [...known.keys()])
  return methods
}

type ProjectApi = Readonly<Record<'contentTypes' | 'services' | 'controllers', object>>

/** Parts by uid. Services are created when they are first read. */
type Parts = Pick<ApiMethods, 'get' | 'keys'>

/** Returns `strapi.api`: the parts of each folder of `src/api`, by their names. */
function projectApis(
  { contentTypes }: Pick<StrapiModels, 'contentTypes'>,
  services: Parts,
  controllers: Parts,
): Readonly<Record<string, ProjectApi>> {
  const apis = new Map<string, ProjectApi>()
  const add = (kind: keyof ProjectApi, uids: Iterable<string>, find: (uid: string) => unknown) => {
    for (const uid of uids) {
      const [, api = '', name = ''] = /^api::([\w-]+)\.([\w-]+)$/.exec(uid) ?? []
      if (api === '') continue
      const known = apis.get(api) ?? { contentTypes: {}, services: {}, controllers: {} }
      Object.defineProperty(known[kind], name, { get: () => find(uid), enumerable: true, configurable: true })
      apis.set(api, known)
    }
  }
  add('contentTypes', Object.keys(contentTypes), (uid) => contentTypes[uid])
  add('services', services.keys(), (uid) => services.get(uid))
  add('controllers', controllers.keys(), (uid) => controllers.get(uid))
  return Object.fromEntries([...apis].map(([api, parts]) => [api, guarded(`strapi.api['${api}']`, parts)]))
}

/** Returns a plugin of Strapi with its supported services and controllers. */
function builtInPlugin(
  name: string,
  services: Readonly<Record<string, object>>,
  config: StrapiConfig,
  controllers: AccountControllers,
): object {
  const place = `strapi.plugin('${name}')`
  return guarded(place, {
    service(part: string): object {
      const found = Object.hasOwn(services, part) ? services[part] : undefined
      if (!found) throw missing(`The service of the plugin ${name}`, part, Object.keys(services))
      return found
    },
    services: guarded(`${place}.services`, services),
    controller(part: string): object {
      const found = Object.hasOwn(controllers, part) ? controllers[part] : undefined
      if (!found) throw missing(`The controller of the plugin ${name}`, part, Object.keys(controllers))
      return found
    },
    controllers: guarded(`${place}.controllers`, controllers),
    config: (path: string, otherwise?: unknown): unknown => config.get(`plugin.${name}.${path}`, otherwise),
  })
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

/** The registry of a project's own parts, as in Strapi 4. Of the parts of Strapi it has `auth`. */
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
  const registered = new Map<string, unknown>([['auth', hostAuth]])
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
        throw new MissingPart(`strapi.container.get('${name}') does not exist here. Registered are: ${names}.`)
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
  const byLevel = Object.fromEntries(entries) as Omit<ExtensionHost['log'], 'log'>
  return { ...byLevel, log: (level, ...values) => byLevel[level as keyof typeof levels]?.(...values) }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value instanceof Error ? value.message : inspect(value, { depth: 4, breakLength: Infinity })
}
