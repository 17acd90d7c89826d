import { LRUCache } from 'lru-cache'
import sqlite3 from 'sqlite3'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { Cancellation } from '../concurrency/cancellation.js'
import type { Row, StatementLimits } from './database.js'
import { readError } from './errors.js'
import type { Statement } from './statement.js'

/** How long a statement waits for another process to let go of the file, in milliseconds. */
export const busyTimeout = 10_000
/** Statements that stay prepared, the most recently used ones. */
const preparedStatements = 200
/** Milliseconds between interrupts: one in the tick of the call is lost (measured: 18 of 20; repeated, 0 of 60). */
const interruptEvery = 10
/** Bytes of a value, unless a limit says less: SQLite's own. */
const longestValue = 1_000_000_000

const pragmas = {
  // FULL: with less, WAL acknowledges a commit before the disk has it (measured: 8 syncs for 100 commits).
  write: 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY',
  // Not opened read-only: after a crash the first connection, whichever it is, must be able to recover the file.
  read: 'PRAGMA journal_mode = WAL; PRAGMA query_only = ON; PRAGMA temp_store = MEMORY',
}

/** Only for statements that read: interrupting any other rolls back its transaction. */
interface Interruption {
  /** The time after which the statement is interrupted. */
  readonly milliseconds?: number
  readonly signal?: Cancellation | undefined
}

/**
 * One connection to a SQLite file. Whoever uses it sends one statement at a time: others would each hold a thread of the
 * pool while they wait for it, and be ended in its place when it takes too long.
 */
export class SqliteConnection {
  #isClosed = false
  #longest = longestValue
  /** When the statement that runs is to end, in milliseconds of `performance.now()`. */
  #deadline = Number.POSITIVE_INFINITY
  #watch: NodeJS.Timeout | undefined
  readonly #prepared = new LRUCache<string, Promise<sqlite3.Statement>>({
    max: preparedStatements,
    dispose: (prepared) => void prepared.then((statement) => statement.finalize()).catch(() => undefined),
  })

  private constructor(
    readonly handle: sqlite3.Database,
    readonly use: 'write' | 'read',
  ) {}

  /** Opens a connection that only reads. */
  static async open(file: string): Promise<SqliteConnection> {
    const handle = await new Promise<sqlite3.Database>((resolve, reject) => {
      const opened: sqlite3.Database = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(opened)))
    })
    try {
      return await SqliteConnection.prepare(handle, 'read')
    } catch (error) {
      await closeHandle(handle)
      throw error
    }
  }

  /** Configures an open handle. The caller closes it if this rejects. */
  static async prepare(handle: sqlite3.Database, use: 'write' | 'read'): Promise<SqliteConnection> {
    handle.configure('busyTimeout', busyTimeout)
    handle.serialize()
    const connection = new SqliteConnection(handle, use)
    await connection.run(pragmas[use])
    return connection
  }

  /**
   * The first column of the first row as text; null when it is NULL or there is no row.
   * @throws ApiError ValidationError for what takes longer or becomes larger than the limits allow
   */
  async text(statement: Statement, limits: StatementLimits | null, signal?: Cancellation): Promise<string | null> {
    if (!limits) return firstText(await this.rows(statement, { signal }))
    // SQLite stops as soon as any text on the way to the answer is longer.
    this.#bound(limits.answerBytes)
    try {
      return firstText(await this.rows(statement, { milliseconds: limits.statementMilliseconds, signal }))
    } catch (error) {
      throw readError(error)
    } finally {
      // What is written may be longer than what is answered.
      if (this.use === 'write') this.#bound(longestValue)
    }
  }

  /** @throws the signal's reason when it is aborted before the statement runs; an interrupted one rejects with SQLite's error */
  async rows({ sql, values }: Statement, { milliseconds, signal }: Interruption = {}): Promise<readonly Row[]> {
    const prepared = await (this.#prepared.get(sql) ?? this.#prepare(sql))
    signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      const abort = () => this.#endAfter(0)
      signal?.addEventListener('abort', abort)
      if (milliseconds !== undefined) this.#endAfter(milliseconds)
      // `all` rather than `get`: a statement that isn't stepped to its end goes on holding its snapshot.
      prepared.all<Row>(values.map(sqliteValue), (error, rows) => {
        // Before the caller can send another statement, which would be interrupted in place of this one.
        this.#deadline = Number.POSITIVE_INFINITY
        signal?.removeEventListener('abort', abort)
        if (error) reject(error)
        else resolve(rows)
      })
    })
  }

  /** For statements that are run once: EXPLAIN of a write holds its snapshot until it is finalized. */
  rowsOnce({ sql, values }: Statement): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      this.handle.all<Row>(sql, values.map(sqliteValue), (error, rows) => (error ? reject(error) : resolve(rows)))
    })
  }

  #bound(bytes: number): void {
    // What a closed connection is told without being asked, it answers with an event that ends the process.
    if (this.#longest === bytes || this.#isClosed) return
    this.handle.configure('limit', sqlite3.LIMIT_LENGTH, bytes)
    this.#longest = bytes
  }

  /** One timer at a time, however many statements come and go: to set one for each costs more than to bind its values. */
  #endAfter(milliseconds: number): void {
    this.#deadline = performance.now() + milliseconds
    if (milliseconds === 0) {
      clearTimeout(this.#watch)
      return this.#look()
    }
    this.#watch ??= setTimeout(this.#look, milliseconds).unref()
  }

  readonly #look = (): void => {
    const left = this.#deadline - performance.now()
    if (left <= 0) this.handle.interrupt()
    const next = left <= 0 ? interruptEvery : left
    this.#watch = Number.isFinite(next) ? setTimeout(this.#look, next).unref() : undefined
  }

  #prepare(sql: string): Promise<sqlite3.Statement> {
    const prepared = new Promise<sqlite3.Statement>((resolve, reject) => {
      const statement = this.handle.prepare(sql, (error: Error | null) => {
        if (!error) return resolve(statement)
        this.#prepared.delete(sql)
        reject(error)
      })
    })
    this.#prepared.set(sql, prepared)
    return prepared
  }

  /** Statements without parameters or rows, several joined by semicolons. */
  run(sql: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.handle.exec(sql, (error) => (error ? reject(error) : resolve()))
    })
  }

  async close(): Promise<void> {
    await this.finish()
    await closeHandle(this.handle)
  }

  /** Finalizes all prepared statements: SQLite doesn't close a connection that has any. */
  async finish(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#watch)
    this.#prepared.clear()
    // They are finalized one tick later.
    await Promise.resolve()
  }
}

function closeHandle(handle: sqlite3.Database): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    handle.close((error) => (error ? reject(error) : resolve()))
  })
}

function firstText([row]: readonly Row[]): string | null {
  if (!row) return null
  const [value] = Object.values(row)
  return value === null || value === undefined ? null : String(value)
}

/** SQLite has no booleans. */
function sqliteValue(value: Stored): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value
}
