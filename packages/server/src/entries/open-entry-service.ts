import { createRegistry } from '@content-api/model'
import { describeLimitedPattern, preparePatterns } from '@content-api/engine/attributes'
import { type Database, openDatabase, traceCost } from '@content-api/engine/database'
import { readImportedSettings } from '@content-api/engine/project-store'
import { reportRequired, syncSchema } from '@content-api/engine/schema'
import { exportEntries, importEntries, type Lines, seedDatabase } from '@content-api/migrate/entries'
import { rejectFixedAccounts } from '@content-api/capabilities/accounts/fixed-accounts'
import { install as installAccounts } from '@content-api/capabilities/accounts/install'
import { openOwnStore } from '@content-api/capabilities/accounts/own-store'
import { requireProfiles } from '@content-api/capabilities/accounts/providers/sign-in-flow'
import { Closers } from '@content-api/core/composition/closers'
import { GrantableActions } from '@content-api/core/composition/grantable-actions'
import type { Service } from '@content-api/core/composition/service'
import { loadProjectConfig } from '@content-api/project-files/load-config'
import type { Config } from '@content-api/core/config/schema'
import { shareOf } from '@content-api/core/config/share'
import { type Entries, type EntriesOptions, createEntries } from '@content-api/core/entries/entries'
import { ContentEvents } from '@content-api/core/entries/events'
import { createHooks } from '@content-api/core/entries/hooks/hook'
import { mayUse } from '@content-api/strapi-project/code/routes/project-routes'
import type { Caller } from '@content-api/core/entries/caller'
import type { OnMistake } from '@content-api/core/errors/extension-error'
import { describeCollidingValues } from '@content-api/interfaces/graphql/enum-values'
import { graphqlOnDemand } from '@content-api/interfaces/graphql/on-demand'
import { identifyRequests } from '../http/identify-requests.js'
import { logFailures } from '@content-api/core/transport/log-failures'
import { createPlayground } from '../http/playground-page.js'
import { checkEndpoint, type ContentRoutes } from '../http/handle-requests.js'
import { install as installLocales } from '@content-api/capabilities/i18n/install'
import { logOptions, openLogger } from '@content-api/core/log/logger'
import { install as installMail } from '@content-api/capabilities/mail/install'
import { install as installOpenApi } from '@content-api/interfaces/openapi/install'
import { createRestHandler } from '@content-api/interfaces/rest/handler'
import { OutboxSignal } from '@content-api/core/outbox/outbox-signal'
import { createRecorder } from '@content-api/core/outbox/recorder'
import { planningOf } from '@content-api/core/query/plan-settings'
import { actionsOf } from '@content-api/interfaces/rest/action-endpoints'
import { checkConfigFiles, summarised } from '@content-api/strapi-project/code/checks/check-config'
import { printed } from '@content-api/strapi-project/code/checks/finding'
import { provideGlobal, runWithoutHost } from '@content-api/strapi-project/code/host/current-host'
import { type ProjectModel, loadModel, withConfig } from '@content-api/strapi-project/code/loading/load-model'
import { strapi4 } from '@content-api/strapi-project/code/generations/strapi-4'
import { registerProject } from '@content-api/strapi-project/code/register-project'
import { projectExtension } from '@content-api/strapi-project/graphql/open-extension'
import { withState } from '@content-api/strapi-project/koa/context-request'
import { openTelemetry } from '@content-api/core/telemetry/telemetry'
import { openOwnRecords } from '@content-api/capabilities/uploads/own-records'
import { install as installUploads } from '@content-api/capabilities/uploads/install'
import type { ContentApiOptions, ContentTransfer } from '../content-api.js'
import { contentStoreOf } from '../migration.js'
import {
  accountsOfCode,
  type Install,
  installDelivery,
  isProduction,
  observerOf,
  openCapabilities,
  type OpenService,
  positionsOf,
} from '../open-service.js'
import { version } from '../own-package.js'

/** A service whose content is in the tables of this server. */
export interface EntryService extends OpenService<Database['layout']> {
  readonly entries: Entries
}

/**
 * Opens a service with its content in tables of its own. If a phase fails, it closes what is open.
 * @param onMistake receives each mistake in the code of the project, instead of an error for the first one
 * @throws ModelError, ConfigError with every mistake
 * @throws ExtensionError, ProjectFault for a mistake in the code of the project or the program
 * @throws Error when the database can't be opened or the start would lose data
 */
export function openEntryService(options: ContentApiOptions, onMistake?: OnMistake): Promise<EntryService> {
  const closers = new Closers()
  return closers.closeOnFailure(async () => {
    // First what needs no database, so that a mistake in a file changes no data.
    const configuration = await readConfiguration(options, closers)
    // Updates the tables to the schemas before anything reads them.
    const service = await openEngine(configuration, options, closers)
    const { capabilities, install } = openCapabilities(closers)
    // Before the project, whose code uses mail, accounts and files.
    const parts = { ...service, ...(await installCapabilities(service, install)), capabilities }
    // Its code adds hooks, routes and actions to all of them.
    const registered = await openProject(parts, configuration, options, onMistake)
    // Last, because it lists the routes of the project.
    const { project, identify } = registered
    const routesFor = (caller: Caller) => project.routes.filter((route) => mayUse(route, caller))
    install(installOpenApi({ ...service, identify, version, project, routesFor }))
    const opened = { ...parts, ...registered, closers }
    return {
      ...opened,
      // Loaded with its first request.
      graphql: graphqlOnDemand({ ...opened, extension: projectExtension(opened), createPlayground }),
      routes: routesOf(opened),
      transfer: transferOf(opened),
      notes: () => Promise.resolve([]),
    }
  })
}

type Configuration = Awaited<ReturnType<typeof readConfiguration>>

async function readConfiguration(options: ContentApiOptions, closers: Closers) {
  const { project: folder, config: own, database, development = false, workers } = options
  const overrides = { ...own, ...(database === undefined ? {} : { database }) }
  const production = isProduction(options)
  // Tests open pages of `localhost`, like development.
  const origins = { production: production && process.env['NODE_ENV'] !== 'test' }
  const loadedConfig = await loadProjectConfig({ project: folder, overrides, development, ...origins })
  const config = shareOf(loadedConfig.config, workers)
  // Providers of Strapi may use the global `strapi`.
  if ([config.upload.provider, config.mail.provider].some((named) => typeof named === 'string')) provideGlobal()
  const { registry, source } = await readSchemas(options, config)
  checkEndpoint(config)
  rejectFixedAccounts(config, options)
  const telemetry = await openTelemetry(config, development)
  // Before the parts that write to the log.
  const logger = openLogger({
    ...logOptions(config.log, options.logRequests ?? false),
    isShared: workers !== undefined,
  })
  closers.add(() => logger.flush())
  if (folder !== undefined) {
    const findings = checkConfigFiles(folder, loadedConfig.warnings, config.doctor.allow)
    for (const line of summarised(findings)) logger.warn(line)
  }
  const log = options.log ?? logFailures(logger)
  return {
    folder,
    development,
    production,
    isCommand: options.bootstrap === false,
    runWithoutHost,
    loadFile: source === undefined ? null : async (file: string) => (await source.code.load(file)).code,
    config,
    loadedConfig,
    registry,
    source,
    telemetry,
    logger,
    log,
  }
}

async function readSchemas(
  { project, contentTypes, components, ...options }: ContentApiOptions,
  config: Config,
): Promise<Pick<ProjectModel, 'registry'> & Partial<ProjectModel>> {
  const { customFields, pluginTypes, privateAttributes } = options
  const own = {
    ...(customFields && { customFields }),
    ...(pluginTypes && { pluginTypes }),
    ...(privateAttributes && { privateAttributes }),
  }
  if (project === undefined) {
    if (contentTypes === undefined) throw new TypeError('createContentApi needs "project" or "contentTypes".')
    const sources = { contentTypes, ...(components && { components }) }
    return { registry: createRegistry({ ...sources, ...withConfig(config, own) }) }
  }
  if (contentTypes || components) {
    throw new TypeError('createContentApi takes either "project" or "contentTypes" and "components", not both.')
  }
  return loadModel(project, config, own)
}

/** Opens the database, reads the settings that an import stored in it, and updates its tables. */
async function openEngine(
  { config: preliminary, source: _, ...configuration }: Configuration,
  options: ContentApiOptions,
  closers: Closers,
): Promise<Service> {
  const { registry, loadedConfig, telemetry, logger } = configuration
  const database = await openDatabase({
    registry,
    connection: preliminary.database,
    limits: preliminary.limits,
    observer: observerOf(preliminary, { telemetry, logger }),
    report: (message) => logger.warn(message),
    ...(configuration.development && { hint: (message: string) => logger.info(message) }),
  })
  closers.add(() => database.close())
  const stored = await readImportedSettings(database)
  const config = stored === null ? preliminary : shareOf(loadedConfig.withStored(stored), options.workers)
  const outbox = new OutboxSignal(database, config.database)
  closers.add(() => outbox.close())
  const report = (name: string, error: unknown) => logger.error(`A listener of the event ${name} failed`, { error })
  const events = new ContentEvents(report, createRecorder(config, outbox))
  const { required } = await syncSchema(database, { ...options, defaultLocale: config.i18n.defaultLocale })
  for (const { file, path, message } of registry.warnings) logger.warn(`${file}: ${path} ${message}`)
  for (const message of config.graphql.enabled ? describeCollidingValues(registry) : []) logger.warn(message)
  reportRequired(required, logger)
  for (const attribute of await preparePatterns(registry)) logger.warn(describeLimitedPattern(attribute))
  return {
    ...configuration,
    config,
    // After the settings of an import, which may have permissions.
    open: isOpen(config),
    database,
    planning: planningOf(config),
    hooks: {
      hooks: createHooks(),
      events,
      hookMilliseconds: config.limits.hookMilliseconds,
      meter: telemetry.meter,
      report: (message) => logger.warn(message),
    },
    events,
    outbox,
    grantable: new GrantableActions(),
  }
}

/** Opens the parts of the service that have folders of their own. A new one is a line here. */
async function installCapabilities(service: Service, install: Install) {
  const { provider, mails } = install(await installMail(service))
  // After mail, which confirms addresses and resets passwords.
  const accounts = install(await installAccounts(service, { mail: provider, openStore: openOwnStore }))
  const { rules, checks } = accounts.store
  const { uploads } = install(await installUploads(service, { checks, openRecords: openOwnRecords }))
  install(installLocales(service))
  return { mails, ...accountsOfCode(accounts), rules, uploads, ...(await installDelivery(service, accounts, install)) }
}

type Capabilities = Awaited<ReturnType<typeof installCapabilities>>

/** Registers the code of the project, checks permissions, and creates the function that identifies callers. */
async function openProject(
  service: Service & Capabilities & Pick<EntryService, 'capabilities'>,
  { source }: Configuration,
  options: ContentApiOptions,
  onMistake: OnMistake | undefined,
) {
  const { registry, config, database, logger, planning, hooks, grantable } = service
  const { accounts, signIn, actAs, uploads, rules, runAction, capabilities } = service
  const { meter } = service.telemetry
  const warn = (message: string) => logger.warn(message)
  // Before the project, because its code reads and writes entries.
  const entries = createEntries({ database, ...planning, hooks, rules, warn, meter, ...costsOf(service) })
  const project = await registerProject({
    ...options,
    project: options.project,
    source,
    registry,
    content: { database, accounts, signIn, uploads, runAction, ...hooks },
    generation: strapi4({ entries, database, epochs: accounts.scope.epochs }),
    config,
    logger,
    onMistake,
  })
  for (const finding of project.findings) logger.warn(printed(finding))
  grantable.add(project.actions)
  for (const { actions = {} } of capabilities) grantable.add(actionsOf(actions))
  // Now all actions are known, which permissions may name.
  await accounts.prepare()
  requireProfiles(signIn, service.loadedConfig.isChosen('auth.providers'), logger)
  const positions = positionsOf(service, accounts)
  const identification = { config, accounts, actAs, positions, withState: project.hasCode ? withState : null }
  return { entries, project, positions, identify: identifyRequests(identification) }
}

/** The part of `limits.queryCost` from which development logs the cost of a read. The explorer shows all costs. */
const loggedPart = 0.1

/** Logs the estimated cost of expensive reads in development, and records all for the trace of the request. */
function costsOf({ development, logger, config }: Service): Pick<EntriesOptions, 'reportCost'> {
  if (!development) return {}
  const limit = config.limits.queryCost
  return {
    reportCost: ({ type }, { total, most }) => {
      const level = total >= limit * loggedPart ? 'info' : 'debug'
      const message = `query cost ${total} (${type.uid}), limits.queryCost is ${limit}`
      logger[level](message, { cost: total, mostExpensive: most.part })
      traceCost(total)
    },
  }
}

function routesOf(service: Pick<EntryService, 'registry' | 'entries' | 'uploads' | 'project' | 'config' | 'identify'>) {
  const { registry, entries, uploads, project, config, identify } = service
  const { prefix, strictParams: strict } = config.api.rest
  const shared = { prefix, limits: config.limits, strict, identify }
  return {
    handlers: [createRestHandler({ registry, entries, uploads, removed: project.removedActions, ...shared })],
    around: null,
    acceptedHeaders: [],
    documents: null,
  } satisfies ContentRoutes
}

function transferOf(
  service: Pick<EntryService, 'database' | 'config' | 'loadedConfig' | 'events' | 'accounts' | 'uploads' | 'logger'>,
): ContentTransfer {
  const { database, logger } = service
  const store = contentStoreOf(service)
  return {
    store: () => store,
    importEntries: (lines, importing) => importEntries(store, lines as Lines, importing),
    exportEntries: (write, exporting) => exportEntries(database, write, exporting),
    seed: (from) => seedDatabase(store, { from, log: (message) => logger.info(message) }),
  }
}

const isOpen = ({ permissions }: Config) => permissions === undefined
