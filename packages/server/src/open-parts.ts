import { randomUUID } from 'node:crypto'
import { type Registry, type SchemaSources, createRegistry } from '@content-api/model'
import { type Accounts, openAccounts } from './auth/accounts.js'
import { type ActAs, createActAs } from './auth/act-as.js'
import { rejectFixedAccounts } from './auth/fixed-accounts.js'
import { createTokenEpochs } from './auth/token-epochs.js'
import { accountRules } from './auth/user-rules.js'
import {
  createSession,
  type Database,
  hasReplicas,
  openDatabase,
  type OpenOptions,
  traceCost,
} from '@content-api/engine/database'
import { reportRequired, type SwitchOffChoices, syncSchema } from '@content-api/engine/schema'
import { readImportedSettings } from '@content-api/engine/project-store'
import { describeLimitedPattern, preparePatterns } from '@content-api/engine/attributes'
import { GrantableActions } from './composition/grantable-actions.js'
import { type LoadedConfig, loadProjectConfig } from './config/load.js'
import type { Config, ConfigInput } from './config/schema.js'
import { shareOf } from './config/share.js'
import type { Caller } from './entries/caller.js'
import { type Entries, type EntriesOptions, createEntries } from './entries/entries.js'
import { createHooks } from './entries/hooks/hook.js'
import { describeCollidingValues } from './graphql/enum-values.js'
import type { Log } from './http/error-response.js'
import { checkEndpoint } from './http/graphql-endpoint.js'
import { logFailures } from './http/log-failures.js'
import { createPositions, type Positions } from './http/positions.js'
import { type Logger, logOptions } from './log/logger.js'
import { openLogger } from './log/open-logger.js'
import { clientNetwork } from './message/client-network.js'
import type { HttpRequest } from './message/message.js'
import { segmentsBelow } from './message/path.js'
import type { OnMistake } from './errors/attempt.js'
import { checkConfigFiles, summarised } from './strapi/code/checks/check-config.js'
import { printed } from './strapi/code/checks/finding.js'
import { type ProjectModel, loadModel, withConfig } from './strapi/code/loading/load-model.js'
import type { ExtensionOptions } from './strapi/code/extension-options.js'
import { registerProject } from './strapi/code/register-project.js'
import type { RegisteredProject } from './strapi/code/registered-project.js'
import { type PlanContext, type Planning, planningOf } from './query/plan-context.js'
import { authRoutes } from './rest/accounts/auth-routes.js'
import { userRoutes } from './rest/accounts/user-routes.js'
import { actionRunner } from './rest/action-endpoints.js'
import { passwordQueue } from './secrets/password-hash.js'
import { type OpenTelemetry, openTelemetry } from './telemetry/telemetry.js'
import { traceparentOf } from './telemetry/trace-context.js'
import { announcedUploads } from './upload/announced-uploads.js'
import { type Uploads, openUploads } from './upload/uploads.js'

export interface ContentApiOptions extends SchemaSources, ExtensionOptions, SwitchOffChoices {
  /**
   * A folder with schema files in the layout of Strapi 4, and optionally a `content-api.config.{ts,js,json}`.
   * Set either this or `contentTypes` and `components`.
   */
  readonly project?: string
  /**
   * A PostgreSQL URL, the path of a SQLite file, `:memory:`, or an object as in the configuration. Takes
   * precedence over the configuration.
   */
  readonly database?: ConfigInput['database']
  /** Takes precedence over the project's file and the environment, key by key. */
  readonly config?: ConfigInput
  /**
   * Allows the start to delete tables and columns that the schemas no longer define. Otherwise the start
   * fails if they hold data.
   */
  readonly allowDataLoss?: boolean
  /** Serves the pages and endpoints for developers, such as the content model at `/content-api/model.json`. */
  readonly development?: boolean
  /**
   * A file of JSON lines for `importEntries`, or a folder of such files. They are imported before the
   * project's code runs, if the database has no content. Files in the subfolder `uploads` are copied to the
   * uploaded files.
   */
  readonly seed?: string
  /**
   * Loads the GraphQL extensions with the first GraphQL request or call of `ContentApi.loaded`, not during
   * the start. `/readyz` waits for them and for the modules that `loaded` loads.
   */
  readonly extendLater?: boolean
  /**
   * Called for each failure that a client receives as a 5xx, and for failures of accounts outside of
   * requests. Replaces the log of these failures.
   */
  readonly log?: Log
  /**
   * The number of processes that serve this project on this machine. Each gets an equal share of the
   * connections and of the limits that are counted in memory.
   */
  readonly workers?: number
  /**
   * Runs `bootstrap` of the project's `src/index`, which is the default. Commands and mocks that only use the
   * content set it to false.
   */
  readonly bootstrap?: boolean
  /** Logs each request on standard output. Otherwise only warnings and errors are logged, on standard error. */
  readonly logRequests?: boolean
}

/** The parts of a service that REST and GraphQL share. */
export interface Parts {
  readonly registry: Registry
  readonly config: Config
  /** The configuration before settings of the database, with its sources. */
  readonly loaded: LoadedConfig
  readonly database: Database
  readonly logger: Logger
  readonly log: Log
  readonly entries: Entries
  readonly project: RegisteredProject
  readonly uploads: Uploads
  readonly accounts: Accounts
  readonly planning: Planning
  /** Null outside of development. */
  readonly actAs: ActAs | null
  /** Null if the database has no replicas. */
  readonly positions: Positions | null
  readonly telemetry: OpenTelemetry
  /** Returns the caller of a request. @throws ApiError for wrong credentials */
  readonly identify: (request: HttpRequest) => Promise<Caller>
}

/**
 * Opens the parts in the order of their dependencies. A failure closes the database again.
 * @param onMistake receives each mistake in the code of the project, instead of an error for the first one
 * @throws ModelError, ConfigError with every mistake
 * @throws ExtensionError, ProjectFault for a mistake in the code of the project or the program
 * @throws Error when the database can't be opened or the start would lose data
 */
export async function openParts(options: ContentApiOptions, onMistake?: OnMistake): Promise<Parts> {
  // First the parts that need no database, so that a mistake in a file changes no data.
  const loaded = await readConfig(options)
  const preliminary = shareOf(loaded.config, options.workers)
  const { registry, source } = await readSchemas(options, preliminary)
  checkEndpoint(preliminary)
  rejectFixedAccounts(preliminary, options)
  const telemetry = await openTelemetry(preliminary, options.development ?? false)
  // Before the parts that write to the log.
  const logger = openLogger({
    ...logOptions(preliminary.log, options.logRequests ?? false),
    isShared: options.workers !== undefined,
  })
  const { slowQueryMilliseconds: milliseconds } = preliminary.log
  const observer = { meter: telemetry.meter, slow: milliseconds > 0 ? { milliseconds, logger } : null }
  if (options.project !== undefined) {
    const findings = checkConfigFiles(options.project, loaded.warnings, preliminary.doctor.allow)
    for (const line of summarised(findings)) logger.warn(line)
  }
  // Updates the tables to the schemas before anything reads them.
  const report = (message: string) => logger.warn(message)
  const { database, stored, required } = await open(registry, loaded, options, { observer, report })
  const config = stored === null ? preliminary : shareOf(loaded.withStored(stored), options.workers)
  return closeOnFailure(database, async () => {
    const log = options.log ?? logFailures(logger)
    for (const { file, path, message } of registry.warnings) logger.warn(`${file}: ${path} ${message}`)
    for (const message of config.graphql.enabled ? describeCollidingValues(registry) : []) logger.warn(message)
    reportRequired(required, logger)
    for (const attribute of await preparePatterns(registry)) logger.warn(describeLimitedPattern(attribute))
    const planning = planningOf(config)
    const context = (can: PlanContext['can']): PlanContext => ({ registry, can, ...planning })
    const { meter } = telemetry
    const hooks = { hooks: createHooks(), hookMilliseconds: config.limits.hookMilliseconds, meter }
    // Before the project, because its code reads and writes entries.
    const warn = (message: string) => logger.warn(message)
    const costs = options.development ? logCosts(logger) : {}
    const epochs = createTokenEpochs()
    const rules = accountRules(config, epochs)
    const entries = createEntries({ database, ...planning, hooks, rules, warn, meter, ...costs })
    // Before the project, whose code uses files and accounts.
    const plainUploads = await openUploads({
      database,
      config: config.upload,
      fieldBytes: config.limits.body,
      ipv6Prefix: config.http.ipv6Prefix,
      context: ({ can }) => context(can),
      meter,
      warn,
    })
    const uploads = announcedUploads(plainUploads, hooks.hooks.events, database)
    meter?.queue('passwords', () => passwordQueue)
    const actions = new GrantableActions()
    const accounts = await openAccounts({
      database,
      epochs,
      config,
      project: options.project,
      development: options.development ?? false,
      loaded,
      warn,
      context,
      hooks,
      actions,
      report: (error) => log({ requestId: randomUUID(), method: 'accounts', path: 'outside of a request', error }),
    })
    const runAction = actionRunner({ ...authRoutes(accounts), ...userRoutes(accounts) })
    const project = await registerProject({
      ...options,
      project: options.project,
      source,
      registry,
      content: { entries, database, epochs, accounts, uploads, runAction, ...hooks },
      config,
      logger,
      onMistake,
    })
    for (const finding of project.findings) logger.warn(printed(finding))
    // When all actions are known, because roles may name those of routes of the project.
    actions.add(project.actions)
    await accounts.prepare()
    const positions = hasReplicas(config.database) ? positionsOf(config, database, accounts) : null
    const sessionOf = (request: HttpRequest) =>
      createSession({
        client: () => clientNetwork(request.address, config.http.ipv6Prefix),
        signal: () => request.signal,
        whenSent: request.whenSent && ((work) => request.whenSent?.(work)),
        readsAfter: positions ? () => positions.readAfter(request) : undefined,
        observation: request.observation,
        traceparent: () => traceparentOf(request),
        requestId: request.id,
        request,
      })
    const actAs = options.development
      ? createActAs({ database, roles: accounts.roles, open: config.permissions === undefined })
      : null
    const identify = (request: HttpRequest) => {
      const session = sessionOf(request)
      return actAs?.current(session) ?? accounts.identify(request.header('authorization'), session)
    }
    return {
      registry,
      config,
      loaded,
      database,
      logger,
      log,
      entries,
      project,
      uploads,
      accounts,
      planning,
      positions,
      telemetry,
      actAs,
      identify,
    }
  })
}

function positionsOf(config: Config, database: Database, { scope }: Accounts): Positions {
  const { endpoint } = config.graphql.config
  return createPositions({
    secrets: [scope.jwt.secret, ...config.auth.jwt.previousSecrets],
    lastWrite: () => database.lastWrite(),
    // Mutations have a separate session.
    readsAt: (path) => config.graphql.enabled && segmentsBelow(endpoint, path) !== null,
  })
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

function readConfig({ project, config, database, development = false }: ContentApiOptions): Promise<LoadedConfig> {
  const overrides = { ...config, ...(database === undefined ? {} : { database }) }
  return loadProjectConfig({ project, overrides, development })
}

/** Opens the database, reads the settings that an import stored in it, and updates its tables. */
async function open(
  registry: Registry,
  loaded: LoadedConfig,
  options: ContentApiOptions,
  reporting: Pick<OpenOptions, 'observer' | 'report'>,
) {
  const { database: connection, limits } = shareOf(loaded.config, options.workers)
  const database = await openDatabase({ registry, connection, limits, ...reporting })
  return closeOnFailure(database, async () => {
    const stored = await readImportedSettings(database)
    const { defaultLocale } = loaded.withStored(stored ?? {}).i18n
    return { database, stored, required: (await syncSchema(database, { ...options, defaultLocale })).required }
  })
}

/** Logs the estimated cost of each read in development, and records it for the trace of the request. */
function logCosts(logger: Logger): Pick<EntriesOptions, 'reportCost'> {
  return {
    reportCost: ({ type }, { total, most }) => {
      logger.info(`query cost ${total} (${type.uid})`, { cost: total, mostExpensive: most.part })
      traceCost(total)
    },
  }
}

/** Runs a part of the start, and closes the database if it fails. */
export async function closeOnFailure<Result>(
  database: Database,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await database.close()
    throw error
  }
}
