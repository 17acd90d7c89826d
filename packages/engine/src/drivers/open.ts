import type { Registry } from '@content-api/model'
import { IndexHints } from '../admission/index-hints.js'
import type { Connection, SqliteConnection } from '../database/connection.js'
import { ContentDatabase } from './content-database.js'
import type { Database, ReadDatabase, StatementLimits } from '../database/database.js'
import { type DatabaseObserver, measureStatements } from '../database/statement-measurements.js'
import { createLayout, type OwnLayout } from '../layout/own-layout.js'
import type { Layout, WritableLayout } from '../layout/layout.js'
import { DatabaseReads } from './database-reads.js'
import type { Driver, ReadDriver } from './driver.js'
import type { ReadOnlyPostgres } from './postgres/read-only-postgres.js'
import { describeConnectionError } from './postgres/explain-connection-error.js'
import { loadSqlite3 } from './sqlite/load-sqlite3.js'
import { isPoolExhausted } from '../database/database-errors.js'

export interface OpenOptions {
  readonly registry: Registry
  /** The registry's own layout by default. Tests open databases with other tables. */
  readonly layout?: OwnLayout
  readonly connection: Connection
  /** No limits by default. The service sets them, since its clients are not trusted. */
  readonly limits?: StatementLimits
  /** Called with changes among the servers of a database, such as an excluded replica or another primary. */
  readonly report?: (message: string) => void
  /** Called with each index that lists of many rows lack, for developers. */
  readonly hint?: ((message: string) => void) | undefined
  /** Measures statements. */
  readonly observer?: DatabaseObserver | null
}

/**
 * Opens the database and leaves its tables as they are: `syncSchema` changes them to fit the layout.
 *
 * @throws Error that names the file, or the host and database, that can't be opened
 */
export function openDatabase(options: OpenOptions): Promise<Database> {
  const { registry, connection, layout = createLayout(registry, connection.dialect) } = options
  return openTables({ ...options, layout, rejects: layout })
}

/**
 * Opens a database whose tables another application uses too. No table is created or changed.
 *
 * @throws Error that names the file, or the host and database, that can't be opened
 */
export function openSharedDatabase<Tables extends WritableLayout>(
  options: Omit<OpenOptions, 'layout'> & { readonly layout: Tables },
): Promise<Database<Tables>> {
  return openTables({ ...options, rejects: null })
}

interface TablesOptions<Tables extends WritableLayout> extends Omit<OpenOptions, 'layout'> {
  readonly layout: Tables
  /** Rejects a file in which other software has created tables of this layout. */
  readonly rejects: WritableLayout | null
}

async function openTables<Tables extends WritableLayout>(options: TablesOptions<Tables>): Promise<Database<Tables>> {
  const { registry, connection, layout, rejects, limits, report = () => undefined, hint } = options
  try {
    const open = openers[connection.dialect]
    const driver = await open(rejects, { ...connection, limits: limits ?? null, report } as never)
    const hints = hint ? new IndexHints(hint) : null
    return new ContentDatabase({ registry, layout, driver, hints, ...measured(options) })
  } catch (error) {
    throw cannotOpen(connection, error)
  }
}

interface ReadOnlyOptions extends Pick<OpenOptions, 'registry' | 'limits' | 'observer'> {
  readonly layout: Layout
  readonly connection: ReadOnlyConnection
}

/** The database of another application. */
export type ReadOnlyConnection = SqliteConnection | ReadOnlyPostgres

/**
 * Opens the database of another application for reads. Nothing in it is changed: the connections can't write.
 *
 * @throws Error that names the file, or the host and database, that can't be opened
 */
export async function openReadOnlyDatabase(options: ReadOnlyOptions): Promise<ReadDatabase> {
  const { registry, layout, connection } = options
  try {
    const driver = await openReadOnlyDriver({ ...connection, limits: options.limits ?? null })
    return new DatabaseReads({ registry, layout, driver, hints: null, ...measured(options) })
  } catch (error) {
    throw cannotOpen(connection, error)
  }
}

async function openReadOnlyDriver(
  options: ReadOnlyConnection & { readonly limits: StatementLimits | null },
): Promise<ReadDriver> {
  if (options.dialect === 'postgres')
    return (await import('./postgres/read-only-postgres.js')).openReadOnlyPostgres(options)
  await loadSqlite3()
  return (await import('./sqlite/read-only-sqlite.js')).openReadOnlySqlite(options)
}

/** Returns the options of a database by which its statements are limited and measured. */
function measured({
  connection,
  limits,
  observer = null,
}: Pick<OpenOptions, 'limits' | 'observer'> & { readonly connection: ReadOnlyConnection }) {
  const onStatement = measureStatements(connection.dialect, observer)
  return { limits: limits ?? null, meter: observer?.meter ?? null, onStatement }
}

function cannotOpen(connection: ReadOnlyConnection, cause: unknown): Error {
  const reason = describeConnectionError(cause)
  return new Error(`Cannot open the database ${describeConnection(connection)}: ${reason}`, { cause })
}

type Openers = {
  readonly [Name in Connection['dialect']]: (
    rejects: WritableLayout | null,
    connection: Extract<Connection, { dialect: Name }> & {
      readonly limits: StatementLimits | null
      readonly report: (message: string) => void
    },
  ) => Promise<Driver>
}

/** A new database needs one entry here. Each driver is only loaded when it is used, and `pg` is optional. */
const openers: Openers = {
  sqlite: async (rejects, connection) => {
    await loadSqlite3()
    return (await import('./sqlite/sqlite-driver.js')).openSqlite(rejects, connection)
  },
  postgres: async (_rejects, connection) => (await import('./postgres/postgres-driver.js')).openPostgres(connection),
}

/** Describes a connection for messages, without user and password. */
function describeConnection(connection: ReadOnlyConnection): string {
  if (connection.dialect === 'sqlite') return connection.file
  const url = URL.parse(connection.url)
  return url ? `${url.host}${url.pathname}` : 'of the configured URL'
}

/**
 * Resolves when the database responds and its files are present. A database with no free connection is busy
 * and counts as reachable. Otherwise a load balancer would move the load to the next process, which would
 * become busy and count as unreachable too.
 *
 * @throws ApiError ServiceUnavailableError
 */
export async function checkReachable(database: ReadDatabase): Promise<void> {
  database.checkFiles()
  const before = database.statements()
  try {
    await database.read({ sql: 'SELECT 1', values: [] })
  } catch (error) {
    if (!isPoolExhausted(error) || database.statements() === before) throw error
  }
}
