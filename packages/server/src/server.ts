import type { Registry } from '@content-api/model'
import type { Accounts } from './auth/accounts.js'
import { type Administration, createAdministration } from './auth/administration.js'
import { ensureFixedAccounts } from './auth/fixed-accounts.js'
import { lastingRoles, withoutKnownRoles } from './auth/roles.js'
import { isInMemory } from './config/connection.js'
import type { Config } from './config/schema.js'
import { type ExportOptions, exportEntries } from './entries/transfer/export-entries.js'
import {
  type Imported,
  type ImportOptions,
  type Lines,
  beginReading,
  importEntries,
} from './entries/transfer/import-entries.js'
import { seedDatabase } from './entries/transfer/seed.js'
import { withCors } from './http/cors.js'
import { type Express, createExpressApp } from './http/express-app.js'
import { withDevelopment } from './http/development-endpoints.js'
import { TracedRequests } from './http/explorer/traced-requests.js'
import { createFetch } from './http/fetch.js'
import { type MetricsText, metricsListener } from './http/metrics-endpoint.js'
import { observed } from './http/observed.js'
import { createHandler } from './http/handler.js'
import type { Listening } from './http/listen.js'
import { createListener } from './http/node-listener.js'
import { positionHeader } from './http/positions.js'
import { Serving } from './http/serving.js'
import { WriteGate } from './http/write-gate.js'
import type { Logger } from './log/logger.js'
import type { Handler, HttpRequest } from './message/message.js'
import { segmentsBelow } from './message/path.js'
import type { GraphqlParts } from './open-graphql.js'
import { type ContentApiOptions, type Parts, closeOnFailure, openParts } from './open-parts.js'
import { requestHandlers } from './request-handlers.js'
import { readRoles } from './storage/accounts/roles.js'
import { developmentToken } from './secrets/development-token.js'
import { createSnapshots, type Snapshots } from './snapshots/snapshots.js'
import type { Database } from './storage/database.js'
import type { StrapiImportOptions } from './strapi-content/import-options.js'
import type { StrapiImport } from './strapi-content/import-strapi-content.js'
import { takeSnapshot } from './storage/sqlite-snapshot.js'

export type { ContentApiOptions } from './open-parts.js'

/** The metrics of a service since its start. */
export interface ServiceMetrics {
  /** Returns the metrics in the text format of Prometheus. */
  text(): Promise<MetricsText>
  /** Returns the metrics as prom-client exports them, to be merged with those of other processes. */
  figures(): Promise<readonly object[]>
}

/** A running content service. Its database is open, and the tables match the schemas. */
export interface ContentApi {
  /** An Express application. Mount it in another one, or pass it to `http.createServer`. */
  readonly app: Express
  /** Handles a request without a socket. */
  fetch(request: Request): Promise<Response>
  /**
   * Starts to listen for HTTP requests.
   * @throws Error for an address that other machines can reach, if every request is allowed (see `open`)
   */
  listen(at?: { readonly host?: string; readonly port?: number }): Promise<Listening>
  /** Imports entries (`EntryLine`), all of them or none. @throws ImportError with all mistakes */
  importEntries(lines: Lines, options?: ImportOptions): Promise<Imported>
  /**
   * Imports the content of a Strapi 4 project, all of it or none.
   * @param from an export archive, an SQLite file or a PostgreSQL URL; it is never changed
   * @throws StrapiSourceError for a source that can't be read
   * @throws ImportError with all mistakes in the content
   */
  importStrapi(from: string, options?: StrapiImportOptions): Promise<StrapiImport>
  /** Writes every entry as a line of JSON that `importEntries` reads. */
  exportEntries(
    write: (line: string) => Promise<void> | void,
    options?: ExportOptions,
  ): Promise<{ readonly entries: number }>
  /** Resolves when the extensions of the GraphQL interface have been loaded. @throws ExtensionError for a mistake in them */
  extended(): Promise<void>
  /**
   * Takes a snapshot of the database, and returns the function that restores it, which may be called repeatedly. For tests with
   * SQLite. The snapshot contains the records of uploaded files, but not the files.
   * @throws Error for other databases
   */
  snapshot(): Promise<() => Promise<void>>
  /** Saves and restores named snapshots of the database and the uploaded files, for tests and development. */
  readonly snapshots: Snapshots
  /** The token that protects the development endpoints and the explorer; null outside of development. */
  readonly developmentToken: string | null
  /** Waits up to eight seconds for pending requests, then closes the database. */
  close(): Promise<void>
  /**
   * Closes one of several processes that share a port (`workers`): waits up to six seconds until its clients have closed their
   * connections. `/readyz` keeps responding with 200, because the other processes continue to serve.
   */
  retire(): Promise<void>
  /**
   * Closes a service that another one replaces. `/readyz` responds with 503 for `http.drain` seconds, in which requests are still
   * served; then `close` runs.
   */
  stop(): Promise<void>
  /** Null unless the configuration has `metrics`. */
  readonly metrics: ServiceMetrics | null
  readonly logger: Logger
  /** Manages users, roles and tokens, for operators of the service. */
  readonly accounts: Administration
  /** Whether every request is allowed because the configuration has no `permissions`. */
  readonly open: boolean
  readonly database: Database
  readonly registry: Registry
  readonly config: Config
}

/**
 * Opens a content service (specification §1).
 * @throws ModelError, ConfigError with all mistakes in the schemas or the configuration
 * @throws Error if the database can't be opened, or if the start would lose data
 */
export async function createContentApi(options: ContentApiOptions): Promise<ContentApi> {
  const { development = false } = options
  const production = isProduction(options)
  // First the parts that all interfaces use: the model, the database, entries, the project's code, uploads, accounts.
  const parts = await openParts(options)
  const { registry, config, database, logger, log, project, accounts, actAs } = parts
  // GraphQL is loaded on demand. With extensions it is loaded below, so that a mistake in them makes the start fail.
  const graphql = graphqlOnDemand({ ...parts, folder: options.project, production })
  await closeOnFailure(database, async () => {
    // First, so that accounts and the project's code can't create entries with ids that the seed uses.
    if (options.seed !== undefined) {
      const load = (lines: Lines) => importContent(database, config, accounts, beginReading(lines))
      await seedDatabase(database, { from: options.seed, uploads: parts.uploads.directory, load, logger })
    }
    await ensureFixedAccounts(accounts, config.development)
    // The project's code runs after all parts that it can use are open, and before the first request.
    await project.bootstrap()
    if (!options.extendLater) await graphql.openExtended()
  })
  // Before the handlers: `/readyz` needs to know whether the service is stopping.
  const serving = new Serving({ open: isOpen(config), drain: config.http.drain, logger })
  const openapi = config.api.rest.openapi ?? !production
  const handlers = requestHandlers(parts, {
    isStopping: () => serving.isStopping,
    development,
    openapi,
    graphql: config.graphql.enabled ? graphql.handler : null,
  })
  const gate = new WriteGate()
  const snapshots = createSnapshots({
    database,
    project: options.project,
    connection: config.database,
    uploads: parts.uploads.directory,
    runExclusively: (work) => gate.alone(work),
    restored: async () => {
      accounts.forget()
      // The roles in the configuration may have changed since the snapshot.
      await accounts.prepare()
    },
    settled: () => accounts.settled(),
  })
  const answer = createHandler(handlers, log)
  // Around the handlers, so that pages of other origins can read error responses too.
  const { positions } = parts
  const withoutCors = positions ? positions.around(answer) : answer
  const withoutEndpoints = withCors(config.cors, withoutCors, { readable: positions ? [positionHeader] : [] })
  // A service in memory writes no files.
  const tokenFolder = isInMemory(config.database) ? undefined : options.project
  const token = development ? await developmentToken(tokenFolder) : null
  const withEndpoints =
    token === null || actAs === null
      ? withoutEndpoints
      : withDevelopment(
          { withCors: gate.through(withoutEndpoints), withoutCors: gate.through(withoutCors) },
          {
            token,
            snapshots,
            limits: config.limits,
            log,
            explorer: { ...parts, openapi, actAs, traced: new TracedRequests(actAs), limits: config.limits },
          },
        )
  // Around all handlers, so that it measures their whole time.
  const handle = observed(withEndpoints, parts.telemetry)
  const metrics = metricsOf(parts)
  // Last, the adapters for Node's HTTP server, Express and fetch.
  const sockets = { config, handle, logger }
  const listener = createListener(sockets)
  let app: Express | undefined
  const close = async () => {
    await serving.close()
    await accounts.settled()
    await snapshots.close()
    await database.close()
    await logger.flush()
  }
  return {
    get app() {
      return (app ??= createExpressApp(sockets))
    },
    registry,
    config,
    database,
    accounts: createAdministration(accounts),
    open: isOpen(config),
    fetch: createFetch(handle, config),
    importEntries: (lines, settings) => importContent(database, config, accounts, beginReading(lines), settings),
    importStrapi: (from, settings) => importStrapi(parts, from, settings),
    exportEntries: (write, settings) => exportEntries(database, write, settings),
    metrics,
    async listen({ host = config.host, port = config.port } = {}) {
      const listening = await serving.listen(listener, { host, port })
      // Workers don't listen for metrics: their main process serves the merged metrics.
      if (!metrics || !config.metrics || options.workers !== undefined || serving.isMeasured) return listening
      const { url } = await serving.listenForMetrics(
        metricsListener(() => metrics.text()),
        config.metrics,
      )
      return { ...listening, metrics: `${url}/metrics` }
    },
    extended: () => graphql.openExtended(),
    snapshot: () => snapshotOf(database, accounts),
    snapshots,
    developmentToken: token,
    close,
    async retire() {
      await serving.retire()
      await close()
    },
    async stop() {
      await serving.drain()
      await close()
    },
    logger,
  }
}

/** Returns whether this is production, which has no playground, introspection and `/openapi.json` (specification §1). */
function isProduction({ development = false }: ContentApiOptions): boolean {
  return !development && !['development', 'staging'].includes(process.env['NODE_ENV'] ?? '')
}

interface GraphqlOnDemand {
  readonly handler: Handler
  /** Loads the interface now if it has extensions. @throws ExtensionError for a mistake in an extension */
  openExtended(): Promise<void>
}

/** Loads the GraphQL interface with its first request: it takes longer to load than all other parts together. */
function graphqlOnDemand(parts: GraphqlParts): GraphqlOnDemand {
  const { config, project } = parts
  const { enabled } = config.graphql
  let opening: Promise<Handler> | undefined
  let opened: Handler | undefined
  const open = async () => {
    opening ??= import('./open-graphql.js').then(({ openGraphql }) => openGraphql(parts))
    return (opened = await opening)
  }
  const openFirst = async (request: HttpRequest) => (await open())(request)
  const isExtended = project.extensions.length > 0 || project.shadow.isChanged()
  return {
    handler(request) {
      if (segmentsBelow(config.graphql.config.endpoint, request.path) === null) return null
      return opened ? opened(request) : openFirst(request)
    },
    async openExtended() {
      if (enabled && isExtended) await open()
    },
  }
}

function metricsOf({ telemetry: { meter } }: Parts): ContentApi['metrics'] {
  if (!meter) return null
  const { registry } = meter
  return {
    text: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    figures: () => registry.getMetricsAsJSON(),
  }
}

const isOpen = ({ permissions }: Config) => permissions === undefined

/** Imports entries, then prepares the accounts: imported users can sign in, and the roles that the service needs exist. */
async function importContent(
  database: Database,
  config: Config,
  accounts: Accounts,
  lines: Lines,
  options: ImportOptions = {},
): Promise<Imported> {
  const relevant = options.replace ? lines : withoutKnownRoles(lines, await readRoles(database))
  const known = { actions: accounts.scope.actions, lastingRoles }
  const imported = await importEntries(database, config.i18n.defaultLocale, relevant, options, known)
  if (!options.dryRun) await accounts.prepare()
  return imported
}

/** Imports from Strapi. The code is loaded here, because most services never need it. */
async function importStrapi(
  { database, registry, config, accounts, uploads }: Parts,
  from: string,
  options: StrapiImportOptions = {},
): Promise<StrapiImport> {
  const { openStrapiSource } = await import('./strapi-content/open-source.js')
  const { importStrapiContent } = await import('./strapi-content/import-strapi-content.js')
  const source = openStrapiSource(from, registry, options.key)
  const { provider, directory } = uploads
  try {
    return await importStrapiContent({ database, registry, config, accounts, provider, directory }, source, options)
  } finally {
    await source.close()
  }
}

/** Takes a snapshot. Waits for pending sign-ins before it takes the snapshot and before it restores it. */
async function snapshotOf(database: Database, accounts: Accounts): Promise<() => Promise<void>> {
  await accounts.settled()
  const restore = await takeSnapshot(database)
  return async () => {
    await accounts.settled()
    await restore()
    accounts.forget()
  }
}
