import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Explained, ExplainOptions, ReadOptions, StatementLimits } from '../../database/database.js'
import { fileLost } from '../../database/database-errors.js'
import { sqlite } from '../../dialects/sqlite.js'
import type { Statement } from '../../dialects/statement.js'
import type { ReadConnection, ReadDriver } from '../driver.js'
import { explainSqlite } from './explain-sqlite.js'
import type { SqliteConnection } from './sqlite-connection.js'
import { identityOf } from './sqlite-files.js'
import { SqliteReaders } from './sqlite-readers.js'

interface ReadOnlySqliteOptions {
  readonly file: string
  readonly limits: StatementLimits | null
}

/**
 * Opens the file of another application. Nothing of the file is changed.
 *
 * @throws Error for a file with a rollback journal: a read would then block the commits of the application
 */
export async function openReadOnlySqlite({ file, limits }: ReadOnlySqliteOptions): Promise<ReadDriver> {
  const path = resolve(file)
  // Fails if there is no file.
  await stat(path)
  try {
    const readers = await SqliteReaders.open(path, limits, 'readOnly')
    if (await readers.use(journalMode, isWithoutLog)) {
      await readers.close()
      throw new Error(withoutLog(path))
    }
    return new ReadOnlySqlite(path, readers, limits)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'SQLITE_CANTOPEN') throw error
    throw new Error(
      `SQLite can't open ${path}-wal and ${path}-shm, which must be beside the file. Give this process the right to ` +
        'write to the folder: a write-ahead log needs it even for reads.',
      { cause: error },
    )
  }
}

const journalMode: Statement = { sql: 'PRAGMA journal_mode', values: [] }

/**
 * Asks SQLite, and doesn't read the header of the file: when a process closes a file, the system removes the
 * locks of all its connections to the file. The application, when it ends, would then delete the write-ahead
 * log that they read.
 */
const isWithoutLog = async (connection: SqliteConnection): Promise<boolean> =>
  String(await connection.text(journalMode, null)) !== 'wal'

/** Returns a path as one argument of a shell. */
const argument = (path: string) => (/^[\w./-]+$/.test(path) ? path : `"${path}"`)

const withoutLog = (path: string) =>
  'it has a rollback journal, with which each read would block the writes of the application. Switch it to a ' +
  `write-ahead log, which stays in the file: sqlite3 ${argument(path)} "PRAGMA journal_mode=WAL"`

class ReadOnlySqlite implements ReadDriver {
  readonly dialect = sqlite
  readonly #identity: string | null

  constructor(
    readonly path: string,
    readonly readers: SqliteReaders,
    readonly limits: StatementLimits | null,
  ) {
    this.#identity = identityOf(path)
  }

  /** @throws ApiError ServiceUnavailableError if the file was replaced: reads would return the old content */
  checkFiles = (): void => {
    const found = identityOf(this.path)
    if (found === null || found !== this.#identity)
      throw fileLost(new Error(`The file ${this.path} of the database was ${found === null ? 'deleted' : 'replaced'}`))
  }

  async acquire(statement: Statement, options: ReadOptions): Promise<ReadConnection> {
    this.checkFiles()
    return this.readers.acquire(statement, options)
  }

  explain(statement: Statement, options: ExplainOptions): Promise<Explained> {
    return this.readers.use(statement, (connection) =>
      explainSqlite(connection, statement, { ...options, limits: this.limits }),
    )
  }

  close = (): Promise<void> => this.readers.close()
}
