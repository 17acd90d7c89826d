import { createRegistry } from '@content-api/model'
import { describeLimitedPattern, preparePatterns } from '@content-api/engine/attributes'
import { filesOfDatabase, hasReplicas, isInMemory, openDatabase, traceCost } from '@content-api/engine/database'
import { readImportedSettings } from '@content-api/engine/project-store'
import { reportRequired, syncSchema } from '@content-api/engine/schema'
import { exportEntries, importEntries, seedDatabase } from '@content-api/migrate/entries'
import { createAdministration } from '@content-api/capabilities/accounts/administration'
import { ensureFixedAccounts, rejectFixedAccounts } from '@content-api/capabilities/accounts/fixed-accounts'
import { type ActAs, createActAs } from '@content-api/capabilities/accounts/act-as'
import { type AccountsCapability, install as installAccounts } from '@content-api/capabilities/accounts/install'
import { openOwnStore } from '@content-api/capabilities/accounts/own-store'
import { requireProfiles } from '@content-api/capabilities/accounts/providers/sign-in-flow'
import type { Capability } from '@content-api/core/composition/capability'
import { Closers } from '@content-api/core/composition/closers'
import { GrantableActions } from '@content-api/core/composition/grantable-actions'
import type { Service } from '@content-api/core/composition/service'
import { loadProjectConfig } from '@content-api/project-files/load-config'
import type { Config } from '@content-api/core/config/schema'
import { shareOf } from '@content-api/core/config/share'
import { rejectStrapi5 } from '@content-api/project-files/strapi/reject-strapi5'
import type { ContentApi, ContentApiOptions } from './content-api.js'
import { type Entries, type EntriesOptions, createEntries } from '@content-api/core/entries/entries'
import { ContentEvents } from '@content-api/core/entries/events'
import { createHooks } from '@content-api/core/entries/hooks/hook'
import { mayUse } from '@content-api/strapi-project/code/routes/project-routes'
import { version } from './own-package.js'
import type { Caller } from '@content-api/core/entries/caller'
import type { OnMistake } from '@content-api/core/errors/extension-error'
import { describeCollidingValues } from '@content-api/interfaces/graphql/enum-values'
import { type GraphqlOnDemand, graphqlOnDemand } from '@content-api/interfaces/graphql/on-demand'
import { createExpressApp } from '@content-api/core/transport/node-listener'
import { below } from '@content-api/core/transport/compose'
import { createFetch } from '@content-api/core/transport/fetch'
import { checkEndpoint, handleRequests } from './http/handle-requests.js'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import { identifyRequests } from './http/identify-requests.js'
import { logFailures } from '@content-api/core/transport/log-failures'
import { loadBodyReader } from '@content-api/core/transport/message-request'
import { accessCookieIn } from '@content-api/capabilities/accounts/sessions/cookies'
import { type Positions, createPositions } from './http/positions.js'
import { Serving } from '@content-api/core/transport/listen'
import { createPlayground } from './http/playground-page.js'
import { listenWith } from './http/listen-with.js'
import { WriteGate } from './http/write-gate.js'
import { install as installLocales } from '@content-api/capabilities/i18n/install'
import { logOptions, openLogger } from '@content-api/core/log/logger'
import { install as installLive, type LiveCapability } from '@content-api/capabilities/live/install'
import { type MailCapability, install as installMail } from '@content-api/capabilities/mail/install'
import { segmentsBelow } from '@content-api/core/message/message'
import { metricsOf } from './served-api.js'
import { contentStoreOf } from './migration.js'
import { install as installOpenApi } from '@content-api/interfaces/openapi/install'
import { OutboxSignal } from '@content-api/core/outbox/outbox-signal'
import { createRecorder } from '@content-api/core/outbox/recorder'
import { planningOf } from '@content-api/core/query/plan-settings'
import { actionRunner, actionsOf } from '@content-api/interfaces/rest/action-endpoints'
import { developmentToken } from '@content-api/core/secrets/stored-secret'
import { snapshotInMemory, createSnapshots } from './snapshots/snapshots.js'
import { checkConfigFiles, summarised } from '@content-api/strapi-project/code/checks/check-config'
import { printed } from '@content-api/strapi-project/code/checks/finding'
import { provideGlobal, runWithoutHost } from '@content-api/strapi-project/code/host/current-host'
import { type ProjectModel, loadModel, withConfig } from '@content-api/strapi-project/code/loading/load-model'
import { strapi4 } from '@content-api/strapi-project/code/generations/strapi-4'
import { registerProject, type RegisteredProject } from '@content-api/strapi-project/code/register-project'
import { projectExtension } from '@content-api/strapi-project/graphql/open-extension'
import { withState } from '@content-api/strapi-project/koa/context-request'
import { openKoa } from '@content-api/strapi-project/koa/open-koa'
import { openTelemetry } from '@content-api/core/telemetry/telemetry'
import { openOwnRecords } from '@content-api/capabilities/uploads/own-records'
import { type UploadsCapability, install as installUploads } from '@content-api/capabilities/uploads/install'
import { type WebhooksCapability, install as installWebhooks } from '@content-api/capabilities/webhooks/install'

/**
 * Opens a content service (specification §1).
 * @throws ModelError, ConfigError, ExtensionError for mistakes in schemas, configuration and project code
 * @throws Error when the database can't be opened or the start would lose data
 */
export async function createContentApi(options: ContentApiOptions): Promise<ContentApi> {
  const service = await openService(options)
  return service.closers.closeOnFailure(async () => {
    // After the project, whose code extends the schema. Loaded with its first request.
    const graphql = graphqlOnDemand({ ...service, extension: projectExtension(service), createPlayground })
    // Before `bootstrap`, so that accounts and entries of the project's code don't take ids of the seed.
    await createContent(service, options)
    // When everything that the code may use is open, but before the first request.
    if (options.bootstrap ?? true) await service.project.bootstrap()
    // A mistake in an extension prevents the start. With `extendLater` it ends the service soon after.
    if (!options.extendLater) await graphql.openExtended()
    // Last, because `bootstrap` may still add routes, middlewares and hooks.
    const serving = await serveRequests(service, graphql, options)
    if (options.bootstrap ?? true) service.delivery.start()
    return createApi(service, serving, options)
  })
}

/** A service whose code of the project is registered. It serves no requests yet. */
export interface OpenService extends Service {
  readonly accounts: AccountsCapability['accounts']
  readonly actAs: ActAs | null
  readonly uploads: UploadsCapability['uploads']
  readonly mails: MailCapability['mails']
  readonly delivery: WebhooksCapability
  readonly live: LiveCapability['live']
  readonly capabilities: readonly Capability[]
  readonly entries: Entries
  readonly project: RegisteredProject
  /** Null if the database has no replicas. */
  readonly positions: Positions | null
  readonly identify: IdentifyRequest
  readonly closers: Closers
}

/**
 * Opens a service up to the registration of the project's code. If a phase fails, it closes what is open.
 * @param onMistake receives each mistake in the code of the project, instead of an error for the first one
 * @throws ModelError, ConfigError with every mistake
 * @throws ExtensionError, ProjectFault for a mistake in the code of the project or the program
 * @throws Error when the database can't be opened or the start would lose data
 */
export function openService(options: ContentApiOptions, onMistake?: OnMistake): Promise<OpenService> {
  const closers = new Closers()
  return closers.closeOnFailure(async () => {
    // First what needs no database, so that a mistake in a file changes no data.
    const configuration = await readConfiguration(options, closers)
    // Updates the tables to the schemas before anything reads them.
    const service = await openEngine(configuration, options, closers)
    const capabilities: Capability[] = []
    const install: Install = (capability) => {
      capabilities.push(capability)
      closers.add(() => capability.close?.())
      return capability
    }
    // Before the project, whose code uses mail, accounts and files.
    const parts = { ...service, ...(await installCapabilities(service, install)), capabilities }
    // Its code adds hooks, routes and actions to all of them.
    const registered = await openProject(parts, configuration, options, onMistake)
    // Last, because it lists the routes of the project.
    const { project, identify } = registered
    const routesFor = (caller: Caller) => project.routes.filter((route) => mayUse(route, caller))
    install(installOpenApi({ ...service, identify, version, project, routesFor }))
    return { ...parts, ...registered, closers }
  })
}

/** Adds a capability to the service, which loads and closes it. */
type Install = <Installed extends Capability>(capability: Installed) => Installed

type Configuration = Awaited<ReturnType<typeof readConfiguration>>

async function readConfiguration(options: ContentApiOptions, closers: Closers) {
  const { project: folder, config: own, database, development = false, workers } = options
  if (folder !== undefined) rejectStrapi5(folder)
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

/** Outside of production, the playground, introspection and `/openapi.json` are served (specification §1). */
function isProduction({ development = false }: ContentApiOptions): boolean {
  return !development && !['development', 'staging'].includes(process.env['NODE_ENV'] ?? '')
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
  const { meter } = telemetry
  const { slowQueryMilliseconds: milliseconds } = preliminary.log
  const database = await openDatabase({
    registry,
    connection: preliminary.database,
    limits: preliminary.limits,
    observer: { meter, slow: milliseconds > 0 ? { milliseconds, logger } : null },
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
      meter,
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
  const {
    accounts,
    store,
    signIn,
    actions = {},
  } = install(await installAccounts(service, { mail: provider, openStore: openOwnStore }))
  const { rules, checks } = store
  const { development, database, open } = service
  const actAs = development ? createActAs({ database, store, open }) : null
  const { uploads } = install(await installUploads(service, { checks, openRecords: openOwnRecords }))
  install(installLocales(service))
  const delivery = install(await installWebhooks(service))
  const { live } = install(installLive(service, secretsOf({ config: service.config, accounts })))
  return { mails, accounts, signIn, actAs, rules, uploads, delivery, live, runAction: actionRunner(actions) }
}

type Capabilities = Awaited<ReturnType<typeof installCapabilities>>

/** Registers the code of the project, checks permissions, and creates the function that identifies callers. */
async function openProject(
  service: Service & Capabilities & Pick<OpenService, 'capabilities'>,
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
  const positions = positionsOf(service)
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

/** Returns the secrets that sign tokens, the current one first. All processes of the service share them. */
function secretsOf({ config, accounts }: Pick<OpenService, 'config' | 'accounts'>): readonly [string, ...string[]] {
  return [accounts.scope.jwt.secret, ...config.auth.jwt.previousSecrets]
}

/** Returns null if the database has no replicas. */
function positionsOf({ config, database, accounts }: Service & Pick<Capabilities, 'accounts'>): Positions | null {
  if (!hasReplicas(config.database)) return null
  const { endpoint } = config.graphql.config
  const settings = accounts.scope.sessions?.settings
  return createPositions({
    secrets: secretsOf({ config, accounts }),
    lastWrite: () => database.lastWrite(),
    // Mutations have a separate session.
    hasAccessCookie: (request) => settings !== undefined && accessCookieIn(settings, request) !== undefined,
    readsAt: (path) => config.graphql.enabled && segmentsBelow(endpoint, path) !== null,
  })
}

/** Imports the seed, and creates the accounts of the configuration. */
async function createContent(service: OpenService, { seed }: ContentApiOptions): Promise<void> {
  const { logger, accounts, config } = service
  if (seed !== undefined) {
    await seedDatabase(contentStoreOf(service), { from: seed, log: (message) => logger.info(message) })
  }
  await ensureFixedAccounts(accounts, config.development)
}

type ServedRequests = Awaited<ReturnType<typeof serveRequests>>

/** Creates the handlers of requests, and what they need besides the service. */
async function serveRequests(service: OpenService, graphql: GraphqlOnDemand, options: ContentApiOptions) {
  const { config, database, logger, accounts, actAs, uploads, telemetry, closers } = service
  const koa = await openKoa(service)
  const gate = new WriteGate()
  const snapshots = createSnapshots({
    database,
    project: options.project,
    connection: config.database,
    uploads: uploads.directory,
    runExclusively: (work) => gate.exclusively(work),
    restored: async () => {
      accounts.forget()
      // The configuration may have other roles than when the snapshot was saved.
      await accounts.prepare()
    },
    settled: () => accounts.settled(),
  })
  closers.add(() => snapshots.close())
  // A service in memory writes no files.
  const tokenFolder = isInMemory(config.database) ? undefined : options.project
  const token = service.development ? await developmentToken(tokenFolder) : null
  // Before the handlers, because `/readyz` reports that the service is stopping.
  const serving = new Serving({
    open: isOpen(config),
    drain: config.http.drain,
    reserved: filesOfDatabase(config.database),
    onStop: () => service.live?.end(),
    logger,
  })
  closers.add(() => telemetry.traces?.flush())
  closers.add(() => serving.close())
  const loadAll = once(() => loadModules(service, graphql))
  const handle = handleRequests({
    ...service,
    graphql: config.graphql.enabled ? below(config.graphql.config.endpoint, graphql.handler) : null,
    koa,
    developers: token === null || actAs === null ? null : { token, snapshots, gate, actAs },
    isStopping: () => serving.isStopping,
    loadModules: options.extendLater || options.workers !== undefined ? loadAll : () => Promise.resolve(),
  })
  return { handle, serving, snapshots, token, loadAll }
}

/** Creates the object that a program gets: it listens, stops, imports and exports. */
function createApi(service: OpenService, served: ServedRequests, options: ContentApiOptions): ContentApi {
  const { config, logger, accounts, project, closers } = service
  const { handle, serving, snapshots, token, loadAll } = served
  closers.add(() => project.cron.stop())
  const expressApp = once(() => createExpressApp({ config, handle, logger }))
  const metrics = metricsOf(service.telemetry)
  return {
    get app() {
      return expressApp()
    },
    ...contentOf(service),
    config,
    accounts: createAdministration(accounts),
    open: isOpen(config),
    hasOwnPort: service.loadedConfig.isChosen('port'),
    graphqlPath: config.graphql.enabled ? config.graphql.config.endpoint : null,
    notes: [],
    fetch: createFetch(handle, config),
    metrics,
    listen: listenWith({ ...service, ...served, metrics: options.workers === undefined ? metrics : null }),
    projectServer: project.additions.http,
    loadModules: loadAll,
    webhooks: service.delivery.webhooks,
    snapshots,
    developmentToken: token,
    startTasks: () => void project.cron.start(),
    stopTasks: () => void project.cron.stop(),
    ...endsOf(service, serving),
    logger,
  }
}

/** Returns what a program does with the content. */
function contentOf(service: OpenService) {
  const { registry, database, accounts } = service
  const content = contentStoreOf(service)
  return {
    registry,
    database,
    content,
    importEntries: (lines, importing) => importEntries(content, lines, importing),
    exportEntries: (write, exporting) => exportEntries(database, write, exporting),
    snapshot: () => snapshotInMemory(database, accounts),
  } satisfies Partial<ContentApi>
}

/** Returns the ways in which a service ends. */
function endsOf({ closers, project: { cron } }: OpenService, serving: Serving) {
  const endAfter = async (requests: () => Promise<unknown>) => {
    cron.stop()
    await requests()
    await closers.close()
  }
  return {
    close: () => closers.close(),
    retire: () => endAfter(() => serving.leave()),
    stop: () => endAfter(() => serving.drain()),
  } satisfies Partial<ContentApi>
}

const isOpen = ({ permissions }: Config) => permissions === undefined

/** Loads what requests would load on demand: one after the other, because requests are served meanwhile. */
async function loadModules(
  { config, database, logger, capabilities }: OpenService,
  graphql: GraphqlOnDemand,
): Promise<void> {
  await logger.load()
  await loadBodyReader()
  for (const capability of capabilities) await capability.load?.()
  // The first write opens the connection. Nothing waits for it: another process may lock the file at the
  // moment. If it fails, the next write opens the connection.
  if (config.database.dialect === 'sqlite') database.write(() => Promise.resolve()).catch(() => undefined)
  await graphql.load()
  await graphql.openExtended()
  logger.debug('All modules are loaded')
}

/** Returns a function that does some work on its first call, and later returns the same result. */
function once<Result>(work: () => Result): () => Result {
  let done: { readonly result: Result } | undefined
  return () => (done ??= { result: work() }).result
}
