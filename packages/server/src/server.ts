import { randomUUID } from 'node:crypto'
import { type Registry, type SchemaSources, createRegistry, loadProject } from '@content-api/model'
import type { Accounts } from './auth/accounts.js'
import { type Administration, createAdministration } from './auth/administration.js'
import { withoutKnownRoles } from './auth/known-roles.js'
import { openAccounts } from './auth/open-accounts.js'
import { readRoles } from './auth/roles.js'
import { loadConfig } from './config/load.js'
import { parseConfig } from './config/parse.js'
import type { Config, ConfigInput } from './config/schema.js'
import { createEntries } from './entries/entries.js'
import { createHooks } from './entries/hooks/hook.js'
import { type ExportOptions, exportEntries } from './entries/transfer/export-entries.js'
import { type ImportOptions, type Lines, importEntries } from './entries/transfer/import-entries.js'
import { type Express, createApp } from './http/app.js'
import { refuseForeignWrites } from './http/cors.js'
import type { Log } from './http/error-response.js'
import { createFetch } from './http/fetch.js'
import { createHandler, refuseTwoSlashes, serveJson } from './http/handler.js'
import { checkEndpoint } from './http/graphql-endpoint.js'
import { createHealth } from './http/health.js'
import type { Listening } from './http/listen.js'
import { logFailures } from './http/log-failures.js'
import { modelDocument } from './http/model-document.js'
import { openApiOf } from './http/openapi.js'
import { Serving } from './http/serving.js'
import { logOptions } from './log/log-options.js'
import type { Logger } from './log/logger.js'
import { openLogger } from './log/open-logger.js'
import { type ExtensionOptions, registerProject } from './project/register-project.js'
import { createActionHandler } from './rest/action-endpoints.js'
import { accountRoutes } from './rest/accounts/account-routes.js'
import { createRestHandler } from './rest/handler.js'
import { createProjectHandler } from './rest/project-routes.js'
import { methodsAt } from './rest/routes.js'
import type { Handler, HttpRequest } from './message/message.js'
import { segmentsBelow } from './message/path.js'
import { localeRoutes } from './rest/i18n/locale-routes.js'
import { uploadRoutes } from './rest/upload/upload-routes.js'
import type { Database } from './storage/database.js'
import { createLayout } from './storage/layout.js'
import { reach } from './storage/reach.js'
import { openDatabase } from './storage/open.js'
import { syncSchema } from './storage/schema/sync.js'
import { takeSnapshot } from './storage/sqlite-snapshot.js'
import { servedPath } from './upload/local-folder.js'
import { openUploads } from './upload/uploads.js'

export interface ContentApiOptions extends SchemaSources, ExtensionOptions {
  /**
   * A folder with schema files in the layout of Strapi 4 and, if it likes, a `content-api.config.{ts,js,json}`. Instead of
   * `contentTypes` and `components`.
   */
  readonly project?: string
  /** A PostgreSQL URL, the path of a SQLite file or `:memory:`; wins over the configuration. */
  readonly database?: ConfigInput['database']
  /** Wins over the project's file and the environment, key by key. */
  readonly config?: ConfigInput
  /** Lets the start drop what the schemas no longer have. Without it such a start is refused. */
  readonly allowDataLoss?: boolean
  /** Serves the content model at `/content-api/model.json`, for code generators. */
  readonly development?: boolean
  /** Leaves the extensions of the GraphQL interface to its first request, or to `extended`. */
  readonly extendLater?: boolean
  /** Hears of what clients are only told as a 5xx, in place of the log. */
  readonly log?: Log
  /** Logs each request on standard output; otherwise only what goes wrong is logged, on standard error. */
  readonly logRequests?: boolean
}

/** A content service, its database open and its tables in step with the schemas. */
export interface ContentApi {
  /** To be mounted in an Express application, or given to `http.createServer`. */
  readonly app: Express
  /** Answers a request without a socket. */
  fetch(request: Request): Promise<Response>
  /** @throws Error for an address that other machines reach, while everybody may do everything. */
  listen(at?: { readonly host?: string; readonly port?: number }): Promise<Listening>
  /** Reads entries (`EntryLine`), all of them or none. @throws ImportError with the line of the first mistake */
  importEntries(lines: Lines, options?: ImportOptions): Promise<{ readonly entries: number }>
  /** Writes every entry as a line of JSON that `importEntries` reads. */
  exportEntries(
    write: (line: string) => Promise<void> | void,
    options?: ExportOptions,
  ): Promise<{ readonly entries: number }>
  /** Resolves when the extensions of the GraphQL interface are loaded. @throws ExtensionError for a mistake in them */
  extended(): Promise<void>
  /**
   * Notes everything that is stored and gives what brings it back, however often it is called: for tests, on SQLite.
   * Uploaded files are not part of it, their records are.
   * @throws Error on other databases
   */
  snapshot(): Promise<() => Promise<void>>
  /** Answers what was asked already, for eight seconds at most, then closes the database. */
  close(): Promise<void>
  /** The same after `http.drain` seconds in which `/readyz` says no already: for a service that another one takes over from. */
  stop(): Promise<void>
  readonly logger: Logger
  /** Users, roles and tokens, for whoever runs the service. */
  readonly accounts: Administration
  /** Whether everybody may do everything, since the configuration has no `permissions`. */
  readonly open: boolean
  readonly database: Database
  readonly registry: Registry
  readonly config: Config
}

/**
 * Opens a content service (specification §1).
 * @throws ModelError, ConfigError with every mistake of the schemas or the configuration
 * @throws Error when the database can't be opened, or the start would lose data
 */
export async function createContentApi(options: ContentApiOptions): Promise<ContentApi> {
  const registry = await readSchemas(options)
  const config = await readConfig(options)
  checkEndpoint(config)
  const database = await open(registry, config, options)
  const logger = openLogger(logOptions(config.log, options.logRequests ?? false))
  const log = options.log ?? logFailures(logger)
  const { rest } = config.api
  const planning = {
    strict: rest.strictParams,
    locales: { default: config.i18n.defaultLocale, codes: config.i18n.locales },
    limits: { ...rest, ...config.limits, arrayLimit: config.limits.arrayItems },
  }
  const hooks = { hooks: createHooks(), hookMilliseconds: config.limits.hookMilliseconds }
  const entries = createEntries({ database, ...planning, hooks })
  const content = { entries, hooks: hooks.hooks }
  const project = await closeOnFailure(database, () =>
    registerProject({ ...options, project: options.project, registry, content, config }),
  )
  const uploads = await openUploads({
    database,
    config: config.upload,
    fieldBytes: config.limits.body,
    ipv6Prefix: config.http.ipv6Prefix,
    context: ({ can }) => ({ registry, can, ...planning }),
  })
  const accounts = await closeOnFailure(database, () =>
    openAccounts({
      database,
      config,
      project: options.project,
      development: options.development ?? false,
      context: (can) => ({ registry, can, ...planning }),
      hooks,
      actions: project.actions,
      report: (error) => log({ requestId: randomUUID(), method: 'accounts', path: 'outside of a request', error }),
    }),
  )
  const shared = { prefix: rest.prefix, limits: config.limits, strict: rest.strictParams }
  const identify = (request: HttpRequest) => accounts.identify(request.header('authorization'))
  const openGraphql = async () =>
    (await import('./open-graphql.js')).openGraphql({
      folder: options.project,
      project,
      registry,
      entries,
      uploads,
      accounts,
      config,
      planning,
      identify,
      log,
      production: isProduction(options),
    })
  let opened: Promise<Handler> | undefined
  const openOnce = () => (opened ??= openGraphql())
  const { enabled } = config.graphql
  const isExtended = project.extensions.length > 0 || project.shadow.isChanged()
  const openExtended = async () => void (enabled && isExtended && (await openOnce()))
  await closeOnFailure(database, async () => {
    await project.bootstrap()
    // A mistake in an extension keeps the service from starting.
    if (!options.extendLater) await openExtended()
  })
  const serving = new Serving({ open: isOpen(config), drain: config.http.drain, logger })
  const handlers: Handler[] = [
    refuseTwoSlashes,
    createHealth({
      isStopping: () => serving.isStopping,
      reachDatabase: () => reach(database),
    }),
    // Before anything that writes.
    refuseForeignWrites(config.cors),
    serveJson('/openapi.json', () => JSON.stringify(openApiOf(registry, config, project.routes))),
    ...(options.development ? [serveJson('/content-api/model.json', () => modelDocument(registry))] : []),
    createProjectHandler({
      ...shared,
      identify,
      project,
      milliseconds: config.limits.handlerMilliseconds,
      allowedElsewhere: methodsAt(registry),
    }),
    createActionHandler(
      { ...accountRoutes(accounts), ...localeRoutes(planning.locales), ...uploadRoutes(uploads, shared) },
      { ...shared, identify },
    ),
    ...(enabled ? [whenAsked(config.graphql.config.endpoint, openOnce)] : []),
    createRestHandler({ registry, entries, uploads, ...shared, identify }),
  ]
  const handle = createHandler(handlers, log)
  const app = createApp({
    config,
    handle,
    logger,
    development: options.development ?? false,
    uploads:
      uploads.directory === null
        ? null
        : { path: servedPath, directory: uploads.directory, maxAge: config.upload.maxAge },
  })
  const close = async () => {
    await serving.close()
    await accounts.settled()
    await database.close()
    await logger.flush()
  }
  return {
    app: app.express,
    registry,
    config,
    database,
    accounts: createAdministration(accounts),
    open: isOpen(config),
    fetch: createFetch(handle, config),
    importEntries: (lines, given) => importContent(database, config, accounts, lines, given),
    exportEntries: (write, given) => exportEntries(database, write, given),
    listen: ({ host = config.host, port = config.port } = {}) => serving.listen(app, { host, port }),
    extended: openExtended,
    async snapshot() {
      await accounts.settled()
      const restore = await takeSnapshot(database)
      return async () => {
        await accounts.settled()
        await restore()
        accounts.forget()
      }
    },
    close,
    async stop() {
      await serving.drain()
      await close()
    },
    logger,
  }
}

/** The playground and introspection are there in development and staging (specification §1). */
function isProduction({ development = false }: ContentApiOptions): boolean {
  return !development && !['development', 'staging'].includes(process.env['NODE_ENV'] ?? '')
}

/** GraphQL takes longer to load than all else together: a start that nobody asks it of does without. */
function whenAsked(endpoint: string, open: () => Promise<Handler>): Handler {
  let opened: Handler | undefined
  const openFirst = async (request: HttpRequest) => (opened = await open())(request)
  return (request) => {
    if (segmentsBelow(endpoint, request.path) === null) return null
    return opened ? opened(request) : openFirst(request)
  }
}

const isOpen = ({ permissions }: Config) => permissions === undefined

/** Imported users can sign in at once, and the roles that the service relies on are there whatever was imported. */
async function importContent(
  database: Database,
  config: Config,
  accounts: Accounts,
  lines: Lines,
  options: ImportOptions = {},
): Promise<{ readonly entries: number }> {
  const given = options.replace ? lines : withoutKnownRoles(lines, await readRoles(database))
  const imported = await importEntries(database, config.i18n.defaultLocale, given, options)
  await accounts.prepare()
  return imported
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

async function open(
  registry: Registry,
  config: Config,
  { allowDataLoss = false }: ContentApiOptions,
): Promise<Database> {
  const layout = createLayout(registry)
  const database = await openDatabase({ registry, layout, connection: config.database, limits: config.limits })
  await closeOnFailure(database, () =>
    syncSchema(database, { allowDataLoss, defaultLocale: config.i18n.defaultLocale }),
  )
  return database
}

async function closeOnFailure<Result>(database: Database, work: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await database.close()
    throw error
  }
}
