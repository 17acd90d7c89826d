import { type Admission, ReadAdmission } from '../../admission/read-admission.js'
import type { Cancellation } from '../../concurrency/cancellation.js'
import type { ReadOptions, StatementLimits } from '../../database/database.js'
import { sqlite } from '../../dialects/sqlite.js'
import { quoteText } from '../../layout/names.js'
import type { Statement } from '../../dialects/statement.js'
import type { JsonText } from '../../plan/json-text.js'
import type { ReadConnection } from '../driver.js'
import { EntryBatches, type OpenRead } from '../entry-batches.js'
import type { KnownTotals } from '../known-totals.js'
import { busyTimeout, SqliteConnection, textOf } from './sqlite-connection.js'

/** Three readers and one writer need libuv's four threads, which also run file and DNS operations. */
const readerCount = 3

/** A pool of read connections. */
export class SqliteReaders {
  readonly #admission = new ReadAdmission(readerCount, { total: busyTimeout })
  readonly #batches = new EntryBatches(sqlite, (statement, options) => this.#acquire(statement, options))
  readonly #free: SqliteConnection[]
  /** The number of waiting and running reads. */
  #open = 0
  #isClosed = false
  #onIdle: () => void = () => undefined

  private constructor(
    readonly connections: readonly SqliteConnection[],
    readonly limits: StatementLimits | null,
  ) {
    this.#free = [...connections]
  }

  static async open(
    file: string,
    limits: StatementLimits | null,
    use: 'read' | 'readOnly' = 'read',
  ): Promise<SqliteReaders> {
    // The first connection may have to switch the file to a write-ahead log, or recover the file after a crash.
    const first = await SqliteConnection.open(file, use)
    try {
      await requireUtf8(first, file)
    } catch (error) {
      await first.close()
      throw error
    }
    const others = Array.from({ length: readerCount - 1 }, () => SqliteConnection.open(file, use))
    return new SqliteReaders([first, ...(await Promise.all(others))], limits)
  }

  /**
   * Waits for a connection.
   *
   * @throws ApiError ServiceUnavailableError when no connection becomes free for `busyTimeout`
   */
  acquire(statement: Statement, options: ReadOptions): Promise<ReadConnection> {
    const batched = statement.idAt === undefined ? null : this.#batches.join(statement, options)
    return batched ?? this.#acquire(statement, options)
  }

  async #acquire(statement: Statement, options: ReadOptions): Promise<SqliteRead> {
    if (this.#isClosed) throw new Error('The database is closed.')
    // Counts reads instead of collecting their promises. A set of promises kept requests in memory until V8's
    // next full garbage collection, which then doubled the duration of other requests.
    this.#open += 1
    let admission: Admission
    try {
      const admitted = this.#admission.admit(statement, options)
      admission = admitted instanceof Promise ? await admitted : admitted
    } catch (error) {
      this.#end()
      throw error
    }
    const connection = this.#free.pop()
    if (!connection) throw new Error('More reads are admitted than there are connections.')
    const ended = () => {
      this.#free.push(connection)
      admission.release()
      this.#end()
    }
    const read = new SqliteRead(connection, { limits: this.limits, signal: options.signal, ended })
    if (statement.deeper) await read.begin()
    return read
  }

  #end(): void {
    this.#open -= 1
    if (this.#open === 0) this.#onIdle()
  }

  /** Runs work on a connection. `statement` is what it runs. */
  async use<Result>(statement: Statement, work: (connection: SqliteConnection) => Promise<Result>): Promise<Result> {
    const read = await this.#acquire(statement, {})
    try {
      return await work(read.connection)
    } finally {
      await read.release()
    }
  }

  /** Copies the content into an empty file, also after the files of the database were deleted. */
  async copyTo(file: string): Promise<void> {
    const statement = { sql: `VACUUM INTO ${quoteText(file)}`, values: [] }
    await this.use(statement, async (connection) => {
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
    // Reads that wait for their batch begin first.
    await new Promise((resolve) => setImmediate(resolve))
    this.#isClosed = true
    if (this.#open > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve))
    await Promise.all(this.connections.map((connection) => connection.close()))
  }
}

interface SqliteReadOptions {
  readonly limits: StatementLimits | null
  readonly signal: Cancellation | undefined
  /** Called when the read has ended. */
  readonly ended: () => void
}

/** A read on a connection. */
export class SqliteRead implements OpenRead {
  #inTransaction = false

  constructor(
    readonly connection: SqliteConnection,
    readonly options: SqliteReadOptions,
  ) {}

  /** Begins a transaction, so that several statements see the same state. */
  async begin(): Promise<void> {
    try {
      await this.connection.run('BEGIN')
      this.#inTransaction = true
    } catch (error) {
      this.options.ended()
      throw error
    }
  }

  get totals(): KnownTotals | null {
    return this.connection.totals
  }

  text(statement: Statement): Promise<JsonText | null> {
    const { limits, signal } = this.options
    return this.connection.text(statement, limits, signal)
  }

  async texts(statement: Statement): Promise<readonly (JsonText | null)[]> {
    const texts: (JsonText | null)[] = []
    for (const { at, text } of await this.connection.limitedRows(statement, this.options.limits)) {
      texts[Number(at)] = textOf(text)
    }
    return texts
  }

  release(): Promise<void> | void {
    return this.#inTransaction ? this.#commit() : this.options.ended()
  }

  async #commit(): Promise<void> {
    await this.connection.run('COMMIT')
    this.#inTransaction = false
    this.options.ended()
  }

  /** A read of a file isn't repeated. */
  async recover(error: unknown): Promise<OpenRead> {
    try {
      if (this.#inTransaction) await this.connection.run('COMMIT')
    } catch {
      // The first error is the one to report.
    }
    this.options.ended()
    throw error
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
