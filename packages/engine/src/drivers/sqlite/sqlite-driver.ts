import { statSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Queue } from '../../concurrency/queue.js'
import type { Explained, ExplainOptions, ReadOptions, StatementLimits } from '../../database/database.js'
import { databaseBusy, databaseErrorCode, unknownOutcome } from '../../database/database-errors.js'
import type { SnapshotPlace } from '../../database/snapshot-storage.js'
import { sqlite } from '../../dialects/sqlite.js'
import type { WritableLayout } from '../../layout/layout.js'
import type { Driver, OpenTransaction, ReadConnection, Transact, Transaction, Work, WriteRules } from '../driver.js'
import { explainSqlite } from './explain-sqlite.js'
import { restoreFromFile, saveToFile } from './snapshots.js'
import { busyTimeout, type SqliteConnection } from './sqlite-connection.js'
import { rejectUnmanagedFile, SqliteFiles } from './sqlite-files.js'
import { SqliteRead, SqliteReaders } from './sqlite-readers.js'
import { SqliteWriter } from './sqlite-writer.js'
import type { Statement } from '../../dialects/statement.js'

/** How often a migration is attempted. Each attempt waits for `busyTimeout`. */
const migrationAttempts = 6

/** The write queue of each file, shared by all databases of this process that have the file open. */
const writers = new Map<string, { queue: Queue; users: number }>()

interface OpenSqliteOptions {
  readonly file: string
  readonly limits: StatementLimits | null
  /** Called when a file of the database is lost or back. */
  readonly report: (message: string) => void
}

/** @param rejects a layout whose tables no other software may have created in the file */
export async function openSqlite(
  rejects: WritableLayout | null,
  { file, limits, report }: OpenSqliteOptions,
): Promise<Driver> {
  const inMemory = file === ':memory:'
  const path = inMemory ? file : resolve(file)
  if (!inMemory) {
    await mkdir(dirname(path), { recursive: true })
    // Creates the file before SQLite does, because SQLite would make it readable for all users of the
    // machine. SQLite gives its other files the same mode. An existing file isn't opened here: closing it
    // would remove the locks of other connections of this process. Opening a folder fails with an error that
    // says so.
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) await (await open(path, 'a', 0o600)).close()
    if (rejects) await rejectUnmanagedFile(path, rejects)
  }
  // A database in memory has one connection only: each further one would have a database of its own.
  const readers = inMemory ? null : await SqliteReaders.open(path, limits)
  const files = readers && new SqliteFiles({ path, report, save: (copy) => readers.copyTo(copy) })
  const driver = new SqliteDriver({ path, readers, files, limits })
  // Opens its only connection now, so that errors are those of the start.
  if (inMemory) await driver.exclusively((connection) => connection.run('SELECT 1'))
  return driver
}

interface Opened {
  readonly path: string
  /** Null for a database in memory. */
  readonly readers: SqliteReaders | null
  /** Null for a database in memory. */
  readonly files: SqliteFiles | null
  readonly limits: StatementLimits | null
}

/** One write connection, on which one transaction runs at a time, and a pool of read connections. */
class SqliteDriver implements Driver {
  readonly dialect = sqlite
  readonly writes: WriteRules
  #opening: Promise<SqliteWriter> | undefined
  #isClosed = false

  constructor(readonly opened: Opened) {
    this.writes = {
      queue: opened.readers ? shareQueue(opened.path) : new Queue(),
      wait: { rejection: databaseBusy, total: busyTimeout },
      areGrouped: true,
      isConflict: () => false,
    }
  }

  checkFiles(): void {
    this.opened.files?.check()
  }

  acquire(statement: Statement, options: ReadOptions): Promise<ReadConnection> {
    const { readers } = this.opened
    return readers ? readers.acquire(statement, options) : this.#acquireWriter(options)
  }

  /** Waits in the write queue: between the statements of a write, its connection shows uncommitted changes. */
  async #acquireWriter({ client, signal }: ReadOptions): Promise<ReadConnection> {
    const { queue, wait } = this.writes
    await queue.enter({ ...wait, client, signal })
    try {
      const { connection } = await this.#writer()
      return new SqliteRead(connection, { limits: this.opened.limits, signal, ended: () => queue.leave() })
    } catch (error) {
      queue.leave()
      throw error
    }
  }

  async begin(isLimited: boolean): Promise<OpenTransaction> {
    const writer = await this.#writer()
    await writer.begin()
    const { connection } = writer
    const limits = isLimited ? this.opened.limits : null
    return {
      maximumParameters: 32_766,
      pipelines: false,
      rows: (statement) => connection.rows(statement),
      text: (statement) => connection.text(statement, limits),
      script: (sql) => connection.run(sql),
      // BEGIN fails while a transaction is open.
      hasEnded: () =>
        connection.run('BEGIN; ROLLBACK').then(
          () => true,
          () => false,
        ),
      commit: () => this.#commit(writer),
      rollback: writer.rollback,
    }
  }

  /** @throws ApiError ServiceUnavailableError if the commit is in a file that was deleted or replaced meanwhile */
  async #commit(writer: SqliteWriter): Promise<null> {
    await writer.commit()
    if (this.opened.files && !this.opened.files.arePresent()) throw unknownOutcome()
    return null
  }

  /** Opens the write connection on the first write, so that a start without writes doesn't load Sequelize. */
  async #writer(): Promise<SqliteWriter> {
    if (this.#isClosed) throw new Error('The database is closed.')
    // Before SQLite opens the file, because it would create a missing one.
    this.opened.files?.check()
    this.#opening ??= SqliteWriter.open(this.opened.path)
    try {
      return await this.#opening
    } catch (error) {
      this.#opening = undefined
      throw error
    }
  }

  migrate<Result, Writing extends Transaction>(
    work: Work<Result, Writing>,
    transact: Transact<Writing>,
  ): Promise<Result> {
    return this.exclusively(async (connection) => {
      // Rebuilding a table would delete the rows that refer to it. The pragma has no effect within a transaction.
      await connection.run('PRAGMA foreign_keys = OFF')
      try {
        return await transactPatiently(transact, async (transaction) => {
          const result = await work(transaction)
          const broken = await transaction.query({ sql: 'PRAGMA foreign_key_check', values: [] })
          if (broken.length > 0)
            throw new Error(`${broken.length} references would point at missing rows; nothing was changed.`)
          return result
        })
      } finally {
        await connection.run('PRAGMA foreign_keys = ON')
      }
    })
  }

  saveSnapshot(place: SnapshotPlace): Promise<void> {
    return this.exclusively((connection) => saveToFile(connection, place))
  }

  restoreSnapshot(place: SnapshotPlace, transact: Transact): Promise<void> {
    return this.exclusively((connection) =>
      restoreFromFile(connection, place, (work) => transactPatiently(transact, work)),
    )
  }

  /** A snapshot is a file, which the caller deletes. */
  dropSnapshot = () => Promise.resolve()

  async explain(statement: Statement, options: ExplainOptions): Promise<Explained> {
    const { readers, limits } = this.opened
    const explain = (connection: SqliteConnection) => explainSqlite(connection, statement, { ...options, limits })
    return readers ? readers.use(statement, explain) : this.exclusively(explain)
  }

  async close(): Promise<void> {
    await this.writes.queue.run(async () => {
      const { path, readers, files } = this.opened
      this.#isClosed = true
      await files?.close()
      const writer = await this.#opening?.catch(() => null)
      await Promise.all([writer?.close(), readers?.close()])
      if (readers) releaseQueue(path)
    }, this.writes.wait)
  }

  /** Runs work while no write of this process runs. */
  exclusively<Result>(work: (connection: SqliteConnection) => Promise<Result>): Promise<Result> {
    return this.writes.queue.run(async () => work((await this.#writer()).connection), this.writes.wait)
  }
}

/** Repeats a transaction, since another process may write for longer than a request would wait. */
async function transactPatiently<Result, Writing>(
  transact: Transact<Writing>,
  work: Work<Result, Writing>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(work)
    } catch (error) {
      if (databaseErrorCode(error) !== 'SQLITE_BUSY' || attempt === migrationAttempts) throw error
    }
  }
}

function shareQueue(path: string): Queue {
  const shared = writers.get(path) ?? { queue: new Queue(), users: 0 }
  shared.users += 1
  writers.set(path, shared)
  return shared.queue
}

function releaseQueue(path: string): void {
  const shared = writers.get(path)
  if (!shared) return
  shared.users -= 1
  if (shared.users === 0) writers.delete(path)
}
