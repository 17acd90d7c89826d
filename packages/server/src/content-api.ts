import type { SchemaSources } from '@content-api/model'
import type { AnyDatabase } from '@content-api/engine/database'
import type { SwitchOffChoices } from '@content-api/engine/schema'
import type { ContentStore, ExportOptions, Imported, ImportOptions, Lines } from '@content-api/migrate/entries'
import type { Administration } from '@content-api/capabilities/accounts/administration'
import type { Log } from '@content-api/core/composition/failure'
import type { ConfigInput } from '@content-api/core/config/schema'
import type { Webhooks } from '@content-api/capabilities/webhooks/webhooks'
import type { DocumentLines } from '@content-api/strapi-documents/transfer/document-line'
import type { ServedApi } from './served-api.js'
import type { Snapshots } from './snapshots/snapshots.js'
import type { ExtensionOptions } from '@content-api/strapi-project/code/register-project'

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

/** How the content of a service is imported and exported. */
export interface ContentTransfer extends Pick<ContentApi, 'importEntries' | 'exportEntries'> {
  /** @throws Error for content in the tables of Strapi 5 */
  readonly store: () => ContentStore
  /** Imports a file of lines or a folder of such files, if the database has no content. */
  seed(from: string): Promise<void>
}

/** A content service with an open database whose tables match the schemas. */
export interface ContentApi extends ServedApi {
  /**
   * Imports entries: all of them, or none if there is a mistake. Projects of Strapi 5 have lines of documents.
   * @throws ImportError with up to 1,000 mistakes */
  importEntries(lines: Lines | DocumentLines, options?: ImportOptions): Promise<Imported>
  /** Exports every entry as a line of JSON that `importEntries` can read. */
  exportEntries(
    write: (line: string) => Promise<void> | void,
    options?: ExportOptions,
  ): Promise<{ readonly entries: number }>
  /**
   * Takes a snapshot of the database and keeps it in memory, for tests on SQLite. It includes the records of
   * uploaded files, but not the files.
   * @returns a function that restores the snapshot and may be called several times
   * @throws Error on other databases
   */
  snapshot(): Promise<() => Promise<void>>
  /** Saves and restores all content, including uploaded files, by name. For tests and development. */
  readonly snapshots: Snapshots
  /** Manages users, roles and tokens, without permission checks. */
  readonly accounts: Administration
  /** The webhooks of the configuration and their deliveries. */
  readonly webhooks: Webhooks
  readonly database: AnyDatabase
  /**
   * The content and what belongs to it, for `importStrapi` and `exportToStrapi`.
   * @throws Error (the getter) for projects of Strapi 5, whose content lies in Strapi's tables already
   */
  readonly content: ContentStore
}
