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

/** What a service has counted and measured since it opened. */
export interface ServiceMetrics {
  /** As Prometheus reads them. */
  text(): Promise<MetricsText>
  /** As prom-client hands them on, to be merged with those of other processes. */
  figures(): Promise<readonly object[]>
}

/** A content service, its database open and its tables in step with the schemas. */
export interface ContentApi {
  /** To be mounted in an Express application, or given to `http.createServer`. */
  readonly app: Express
  /** Answers a request without a socket. */
  fetch(request: Request): Promise<Response>
  /** @throws Error for an address that other machines reach, while everybody may do everything. */
  listen(at?: { readonly host?: string; readonly port?: number }): Promise<Listening>
  /** Reads entries (`EntryLine`), all of them or none. @throws ImportError with all mistakes */
  importEntries(lines: Lines, options?: ImportOptions): Promise<Imported>
  /**
   * Imports the content of a Strapi 4 project, all of it or none.
   * @param from an export archive, an SQLite file or a PostgreSQL URL; it is never changed
   * @throws StrapiSourceError for a source that can't be read, or with every mistake in it
   */
  importStrapi(from: string, options?: StrapiImportOptions): Promise<StrapiImport>
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
  /** Saves and restores everything that is stored, uploaded files included, by name: for tests and development. */
  readonly snapshots: Snapshots
  /** Guards the endpoints for development, and the explorer; null unless in development. */
  readonly developmentToken: string | null
  /** Answers what was asked already, for eight seconds at most, then closes the database. */
  close(): Promise<void>
  /**
   * Closes one of several processes that share a port (`workers`) after its clients have closed their connections, within six
   * seconds. `/readyz` keeps responding with 200, because the other processes serve.
   */
  retire(): Promise<void>
  /** The same after `http.drain` seconds in which `/readyz` says no already: for a service that another one takes over from. */
  stop(): Promise<void>
  /** Null unless the configuration has `metrics`. */
  readonly metrics: ServiceMetrics | null
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
  const { development = false } = options
  const production = isProduction(options)
  // First what every interface works on: the model, the database, entries, the project's code, uploads, accounts.
  const parts = await openParts(options)
  const { registry, config, database, logger, log, project, accounts, actAs } = parts
  // Loaded on demand; a mistake in an extension still keeps the service from starting.
  const graphql = graphqlOnDemand({ ...parts, folder: options.project, production })
  await closeOnFailure(database, async () => {
    // First, so that no entry of accounts or of the project's code has an id of the seed.
    if (options.seed !== undefined) {
      const load = (lines: Lines) => importContent(database, config, accounts, beginReading(lines))
      await seedDatabase(database, { from: options.seed, uploads: parts.uploads.directory, load, logger })
    }
    await ensureFixedAccounts(accounts, config.development)
    // The project's code runs when everything that it may use is open, and before the first request.
    await project.bootstrap()
    if (!options.extendLater) await graphql.openExtended()
  })
  // Before the handlers: `/readyz` reports that the service is stopping.
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
    alone: (work) => gate.exclusively(work),
    restored: async () => {
      accounts.forget()
      // The roles of the configuration may have changed since.
      await accounts.prepare()
    },
    settled: () => accounts.settled(),
  })
  const answer = createHandler(handlers, log)
  // Around the handlers: pages of other origins can read failures too.
  const { positions } = parts
  const withoutCors = positions ? positions.around(answer) : answer
  const withoutEndpoints = withCors(config.cors, withoutCors, { readable: positions ? [positionHeader] : [] })
  // A service in memory leaves no files behind.
  const keeper = isInMemory(config.database) ? undefined : options.project
  const token = development ? await developmentToken(keeper) : null
  const developed =
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
  // Around everything that takes time.
  const handle = observed(developed, parts.telemetry)
  const metrics = metricsOf(parts)
  // Last, the adapters.
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
    importEntries: (lines, given) => importContent(database, config, accounts, beginReading(lines), given),
    importStrapi: (from, given) => importStrapi(parts, from, given),
    exportEntries: (write, given) => exportEntries(database, write, given),
    metrics,
    async listen({ host = config.host, port = config.port } = {}) {
      const listening = await serving.listen(listener, { host, port })
      // The metrics of workers are read together.
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

/** The playground, introspection and `/openapi.json` are there in development and staging (specification §1). */
function isProduction({ development = false }: ContentApiOptions): boolean {
  return !development && !['development', 'staging'].includes(process.env['NODE_ENV'] ?? '')
}

interface GraphqlOnDemand {
  readonly handler: Handler
  /** Opens the interface if something extends it. @throws ExtensionError for a mistake in an extension */
  openExtended(): Promise<void>
}

/** GraphQL takes longer to load than everything else together: its first request loads it. */
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

/** Imported users can sign in at once, and the roles that the service relies on are there whatever was imported. */
async function importContent(
  database: Database,
  config: Config,
  accounts: Accounts,
  lines: Lines,
  options: ImportOptions = {},
): Promise<Imported> {
  const given = options.replace ? lines : withoutKnownRoles(lines, await readRoles(database))
  const known = { actions: accounts.scope.actions, lastingRoles }
  const imported = await importEntries(database, config.i18n.defaultLocale, given, options, known)
  if (!options.dryRun) await accounts.prepare()
  return imported
}

/** Most services never import: a start doesn't load what it takes. */
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

/** Sign-ins under way are done before the snapshot is taken and before it is restored. */
async function snapshotOf(database: Database, accounts: Accounts): Promise<() => Promise<void>> {
  await accounts.settled()
  const restore = await takeSnapshot(database)
  return async () => {
    await accounts.settled()
    await restore()
    accounts.forget()
  }
}
