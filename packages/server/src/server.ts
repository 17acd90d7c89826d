import type { RequestListener } from 'node:http'
import type { Registry } from '@content-api/model'
import type { Accounts } from './auth/accounts.js'
import { type Administration, createAdministration } from './auth/administration.js'
import { ensureFixedAccounts } from './auth/fixed-accounts.js'
import { type Database, filesOfDatabase, isInMemory, takeSnapshot } from '@content-api/engine/database'
import type { Config } from './config/schema.js'
import {
  type ContentStore,
  exportEntries,
  type ExportOptions,
  type Imported,
  importEntries,
  type ImportOptions,
  type Lines,
  seedDatabase,
} from '@content-api/migrate/entries'
import { graphqlOnDemand } from './graphql/on-demand.js'
import { type Express, createExpressApp } from './http/express-app.js'
import { createFetch } from './http/fetch.js'
import { type MetricsText, metricsListener } from './http/metrics-endpoint.js'
import { handleRequests } from './http/handle-requests.js'
import type { Listening } from './http/listen.js'
import { createListener } from './http/node-listener.js'
import { Serving } from './http/serving.js'
import { WriteGate } from './http/write-gate.js'
import { modulesOnce } from './load-modules.js'
import type { Logger } from './log/logger.js'
import { ownHosts } from './message/own-hosts.js'
import { contentStoreOf } from './migration.js'
import { projectExtension } from './strapi/graphql/open-extension.js'
import { openKoa } from './strapi/koa/open-koa.js'
import { type ContentApiOptions, type Parts, closeOnFailure, openParts } from './open-parts.js'
import type { ProjectServer } from './strapi/code/host/project-server.js'
import { developmentToken } from './secrets/stored-secret.js'
import { createSnapshots, type Snapshots } from './snapshots/snapshots.js'

export type { ContentApiOptions } from './open-parts.js'

/** The metrics of a service since it opened. */
export interface ServiceMetrics {
  /** Returns the metrics in the text format of Prometheus. */
  text(): Promise<MetricsText>
  /** Returns the metrics as objects of prom-client, which can be merged with those of other processes. */
  figures(): Promise<readonly object[]>
}

/** A content service with an open database whose tables match the schemas. */
export interface ContentApi {
  /** An Express application, to mount in another one or to pass to `http.createServer`. */
  readonly app: Express
  /** Handles a request without a socket. */
  fetch(request: Request): Promise<Response>
  /** Starts to listen. @throws Error if every request is allowed and other machines can reach the host */
  listen(at?: { readonly host?: string; readonly port?: number }): Promise<Listening>
  /** Imports entries: all of them, or none if there is a mistake. @throws ImportError with up to 1,000 mistakes */
  importEntries(lines: Lines, options?: ImportOptions): Promise<Imported>
  /** Exports every entry as a line of JSON that `importEntries` can read. */
  exportEntries(
    write: (line: string) => Promise<void> | void,
    options?: ExportOptions,
  ): Promise<{ readonly entries: number }>
  /**
   * Loads all modules that the configuration needs and that requests would load on demand, and the GraphQL
   * extensions. Call it soon after `listen`: if a module fails to load during a request, it stays broken
   * until the process ends, because Node doesn't load it again.
   * @throws ExtensionError for a mistake in an extension; Error if a module can't be loaded
   */
  loaded(): Promise<void>
  /**
   * Takes a snapshot of the database and keeps it in memory, for tests on SQLite. It includes the records of
   * uploaded files, but not the files.
   * @returns a function that restores the snapshot and may be called several times
   * @throws Error on other databases
   */
  snapshot(): Promise<() => Promise<void>>
  /** Saves and restores all content, including uploaded files, by name. For tests and development. */
  readonly snapshots: Snapshots
  /** The token of the development endpoints and the explorer. Null outside of development. */
  readonly developmentToken: string | null
  /** Finishes the open requests, for eight seconds at most, then closes the database. */
  close(): Promise<void>
  /**
   * Closes one of several processes that share a port (`workers`): waits up to six seconds until its clients
   * have closed their connections. `/readyz` keeps responding with 200, because the other processes continue
   * to serve.
   */
  retire(): Promise<void>
  /**
   * Starts the cron tasks of the project's code. `start` and `dev` call it. If several processes serve a
   * project, only one of them should run its tasks.
   */
  startTasks(): void
  stopTasks(): void
  /** Closes the service after `http.drain` seconds in which `/readyz` fails and another service can take over. */
  stop(): Promise<void>
  /** Null if the configuration has no `metrics`. */
  readonly metrics: ServiceMetrics | null
  readonly logger: Logger
  /** The server that code of the project gets as `strapi.server.httpServer`. `listen` passes its events on. */
  readonly projectServer: ProjectServer
  /** Manages users, roles and tokens, without permission checks. */
  readonly accounts: Administration
  /** Whether every request is allowed, because the configuration has no `permissions`. */
  readonly open: boolean
  /** Whether the port is set for this service: by `content-api.config`, the environment or an option. */
  readonly hasOwnPort: boolean
  readonly database: Database
  readonly registry: Registry
  readonly config: Config
  /** The content and what belongs to it, for `importStrapi` and `exportToStrapi`. */
  readonly content: ContentStore
}

/**
 * Opens a content service (specification §1).
 * @throws ModelError, ConfigError, ExtensionError for mistakes in schemas, configuration and project code
 * @throws Error when the database can't be opened or the start would lose data
 */
export async function createContentApi(options: ContentApiOptions): Promise<ContentApi> {
  const { development = false } = options
  const production = isProduction(options)
  // The parts that REST and GraphQL share: the model, the database, entries, the project's code, uploads, accounts.
  const parts = await openParts(options)
  const { registry, config, loaded, database, logger, project, accounts, actAs } = parts
  const content = contentStoreOf(parts)
  // GraphQL is loaded on demand, but a mistake in an extension prevents the start unless `extendLater` is set.
  const extension = projectExtension({ ...parts, folder: options.project })
  const graphql = graphqlOnDemand({ ...parts, extension, production, development })
  await closeOnFailure(database, async () => {
    // First, so that accounts and entries of the project's code don't take ids of the seed.
    if (options.seed !== undefined) {
      await seedDatabase(content, { from: options.seed, log: (message) => logger.info(message) })
    }
    await ensureFixedAccounts(accounts, config.development)
    // The project's code runs when everything that it may use is open, but before the first request.
    if (options.bootstrap ?? true) await project.bootstrap()
    if (!options.extendLater) await graphql.openExtended()
  })
  // Before the handlers, because `/readyz` reports that the service is stopping.
  const serving = new Serving({
    open: isOpen(config),
    drain: config.http.drain,
    reserved: filesOfDatabase(config.database),
    logger,
  })
  const loadAll = modulesOnce(parts, graphql)
  const koa = await openKoa(parts)
  const gate = new WriteGate()
  const snapshots = createSnapshots({
    database,
    project: options.project,
    connection: config.database,
    uploads: parts.uploads.directory,
    runExclusively: (work) => gate.exclusively(work),
    restored: async () => {
      accounts.forget()
      // The configuration may have other roles than when the snapshot was saved.
      await accounts.prepare()
    },
    settled: () => accounts.settled(),
  })
  // A service in memory writes no files.
  const tokenFolder = isInMemory(config.database) ? undefined : options.project
  const token = development ? await developmentToken(tokenFolder) : null
  const handle = handleRequests({
    ...parts,
    graphql: config.graphql.enabled ? graphql.handler : null,
    koa,
    openapi: config.api.rest.openapi ?? !production,
    developers: token === null || actAs === null ? null : { token, snapshots, gate, actAs },
    isStopping: () => serving.isStopping,
    loaded: options.extendLater || options.workers !== undefined ? loadAll : () => Promise.resolve(),
  })
  const metrics = metricsOf(parts)
  const sockets = { config, handle, logger }
  const plainListener = createListener(sockets)
  const { http: projectServer } = project.additions
  const listener: RequestListener = (request, response) => projectServer.handle(request, response, plainListener)
  let app: Express | undefined
  const { cron } = project
  const close = async () => {
    cron.stop()
    await serving.close()
    parts.telemetry.traces?.flush()
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
    hasOwnPort: loaded.isChosen('port'),
    fetch: createFetch(handle, config),
    content,
    importEntries: (lines, importing) => importEntries(content, lines, importing),
    exportEntries: (write, exporting) => exportEntries(database, write, exporting),
    metrics,
    async listen({ host = config.host, port = config.port } = {}) {
      const listening = await serving.listen(listener, { host, port })
      listening.attach(projectServer)
      // The primary process serves the metrics of workers.
      if (!metrics || !config.metrics || options.workers !== undefined || serving.isMeasured) return listening
      const figures = metricsListener(() => metrics.text(), ownHosts(config))
      const { url } = await serving.listenForMetrics(figures, config.metrics)
      return { ...listening, metrics: `${url}/metrics` }
    },
    projectServer,
    loaded: loadAll,
    snapshot: () => snapshotOf(database, accounts),
    snapshots,
    developmentToken: token,
    startTasks: () => void cron.start(),
    stopTasks: () => void cron.stop(),
    close,
    async retire() {
      cron.stop()
      await serving.retire()
      await close()
    },
    async stop() {
      cron.stop()
      await serving.drain()
      await close()
    },
    logger,
  }
}

/** Outside of production, the playground, introspection and `/openapi.json` are served (specification §1). */
function isProduction({ development = false }: ContentApiOptions): boolean {
  return !development && !['development', 'staging'].includes(process.env['NODE_ENV'] ?? '')
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

/** Takes a snapshot. Waits until pending mail is sent before it takes the snapshot, and before it restores it. */
async function snapshotOf(database: Database, accounts: Accounts): Promise<() => Promise<void>> {
  await accounts.settled()
  const restore = await takeSnapshot(database)
  return async () => {
    await accounts.settled()
    await restore()
    accounts.forget()
  }
}
