import { LRUCache } from 'lru-cache'
import sqlite3 from 'sqlite3'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { Row } from './database.js'
import type { Statement } from './statement.js'

/** How long a statement waits for another process to let go of the file, in milliseconds. */
export const busyTimeout = 10_000
/** Statements that stay prepared, the most recently used ones. */
const preparedStatements = 200

const pragmas = {
  // FULL: without it WAL answers before the disk has it (measured: 8 syncs for 100 commits).
  write: 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY',
  // Not opened read-only: after a crash the first connection, whichever it is, must be able to recover the file.
  read: 'PRAGMA query_only = ON; PRAGMA temp_store = MEMORY',
}

/** One connection to a SQLite file. Statements run one after the other. */
export class SqliteConnection {
  /** Statements under way; the least busy connection is asked next. */
  pending = 0
  readonly #prepared = new LRUCache<string, Promise<sqlite3.Statement>>({
    max: preparedStatements,
    dispose: (prepared) => void prepared.then((statement) => statement.finalize()).catch(() => undefined),
  })

  private constructor(readonly handle: sqlite3.Database) {}

  static async open(file: string, use: 'write' | 'read'): Promise<SqliteConnection> {
    const handle = await new Promise<sqlite3.Database>((resolve, reject) => {
      const opened: sqlite3.Database = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(opened)))
    })
    handle.configure('busyTimeout', busyTimeout)
    // Statements of one connection exclude each other in SQLite: queued here, they don't hold threads of the pool meanwhile.
    handle.serialize()
    const connection = new SqliteConnection(handle)
    try {
      await connection.run(pragmas[use])
      return connection
    } catch (error) {
      await connection.close()
      throw error
    }
  }

  /** The first column of the first row as text; null when it is NULL or there is no row. */
  async text(statement: Statement): Promise<string | null> {
    const [row] = await this.rows(statement)
    if (!row) return null
    const [value] = Object.values(row)
    return value === null || value === undefined ? null : String(value)
  }

  async rows({ sql, values }: Statement): Promise<readonly Row[]> {
    this.pending += 1
    try {
      const prepared = await (this.#prepared.get(sql) ?? this.#prepare(sql))
      return await new Promise((resolve, reject) => {
        // `all` rather than `get`: a statement that isn't stepped to its end goes on holding its snapshot.
        prepared.all<Row>(values.map(sqliteValue), (error, rows) => (error ? reject(error) : resolve(rows)))
      })
    } finally {
      this.pending -= 1
    }
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
    this.#prepared.clear()
    // The statements are let go of one tick later; a connection with open statements doesn't close.
    await Promise.resolve()
    await new Promise<void>((resolve, reject) => {
      this.handle.close((error) => (error ? reject(error) : resolve()))
    })
  }
}

/** SQLite has no booleans. */
export function sqliteValue(value: Stored): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value
}
