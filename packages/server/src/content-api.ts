import type { Registry, SchemaSources } from '@content-api/model'
import type { Database } from '@content-api/engine/database'
import type { SwitchOffChoices } from '@content-api/engine/schema'
import type { ContentStore, ExportOptions, Imported, ImportOptions, Lines } from '@content-api/migrate/entries'
import type { Administration } from '@content-api/capabilities/accounts/administration'
import type { Log } from '@content-api/core/composition/failure'
import type { Config, ConfigInput } from '@content-api/core/config/schema'
import type { Express } from '@content-api/core/transport/node-listener'
import type { Listening } from '@content-api/core/transport/listen'
import type { MetricsText } from '@content-api/core/transport/metrics-endpoint'
import type { Webhooks } from '@content-api/capabilities/webhooks/webhooks'
import type { Logger } from '@content-api/core/log/logger'
import type { Snapshots } from './snapshots/snapshots.js'
import type { ExtensionOptions } from '@content-api/strapi-project/code/register-project'
import type { ProjectServer } from '@content-api/strapi-project/code/host/host-server'

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
   * Loads the GraphQL extensions with the first GraphQL request or call of `loadModules`, not during
   * the start. `/readyz` waits for them and for the modules that `loadModules` loads.
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
  loadModules(): Promise<void>
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
  /** The webhooks of the configuration and their deliveries. */
  readonly webhooks: Webhooks
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
