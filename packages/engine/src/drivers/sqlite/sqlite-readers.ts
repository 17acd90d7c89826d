import type { ReadOptions } from '../../database/database.js'
import { quoteText } from '../../dialects/names.js'
import { ReadAdmission } from '../../admission/read-admission.js'
import { busyTimeout, SqliteConnection } from './sqlite-connection.js'
import type { Statement } from '../../dialects/statement.js'

/** Three readers and one writer need libuv's four threads, which also run file and DNS operations. */
const readerCount = 3

/** A pool of read connections. */
export class SqliteReaders {
  readonly #admission = new ReadAdmission(readerCount, { total: busyTimeout })
  readonly #free: SqliteConnection[]
  /** The number of waiting and running reads. */
  #open = 0
  #isClosed = false
  #onIdle: () => void = () => undefined

  private constructor(readonly connections: readonly SqliteConnection[]) {
    this.#free = [...connections]
  }

  static async open(file: string): Promise<SqliteReaders> {
    // The first connection may have to switch the file to a write-ahead log, or recover the file after a crash.
    const first = await SqliteConnection.open(file)
    try {
      await requireUtf8(first, file)
    } catch (error) {
      await first.close()
      throw error
    }
    const others = Array.from({ length: readerCount - 1 }, () => SqliteConnection.open(file))
    return new SqliteReaders([first, ...(await Promise.all(others))])
  }

  /**
   * Runs the statements of one read on a connection.
   *
   * @throws ApiError ServiceUnavailableError when no connection becomes free for `busyTimeout`
   */
  async use<Result>(
    statement: Statement,
    options: ReadOptions,
    read: (connection: SqliteConnection) => Promise<Result>,
  ): Promise<Result> {
    if (this.#isClosed) throw new Error('The database is closed.')
    // Counts reads instead of collecting their promises. A set of promises kept requests in memory until V8's
    // next full garbage collection, which then doubled the duration of other requests.
    this.#open += 1
    try {
      return await this.#admission.run(statement, options, () =>
        this.#lend((connection) => (statement.deeper ? inReadTransaction(connection, read) : read(connection))),
      )
    } finally {
      this.#open -= 1
      if (this.#open === 0) this.#onIdle()
    }
  }

  /** Copies the content into an empty file, also after the files of the database were deleted. */
  async copyTo(file: string): Promise<void> {
    const statement = { sql: `VACUUM INTO ${quoteText(file)}`, values: [] }
    await this.use(statement, {}, async (connection) => {
      // SQLite counts the new file as a change of the database.
      await connection.run('PRAGMA query_only = OFF')
      try {
        await connection.run(statement.sql)
      } finally {
        await connection.run('PRAGMA query_only = ON')
      }
    })
  }

  /** Waits until no read is waiting or running, then closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#open > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve))
    await Promise.all(this.connections.map((connection) => connection.close()))
  }

  async #lend<Result>(read: (connection: SqliteConnection) => Promise<Result>): Promise<Result> {
    const connection = this.#free.pop()
    if (!connection) throw new Error('More reads are admitted than there are connections.')
    try {
      return await read(connection)
    } finally {
      this.#free.push(connection)
    }
  }
}

/** Responses are sent as SQLite stores them. @throws Error for a file with another encoding than UTF-8 */
async function requireUtf8(connection: SqliteConnection, file: string): Promise<void> {
  const [row] = await connection.rows({ sql: 'PRAGMA encoding', values: [] })
  const encoding = String(row?.['encoding'])
  if (encoding === 'UTF-8') return
  throw new Error(
    `it stores text as ${encoding}, but content-api needs UTF-8. Copy it to a new file with the sqlite3 program: ` +
      `sqlite3 ${file} .dump | sqlite3 ${file}-utf8`,
  )
}

/** Runs several statements in one transaction, so that they see the same state. */
async function inReadTransaction<Result>(
  connection: SqliteConnection,
  read: (connection: SqliteConnection) => Promise<Result>,
): Promise<Result> {
  await connection.run('BEGIN')
  try {
    return await read(connection)
  } finally {
    await connection.run('COMMIT')
  }
}
