import type { Registry } from '@content-api/model'
import type { TokenEpochs } from '../../../accounts/jwt.js'
import type { Config } from '../../../config/schema.js'
import type { Caller } from '../../../entries/caller.js'
import type { Entries } from '../../../entries/entries.js'
import type { ContentEvents } from '../../../entries/events.js'
import type { Hooks } from '../../../entries/hooks/hook.js'
import type { ApiMethods } from '../routes/api-methods.js'
import { accountSettings, projectStore } from './project-store.js'
import type { Accounts } from '../../../accounts/accounts.js'
import { localeQuery, localeType, permissionQuery, permissionType } from '../entity-service/listed-query.js'
import { createDatabaseQuery, type DatabaseQuery, entityManager } from '../entity-service/database-query.js'
import { type EntityServiceOptions, projectEntries } from '../entity-service/entity-service.js'
import { type AroundHooks, hookedEntityService } from '../lifecycles/around-hooks.js'
import { subscribe } from '../lifecycles/project-hooks.js'
import type { ContentSanitizers } from '../entity-service/content-sanitize.js'
import { ExtensionError } from '../../../errors/extension-error.js'
import { createExtensionHost } from './extension-host.js'
import type { ExtensionHost, ExtensionService, ExtensionInput } from '../project-types.js'
import { checkParts } from '../check-extension.js'
import { guarded, missing } from './guarded.js'
import { type ServerAdditions, hostServer } from './host-server.js'
import type { ShadowSwitches } from '../plugins/shadow-crud.js'
import type { Database } from '@content-api/engine/database'
import type { Logger } from '../../../log/logger.js'
import { createCron, systemClock } from './cron-service.js'
import { runAs } from './current-host.js'
import { createEventHub } from '../lifecycles/event-hub.js'
import type { Uploads } from '../../../uploads/uploads.js'
import { graphqlBuilders } from '../plugins/graphql-builders.js'
import type { PluginServices } from '../plugins/plugin-services.js'
import type { ProjectPlugin } from '../plugins/project-plugin.js'
import { projectTransaction } from '../entity-service/project-transaction.js'
import { withWrittenFiles } from '../entity-service/written-files.js'
import { asStrapiEntityService } from '../entity-service/strapi-entity-service.js'
import { strapiConfig } from './strapi-config.js'
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
  readonly content: { readonly entries: Entries; readonly database: Database; readonly epochs: TokenEpochs } | undefined
  readonly plugins: PluginServices
  /** @throws ExtensionError before the service is open */
  readonly accounts: () => Accounts
  /** @throws ExtensionError before the service is open */
  readonly uploads: () => Uploads
  /** Returns a plugin of the project by name. */
  readonly projectPlugin: (name: string) => ProjectPlugin | undefined
  readonly logger: Logger
  readonly around: AroundHooks
  readonly sanitizers: ContentSanitizers
  readonly services: () => Pick<ApiMethods, 'get' | 'keys'>
  readonly controllers: () => ApiMethods
  /** Reports something that has no effect, with the place of the code that is running. */
  readonly warn: (message: string) => void
}

/** Creates the object `strapi` for project code. */
export function openHost(options: OpenHostOptions): ExtensionHost {
  const { project, registry, config, ownConfig, shadow, extensions, additions, hooks, events, content } = options
  const { around, sanitizers, services, controllers, plugins, projectPlugin, accounts, uploads, logger, warn } = options
  const database = () => {
    if (!content) throw new ExtensionError('Content is not available, because this command runs without a database.')
    return content.database
  }
  const extension: ExtensionService = {
    shadowCRUD: (uid) => shadow.shadowCRUD(uid),
    use(added) {
      if (typeof added !== 'function') checkParts(added)
      extensions.push(added)
      return extension
    },
  }
  const plainEntriesOf = (options: EntityServiceOptions) => {
    if (!content) throw new ExtensionError('Content is not available, because this command runs without a database.')
    return projectEntries(registry, content, options)
  }
  const entriesOf = (caller?: Caller) =>
    withWrittenFiles(
      hookedEntityService(registry, plainEntriesOf({ caller }), around, caller),
      registry,
      uploads,
      caller,
    )
  const listed: Readonly<Record<string, () => DatabaseQuery>> = {
    [permissionType]: () => permissionQuery(database, accounts),
    [localeType]: () => localeQuery(database, config),
  }
  const query = (uid: string) => {
    const ofList = Object.hasOwn(listed, uid) ? listed[uid] : undefined
    if (ofList) return guarded(`strapi.db.query('${uid}')`, ofList())
    const type = registry.contentTypes.get(uid)
    if (!type) throw missing('The content type', uid, [...registry.contentTypes.keys()])
    return guarded(
      `strapi.db.query('${uid}')`,
      createDatabaseQuery(registry, plainEntriesOf({ unvalidated: true }), type, around),
    )
  }
  const run = (work: () => unknown) => runAs(strapi, work)
  const { hub, listener } = createEventHub(run, (name, error) =>
    logger.error(`A listener of the event ${name} failed`, { error }),
  )
  events.listen(listener)
  const cron = createCron({
    clock: systemClock,
    run,
    tools: () => ({ strapi }),
    warn: (message) => logger.warn(message),
    report: (message, error) => logger.error(message, { error }),
  })
  const models = strapiModels(registry, sanitizers)
  const strapi: ExtensionHost = createExtensionHost({
    logger,
    cron,
    eventHub: hub,
    extension,
    builders: graphqlBuilders({ registry, config, entriesOf }),
    models,
    apis: () => projectApis(models, services(), controllers()),
    config: strapiConfig(config, ownConfig, (name) => projectPlugin(name)?.config),
    plugins,
    projectPlugin,
    folder: project,
    services: {
      ...(content && { entityService: asStrapiEntityService(entriesOf(), registry) }),
      service(uid) {
        const known = services()
        const methods = known.get(uid)
        if (!methods) throw missing('The service', uid, [...known.keys()])
        // Untyped, because project code defines the functions.
        return methods as never
      },
      controller(uid) {
        const known = controllers()
        const methods = known.get(uid)
        if (!methods) throw missing('The controller', uid, [...known.keys()])
        return methods as never
      },
      db: {
        query,
        entityManager: entityManager(query),
        transaction: projectTransaction(database, config.limits.hookMilliseconds),
        lifecycles: { subscribe: (subscriber) => subscribe(hooks, { registry, strapi, warn }, subscriber) },
      },
      store: projectStore(database, accountSettings(config)),
      server: hostServer(additions),
    },
  })
  return strapi
}

interface ProjectApi {
  readonly contentTypes: Readonly<Record<string, unknown>>
  readonly services: Readonly<Record<string, unknown>>
  readonly controllers: Readonly<Record<string, unknown>>
}

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
