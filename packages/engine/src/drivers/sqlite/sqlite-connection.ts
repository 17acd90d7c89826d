import { LRUCache } from 'lru-cache'
import sqlite3 from 'sqlite3'
import type { Stored } from '../../attributes/scalar-behaviour.js'
import type { Cancellation } from '../../concurrency/cancellation.js'
import type { JsonText } from '../../plan/json-text.js'
import type { Row, StatementLimits } from '../../database/database.js'
import { readError } from '../../database/database-errors.js'
import { KnownTotals } from '../known-totals.js'
import type { Statement } from '../../dialects/statement.js'
import { SmallBlocks } from './small-blocks.js'

/** Maximum milliseconds that a statement waits until another process releases its lock on the file. */
export const busyTimeout = 10_000
/** Maximum prepared statements of a connection. The least recently used one is finalized first. */
const preparedStatements = 200
/**
 * Milliseconds between repeated interrupts. SQLite ignores most interrupts that are sent in the same tick as
 * the statement: 18 of 20 measured. With repetition, none of 60 statements continued.
 */
const interruptInterval = 10
/**
 * The size of each read connection's page cache, in KiB. With SQLite's default of 2 MB, a list query and a
 * count of 171,075 rows evicted each other's cache pages in every request, and took 314 µs instead of 97.
 * With 8 MB, reads weren't faster than with 4 MB. The file isn't mapped into memory (`mmap_size`): scans
 * were a third faster, but an I/O error on a mapped page ends the process, and the pages count as its memory.
 */
const pageCache = 4_096
/** SQLite's own limit for a value in bytes, which applies when no other limit is set. */
const longestValue = 1_000_000_000

const pragmas = {
  // In WAL mode, a lower `synchronous` than FULL confirms commits that aren't on the disk yet (8 syncs for
  // 100 commits).
  write: 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY',
  // The file isn't opened read-only: after a crash, SQLite recovers it on the first connection, which may be
  // a read connection.
  read: `PRAGMA journal_mode = WAL; PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${pageCache}`,
  // Nothing that changes a file of another application.
  readOnly: `PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${pageCache}`,
}

/** `readOnly`: a read connection that can't change the file, and doesn't switch it to a write-ahead log. */
type Use = keyof typeof pragmas

/** When to interrupt a read. A write must not be interrupted, because that rolls back its transaction. */
interface Interruption {
  /** Milliseconds after which the statement is interrupted. */
  readonly milliseconds?: number
  readonly signal?: Cancellation | undefined
}

/**
 * One connection to a SQLite file. Callers must send one statement at a time. Otherwise each waiting
 * statement would block a thread of libuv's pool, and an interrupt could hit the wrong statement.
 */
export class SqliteConnection {
  #isClosed = false
  #longest = longestValue
  /** The time at which to interrupt the running statement, on the clock of `performance.now()`. */
  #deadline = Number.POSITIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  readonly #prepared = new LRUCache<string, sqlite3.Statement>({
    max: preparedStatements,
    dispose: (statement) => this.#finalize(statement),
  })

  /** Null on the connection that writes: SQLite doesn't count its commits as changes. */
  readonly totals: KnownTotals | null

  private constructor(
    readonly handle: sqlite3.Database,
    readonly use: Use,
    readonly smallBlocks: SmallBlocks,
  ) {
    this.totals = use === 'write' ? null : new KnownTotals()
  }

  /** Opens a read connection. */
  static async open(file: string, use: Exclude<Use, 'write'> = 'read'): Promise<SqliteConnection> {
    const access = use === 'readOnly' ? sqlite3.OPEN_READONLY : sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE
    // The other flag is a default of sqlite3: its threads share the connection.
    const mode = access | sqlite3.OPEN_FULLMUTEX
    const handle = await new Promise<sqlite3.Database>((resolve, reject) => {
      const opened: sqlite3.Database = new sqlite3.Database(file, mode, (error) =>
        error ? reject(error) : resolve(opened),
      )
    })
    try {
      return await SqliteConnection.prepare(handle, use)
    } catch (error) {
      await closeHandle(handle)
      throw error
    }
  }

  /** Configures an open handle. If this rejects, the caller must close the handle. */
  static async prepare(handle: sqlite3.Database, use: Use): Promise<SqliteConnection> {
    handle.configure('busyTimeout', busyTimeout)
    handle.serialize()
    await runAll(handle, pragmas[use])
    return new SqliteConnection(handle, use, await SmallBlocks.open(handle))
  }

  /**
   * Returns the first column of the first row: bytes of a BLOB, otherwise text. Returns null if the value is
   * NULL or no row exists.
   *
   * @throws ApiError ValidationError if a read exceeds the time limit or the size limit
   */
  async text(statement: Statement, limits: StatementLimits | null, signal?: Cancellation): Promise<JsonText | null> {
    const [row] = await this.limitedRows(statement, limits, signal)
    return row ? textOf(Object.values<Stored | Buffer>(row)[0]) : null
  }

  /** @throws ApiError ValidationError if a read exceeds the time limit or the size limit */
  async limitedRows(
    statement: Statement,
    limits: StatementLimits | null,
    signal?: Cancellation,
  ): Promise<readonly Row[]> {
    if (!limits) return this.rows(statement, { signal })
    // SQLite stops as soon as any intermediate string exceeds the limit.
    this.#limitLength(limits.responseBytes)
    try {
      return await this.rows(statement, { milliseconds: limits.statementMilliseconds, signal })
    } catch (error) {
      throw readError(error)
    } finally {
      // Values that are written may be longer than a response.
      if (this.use === 'write') this.#limitLength(longestValue)
    }
  }

  /**
   * Runs a statement and returns its rows. An interrupted statement rejects with SQLite's error.
   *
   * @throws the signal's reason when it aborts before the statement runs
   */
  rows(statement: Statement, interruption: Interruption = {}): Promise<readonly Row[]> {
    const prepared = this.#prepared.get(statement.sql)
    return prepared
      ? this.#bindAndRun(prepared, statement, interruption)
      : this.smallBlocks.holdDuring(async () => {
          const newly = await this.#prepare(statement.sql)
          return this.#bindAndRun(newly, statement, interruption)
        })
  }

  #bindAndRun(prepared: sqlite3.Statement, statement: Statement, interruption: Interruption): Promise<readonly Row[]> {
    const values = statement.values.map(sqliteValue)
    const unbound = this.smallBlocks.beforeBinding(prepared, values)
    return unbound
      ? unbound.then(() => this.#run(prepared, values, interruption))
      : this.#run(prepared, values, interruption)
  }

  #run(
    prepared: sqlite3.Statement,
    values: readonly (string | number | null)[],
    { milliseconds, signal }: Interruption,
  ): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const abort = () => this.#endAfter(0)
      signal?.addEventListener('abort', abort)
      if (milliseconds !== undefined) this.#endAfter(milliseconds)
      // Uses `all`, because `get` stops after the first row, and an unfinished statement keeps its read snapshot open.
      prepared.all<Row>(values, (error, rows) => {
        // Resets the deadline before the caller can send another statement, which would be interrupted otherwise.
        this.#deadline = Number.POSITIVE_INFINITY
        signal?.removeEventListener('abort', abort)
        if (error) reject(error)
        else resolve(rows)
      })
    })
  }

  /**
   * Runs a statement and finalizes it immediately. Otherwise `EXPLAIN` of a write would keep its read
   * snapshot open.
   */
  rowsOnce({ sql, values }: Statement): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      this.handle.all<Row>(sql, values.map(sqliteValue), (error, rows) => (error ? reject(error) : resolve(rows)))
    })
  }

  #limitLength(bytes: number): void {
    // Configuring a closed connection makes sqlite3 emit an error event, which ends the process.
    if (this.#longest === bytes || this.#isClosed) return
    this.handle.configure('limit', sqlite3.LIMIT_LENGTH, bytes)
    this.#longest = bytes
  }

  /** Sets the deadline. All statements share one timer: a timer for each takes more time than binding its values. */
  #endAfter(milliseconds: number): void {
    this.#deadline = performance.now() + milliseconds
    if (milliseconds === 0) {
      clearTimeout(this.#timer)
      return this.#checkDeadline()
    }
    this.#timer ??= setTimeout(this.#checkDeadline, milliseconds).unref()
  }

  readonly #checkDeadline = (): void => {
    const left = this.#deadline - performance.now()
    if (left <= 0) this.handle.interrupt()
    const next = left <= 0 ? interruptInterval : left
    this.#timer = Number.isFinite(next) ? setTimeout(this.#checkDeadline, next).unref() : undefined
  }

  #prepare(sql: string): Promise<sqlite3.Statement> {
    return new Promise((resolve, reject) => {
      const statement = this.handle.prepare(sql, (error: Error | null) => {
        if (error) return reject(error)
        this.#prepared.set(sql, statement)
        resolve(statement)
      })
    })
  }

  #finalize(statement: sqlite3.Statement): void {
    this.smallBlocks.forget(statement)
    statement.finalize()
  }

  /** Runs statements that are separated by semicolons and have neither parameters nor results. */
  run(sql: string): Promise<void> {
    return runAll(this.handle, sql)
  }

  async close(): Promise<void> {
    this.finish()
    await closeHandle(this.handle)
  }

  /** Finalizes all prepared statements. SQLite can't close a connection that has prepared statements. */
  finish(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#prepared.clear()
    this.smallBlocks.finish()
  }
}

function runAll(handle: sqlite3.Database, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    handle.exec(sql, (error) => (error ? reject(error) : resolve()))
  })
}

function closeHandle(handle: sqlite3.Database): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    handle.close((error) => (error ? reject(error) : resolve()))
  })
}

/** Returns bytes of a BLOB, and text of other values. */
export function textOf(value: Stored | Buffer | undefined): JsonText | null {
  if (value === null || value === undefined) return null
  return value instanceof Buffer ? value : String(value)
}

/** Converts booleans to 0 and 1, because SQLite has no booleans. */
function sqliteValue(value: Stored): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value
}
