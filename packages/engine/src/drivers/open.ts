import type { Registry } from '@content-api/model'
import { IndexHints } from '../admission/index-hints.js'
import type { Connection } from '../database/connection.js'
import { ContentDatabase } from './content-database.js'
import type { Database, StatementLimits } from '../database/database.js'
import {
  currentTrace,
  type DatabaseObserver,
  type EndedStatement,
  measureStatements,
} from '../database/statement-measurements.js'
import { createLayout, type OwnLayout } from '../layout/own-layout.js'
import type { Driver } from './driver.js'
import { describeConnectionError } from './postgres/explain-connection-error.js'
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
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const {
    registry,
    connection,
    layout = createLayout(registry, connection.dialect),
    limits,
    report = () => undefined,
    hint,
    observer = null,
  } = options
  try {
    const open = openers[connection.dialect]
    const driver = await open(layout, { ...connection, limits: limits ?? null, report } as never)
    const measure = observer && measureStatements(connection.dialect, observer)
    const onStatement = (statement: EndedStatement) => {
      measure?.(statement)
      currentTrace()?.add(statement)
    }
    const meter = observer?.meter ?? null
    const hints = hint ? new IndexHints(hint) : null
    return new ContentDatabase({ registry, layout, driver, limits: limits ?? null, meter, hints, onStatement })
  } catch (error) {
    const reason = describeConnectionError(error)
    throw new Error(`Cannot open the database ${describeConnection(connection)}: ${reason}`, { cause: error })
  }
}

type Openers = {
  readonly [Name in Connection['dialect']]: (
    layout: OwnLayout,
    connection: Extract<Connection, { dialect: Name }> & {
      readonly limits: StatementLimits | null
      readonly report: (message: string) => void
    },
  ) => Promise<Driver>
}

/** A new database needs one entry here. Each driver is only loaded when it is used, and `pg` is optional. */
const openers: Openers = {
  sqlite: async (layout, connection) => {
    await import('sqlite3').catch(withoutBinary)
    return (await import('./sqlite/sqlite-driver.js')).openSqlite(layout, connection)
  },
  postgres: async (_layout, connection) => (await import('./postgres/postgres-driver.js')).openPostgres(connection),
}

/** Package managers that run no install scripts leave `sqlite3` without its compiled part. */
function withoutBinary(cause: unknown): never {
  throw new Error(
    'the compiled part of the package sqlite3 is missing. Its install script downloads or compiles it: run it with ' +
      '"npm rebuild sqlite3" (npm) or "pnpm approve-builds" (pnpm), or use PostgreSQL',
    { cause },
  )
}

/** Describes a connection for messages, without user and password. */
function describeConnection(connection: Connection): string {
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
export async function checkReachable(database: Database): Promise<void> {
  database.checkFiles()
  const before = database.statements()
  try {
    await database.read({ sql: 'SELECT 1', values: [] })
  } catch (error) {
    if (!isPoolExhausted(error) || database.statements() === before) throw error
  }
}
