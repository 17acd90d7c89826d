import { mkdir, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Registry } from '@content-api/model'
import { Queue } from '../../concurrency/queue.js'
import type { JsonText } from '../../plan/json-text.js'
import type {
  ReadOptions,
  SqlDatabase,
  StatementLimits,
  WriteOptions,
  WriteTransaction,
  Readable,
} from '../../database/database.js'
import { sqlite } from '../../dialects/sqlite.js'
import { databaseBusy, databaseErrorCode, translateError, unknownOutcome } from '../../database/database-errors.js'
import { type Explained, type ExplainOptions, isReadStatement } from '../../database/explained.js'
import type { OwnLayout } from '../../layout/layout.js'
import { statementOf } from '../../read/read.js'
import { readDeep } from '../../read/read-deep.js'
import { RowStatements } from '../row-statements.js'
import { SqlTransaction, type TransactionSession } from '../sql-transaction.js'
import { busyTimeout, type SqliteConnection } from './sqlite-connection.js'
import { explainSqlite } from './sqlite-explain.js'
import { SqliteFiles } from './sqlite-files.js'
import { rejectUnmanagedFile } from './sqlite-unmanaged-file.js'
import { SqliteReaders } from './sqlite-readers.js'
import { SqliteWriteGroups } from './sqlite-write-groups.js'
import { SqliteWriter } from './sqlite-writer.js'
import type { Statement } from '../../dialects/statement.js'
import { bindToTrace, traced } from '../../database/statement-trace.js'
import type { SnapshotPlace } from '../../database/snapshot-storage.js'
import { restoreFromFile, saveToFile } from './snapshots.js'

/** How often a migration is attempted. Each attempt waits for `busyTimeout`. */
const migrationAttempts = 6

const waitForWriter = { rejection: databaseBusy, total: busyTimeout }

/** The write queue of each file, shared by all databases of this process that have the file open. */
const writers = new Map<string, { queue: Queue; users: number }>()

interface OpenSqliteOptions {
  readonly file: string
  readonly limits: StatementLimits | null
  /** Called when a file of the database is lost or back. */
  readonly report: (message: string) => void
}

export async function openSqlite(
  registry: Registry,
  layout: OwnLayout,
  { file, limits, report }: OpenSqliteOptions,
): Promise<SqlDatabase> {
  const inMemory = file === ':memory:'
  const path = inMemory ? file : resolve(file)
  if (!inMemory) {
    await mkdir(dirname(path), { recursive: true })
    // Creates the file before SQLite does, because SQLite would make it readable for all users of the
    // machine. SQLite gives its other files the same mode.
    await (await open(path, 'a', 0o600)).close()
    await rejectUnmanagedFile(path, layout)
  }
  // A database in memory has one connection only: each further one would have a database of its own.
  const readers = inMemory ? null : await SqliteReaders.open(path)
  const files = readers && new SqliteFiles({ path, report, save: (copy) => readers.copyTo(copy) })
  const database = new SqliteDatabase(registry, layout, { path, readers, files, limits })
  if (inMemory) await database.write(() => Promise.resolve())
  return database
}

interface Opened {
  readonly path: string
  /** Null for a database in memory. */
  readonly readers: SqliteReaders | null
  /** Null for a database in memory. */
  readonly files: SqliteFiles | null
  readonly limits: StatementLimits | null
}

class SqliteDatabase implements SqlDatabase {
  readonly dialect = sqlite
  readonly rowStatements = new RowStatements(sqlite)
  readonly #queue: Queue
  readonly #groups: SqliteWriteGroups
  #opening: Promise<SqliteWriter> | undefined
  #isClosed = false
  #statements = 0

  constructor(
    readonly registry: Registry,
    readonly layout: OwnLayout,
    readonly opened: Opened,
  ) {
    this.#queue = opened.readers ? shareQueue(opened.path) : new Queue()
    this.#groups = new SqliteWriteGroups({
      queue: this.#queue,
      begin: () => this.#beginGroup(),
      transact: (work) => this.#transact(work, opened.limits),
    })
  }

  statements = () => this.#statements
  lastWrite = () => null
  checkFiles = () => this.opened.files?.check()

  async read(plan: Readable, id?: number, options: ReadOptions = {}): Promise<JsonText | null> {
    const statement = statementOf(plan, this, id)
    const { signal } = options
    try {
      const { readers, limits } = this.opened
      const text = (from: SqliteConnection) =>
        readDeep(statement, (part) => this.#run(part, () => from.text(part, limits, signal)), limits)
      if (readers) return await readers.use(statement, options, text)
      // Waits in the write queue: between the statements of a write, its connection shows uncommitted changes.
      return await this.#exclusively(async () => {
        options.admitted?.()
        return text((await this.#writer()).connection)
      }, options)
    } catch (error) {
      signal?.throwIfAborted()
      throw translateError(error, this)
    }
  }

  async write<Result>(
    work: (transaction: WriteTransaction) => Promise<Result>,
    options: WriteOptions = {},
  ): Promise<Result> {
    const { client, signal, grouped } = options
    // Binds the write to its own trace, because the first write of a group runs the others in its own context.
    const own = bindToTrace(work)
    try {
      if (grouped) return await this.#groups.write(own, { client, signal, ...waitForWriter })
      return await this.#exclusively(() => this.#transact(own, this.opened.limits), options)
    } catch (error) {
      throw translateError(error, this)
    }
  }

  async migrate<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    return this.#exclusively(async () => {
      const { connection } = await this.#writer()
      // Rebuilding a table would delete the rows that refer to it. The pragma has no effect within a transaction.
      await connection.run('PRAGMA foreign_keys = OFF')
      try {
        return await this.#transactPatiently(async (transaction) => {
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

  async saveSnapshot(place: SnapshotPlace): Promise<void> {
    await this.#exclusively(async () => saveToFile((await this.#writer()).connection, place))
  }

  async restoreSnapshot(place: SnapshotPlace): Promise<void> {
    await this.#exclusively(async () => {
      const { connection } = await this.#writer()
      await restoreFromFile(connection, place, (work) => this.#transactPatiently(work))
    })
  }

  /** A snapshot is a file, which the caller deletes. */
  dropSnapshot = () => Promise.resolve()

  async explain(statement: Statement, { analyze }: ExplainOptions): Promise<Explained> {
    const { readers, limits } = this.opened
    const explain = (connection: SqliteConnection) =>
      explainSqlite(connection, statement, { analyze: analyze && isReadStatement(statement.sql), limits })
    if (readers) return readers.use(statement, {}, explain)
    return this.#exclusively(async () => explain((await this.#writer()).connection))
  }

  async close(): Promise<void> {
    await this.#exclusively(async () => {
      const { path, readers, files } = this.opened
      this.#isClosed = true
      await files?.close()
      const writer = await this.#opening?.catch(() => null)
      await Promise.all([writer?.close(), readers?.close()])
      if (readers) releaseQueue(path)
    })
  }

  async #transact<Result>(
    work: (transaction: WriteTransaction) => Promise<Result>,
    limits: StatementLimits | null,
  ): Promise<Result> {
    const writer = await this.#writer()
    await writer.begin()
    const transaction = new SqlTransaction(this, this.#session(writer.connection, limits))
    try {
      const result = await work(transaction)
      transaction.over = true
      await this.#commit(writer)
      return result
    } catch (error) {
      transaction.over = true
      await writer.rollback()
      throw error
    }
  }

  async #beginGroup() {
    const writer = await this.#writer()
    await writer.begin()
    const session = this.#session(writer.connection, this.opened.limits)
    return {
      member: () => new SqlTransaction(this, session, true),
      commit: () => this.#commit(writer),
      rollback: writer.rollback,
    }
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

  /** @throws ApiError ServiceUnavailableError if the commit is in a file that was deleted or replaced meanwhile */
  async #commit(writer: SqliteWriter): Promise<void> {
    await writer.commit()
    if (this.opened.files && !this.opened.files.arePresent()) throw unknownOutcome()
  }

  /** Repeats a transaction, since another process may write for longer than a request would wait. */
  async #transactPatiently<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transact(work, null)
      } catch (error) {
        if (databaseErrorCode(error) !== 'SQLITE_BUSY' || attempt === migrationAttempts) throw error
      }
    }
  }

  #exclusively<Result>(work: () => Promise<Result>, options: Pick<ReadOptions, 'client' | 'signal'> = {}) {
    return this.#queue.run(work, { ...options, ...waitForWriter })
  }

  #run<Result>(statement: Statement, run: () => Promise<Result>): Promise<Result> {
    if (!statement.uncounted) this.#statements += 1
    return traced(statement, run)
  }

  #session(connection: SqliteConnection, limits: StatementLimits | null): TransactionSession {
    return {
      maximumParameters: 32_766,
      responseBytes: limits?.responseBytes ?? Number.POSITIVE_INFINITY,
      rows: (statement) => this.#run(statement, () => connection.rows(statement)),
      text: (statement) => readDeep(statement, (part) => this.#run(part, () => connection.text(part, limits)), limits),
      script: (sql) => this.#run({ sql, values: [] }, () => connection.run(sql)),
      // BEGIN fails while a transaction is open.
      hasEnded: () =>
        connection.run('BEGIN; ROLLBACK').then(
          () => true,
          () => false,
        ),
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
