import { randomUUID } from 'node:crypto'
import { type Registry, type SchemaSources, createRegistry, loadProject } from '@content-api/model'
import { type Accounts, openAccounts } from './auth/accounts.js'
import { type ActAs, createActAs } from './auth/act-as.js'
import { refuseFixedAccounts } from './auth/fixed-accounts.js'
import { hasReplicas } from './config/connection.js'
import { loadConfig } from './config/load.js'
import { parseConfig } from './config/parse.js'
import type { Config, ConfigInput } from './config/schema.js'
import { shareOf } from './config/share.js'
import type { Caller } from './entries/caller.js'
import { type Entries, type EntriesOptions, createEntries } from './entries/entries.js'
import { createHooks } from './entries/hooks/hook.js'
import { graphqlBuilders } from './graphql/extension/builders.js'
import { type Log, logFailures } from './http/error-response.js'
import { checkEndpoint } from './http/graphql-endpoint.js'
import { createPositions, type Positions } from './http/positions.js'
import { type Logger, logOptions } from './log/logger.js'
import { openLogger } from './log/open-logger.js'
import { clientNetwork } from './message/client-network.js'
import type { HttpRequest } from './message/message.js'
import { segmentsBelow } from './message/path.js'
import { printed } from './project/finding.js'
import { type ExtensionOptions, type RegisteredProject, registerProject } from './project/register-project.js'
import type { PlanContext } from './query/plan-context.js'
import { passwordQueue } from './secrets/password-hash.js'
import { type Planning, planningOf } from './query/planning.js'
import type { Database } from './storage/database.js'
import { createSession } from './storage/request-session.js'
import { traceCost } from './storage/statement-trace.js'
import { type OpenOptions, openDatabase } from './storage/open.js'
import type { SwitchOffChoices } from './storage/schema/switched-off.js'
import { syncSchema } from './storage/schema/sync.js'
import { type OpenTelemetry, openTelemetry } from './telemetry/open-telemetry.js'
import { parseTraceparent } from './telemetry/trace-context.js'
import { type Uploads, openUploads } from './upload/uploads.js'

export interface ContentApiOptions extends SchemaSources, ExtensionOptions, SwitchOffChoices {
  /**
   * A folder with schema files in the layout of Strapi 4, and optionally a `content-api.config.{ts,js,json}`. Can't be combined
   * with `contentTypes` and `components`.
   */
  readonly project?: string
  /** A PostgreSQL URL, the path of a SQLite file or `:memory:`. Overrides the configuration. */
  readonly database?: ConfigInput['database']
  /** Overrides keys of the project's configuration file and of the environment. */
  readonly config?: ConfigInput
  /** Allows the start to drop data that the schemas no longer describe. Without this option, such a start fails. */
  readonly allowDataLoss?: boolean
  /** Enables the pages and endpoints for development, such as `/content-api/model.json` for code generators. */
  readonly development?: boolean
  /**
   * A file of JSON lines in the format of `importEntries`, or a folder of such files. If the database has no content, they are
   * imported before the project's code runs. Files in the subfolder `uploads` are copied to the uploaded files.
   */
  readonly seed?: string
  /** Loads the extensions of the GraphQL interface with the first GraphQL request, or with a call of `extended`. */
  readonly extendLater?: boolean
  /** Receives the errors that clients only see as a 5xx. Replaces the log for them. */
  readonly log?: Log
  /** The number of processes that serve this project on this machine. They share the limits that are counted in memory. */
  readonly workers?: number
  /** Logs each request to standard output. Without this option, only warnings and errors are logged, to standard error. */
  readonly logRequests?: boolean
}

/** The parts of a service that its interfaces (REST, GraphQL, pages) use. */
export interface Parts {
  readonly registry: Registry
  readonly config: Config
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
  /** Null without replicas. */
  readonly positions: Positions | null
  readonly telemetry: OpenTelemetry
  /** Returns the caller of a request. @throws ApiError for wrong credentials */
  readonly identify: (request: HttpRequest) => Promise<Caller>
}

/**
 * Opens the parts in the order in which they need each other. Closes the database again if one of them fails.
 * @throws ModelError, ConfigError, ExtensionError with all mistakes
 * @throws Error if the database can't be opened, or if the start would lose data
 */
export async function openParts(options: ContentApiOptions): Promise<Parts> {
  // Files are read before the database is opened: a mistake in a file then leaves the data unchanged.
  const registry = await readSchemas(options)
  const config = shareOf(await readConfig(options), options.workers)
  checkEndpoint(config)
  refuseFixedAccounts(config, options)
  const telemetry = await openTelemetry(config, options.development ?? false)
  // The logger comes before the parts that log.
  const logger = openLogger({
    ...logOptions(config.log, options.logRequests ?? false),
    isShared: options.workers !== undefined,
  })
  const { slowQueryMilliseconds: milliseconds } = config.log
  const observer = { meter: telemetry.meter, slow: milliseconds > 0 ? { milliseconds, logger } : null }
  // Opening the database also changes its tables to match the schemas.
  const report = (message: string) => logger.warn(message)
  const database = await open(registry, config, options, { observer, report })
  return closeOnFailure(database, async () => {
    const log = options.log ?? logFailures(logger)
    for (const { file, path, message } of registry.warnings) logger.warn(`${file}: ${path} ${message}`)
    const planning = planningOf(config)
    const context = (can: PlanContext['can']): PlanContext => ({ registry, can, ...planning })
    const { meter } = telemetry
    const hooks = { hooks: createHooks(), hookMilliseconds: config.limits.hookMilliseconds, meter }
    // Entries come before the project, whose code reads and writes them.
    const warn = (message: string) => logger.warn(message)
    const prices = options.development ? logPrices(logger) : {}
    const entries = createEntries({ database, ...planning, hooks, warn, meter, ...prices })
    // The project comes before the accounts: its routes are actions that roles can be allowed.
    const project = await registerProject({
      ...options,
      project: options.project,
      registry,
      content: { entries, database, ...hooks },
      config,
      builders: graphqlBuilders,
    })
    for (const finding of project.findings) logger.warn(printed(finding))
    const uploads = await openUploads({
      database,
      config: config.upload,
      fieldBytes: config.limits.body,
      ipv6Prefix: config.http.ipv6Prefix,
      context: ({ can }) => context(can),
      meter,
    })
    meter?.queue('passwords', () => passwordQueue)
    // Accounts come last: permissions of roles name actions of all other parts.
    const accounts = await openAccounts({
      database,
      config,
      project: options.project,
      development: options.development ?? false,
      context,
      hooks,
      actions: project.actions,
      report: (error) => log({ requestId: randomUUID(), method: 'accounts', path: 'outside of a request', error }),
    })
    project.connect({ accounts, uploads, mail: accounts.mail })
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
    // Only queries get here: mutations create their own sessions.
    readsAt: (path) => config.graphql.enabled && segmentsBelow(endpoint, path) !== null,
  })
}

async function readSchemas({ project, contentTypes, components }: ContentApiOptions): Promise<Registry> {
  if (project === undefined) {
    if (contentTypes === undefined) throw new TypeError('createContentApi needs "project" or "contentTypes".')
    return createRegistry({ contentTypes, ...(components && { components }) })
  }
  if (contentTypes || components) {
    throw new TypeError('createContentApi takes either "project" or "contentTypes" and "components", not both.')
  }
  return loadProject(project)
}

function readConfig({ project, config, database }: ContentApiOptions): Promise<Config> | Config {
  const overrides = { ...config, ...(database === undefined ? {} : { database }) }
  return project === undefined ? parseConfig(overrides) : loadConfig({ project, overrides })
}

/** Returns the `traceparent` for the project's calls to other services: that of the request's span, or else the client's. */
function traceparentOf(request: HttpRequest): string | undefined {
  const own = request.observation?.trace?.traceparent
  if (own !== undefined) return own
  const sent = request.header('traceparent')
  return parseTraceparent(sent) === null ? undefined : sent
}

async function open(
  registry: Registry,
  config: Config,
  options: ContentApiOptions,
  reporting: Pick<OpenOptions, 'observer' | 'report'>,
): Promise<Database> {
  const database = await openDatabase({ registry, connection: config.database, limits: config.limits, ...reporting })
  await closeOnFailure(database, () => syncSchema(database, { ...options, defaultLocale: config.i18n.defaultLocale }))
  return database
}

/** Logs the estimated cost of each read, for `dev`, and adds it to the trace of the request. */
function logPrices(logger: Logger): Pick<EntriesOptions, 'reportPrice'> {
  return {
    reportPrice: ({ type }, { total, most }) => {
      logger.info(`query cost ${total} (${type.uid})`, { cost: total, mostExpensive: most.part })
      traceCost(total)
    },
  }
}

/** Runs `work`, and closes the database if it fails. */
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
