import type { Registry } from '@content-api/model'
import type pg from 'pg'
import { Queue } from '../../concurrency/queue.js'
import type { JsonText } from '../../plan/json-text.js'
import type { ReadOptions, SqlDatabase, StatementLimits, WriteTransaction, Readable } from '../../database/database.js'
import { postgres } from '../../dialects/postgres.js'
import {
  canRetryOnPrimary,
  databaseBusy,
  databaseErrorCode,
  translateError,
  unknownOutcome,
} from '../../database/database-errors.js'
import { type Explained, type ExplainOptions, isReadStatement } from '../../database/explained.js'
import type { OwnLayout } from '../../layout/layout.js'
import { later, type Position } from '../../database/position.js'
import { openServers, type Servers, type ServersOptions } from './open-servers.js'
import { limitedText, postgresRows, postgresText, type ReadText } from './postgres-connection.js'
import { type PostgresReaders, waitLimits } from './postgres-readers.js'
import { explainPostgres } from './postgres-explain.js'
import { statementOf } from '../../read/read.js'
import { readDeep } from '../../read/read-deep.js'
import { RowStatements } from '../row-statements.js'
import { SqlTransaction } from '../sql-transaction.js'
import { dropSchema, restoreFromSchema, saveToSchema } from './snapshots.js'
import type { SnapshotPlace } from '../../database/snapshot-storage.js'
import type { Statement } from '../../dialects/statement.js'
import { traced } from '../../database/statement-trace.js'

/** How many writes may wait for others to end. */
const waitingWrites = 1_000

/** Conflicts with another transaction (serialization failure, deadlock): the transaction is run again. */
const retried: ReadonlySet<string> = new Set(['40001', '40P01'])
const attempts = 5

/** The key of the advisory lock that lets one process at a time change the schema. */
const migrationLock = 7_302_649_118
/** Some databases with PostgreSQL's protocol accept `pg_advisory_xact_lock` without locking anything. */
const heldLock = `SELECT 'held' FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted LIMIT 1`
const withoutLocks =
  'The advisory locks of the database have no effect (pg_advisory_xact_lock returned without a lock in pg_locks). Two processes that start at ' +
  'the same time could both change the tables, and unique values could be stored twice. Use PostgreSQL, or a version of this database that implements them.'

export async function openPostgres(
  registry: Registry,
  layout: OwnLayout,
  options: ServersOptions,
): Promise<SqlDatabase> {
  return new PostgresDatabase(registry, layout, { ...(await openServers(options)), limits: options.limits })
}

interface Opened extends Servers {
  readonly limits: StatementLimits | null
}

class PostgresDatabase implements SqlDatabase {
  readonly dialect = postgres
  readonly rowStatements = new RowStatements(postgres)
  readonly #writers: Queue
  readonly #text: ReadText
  #statements = 0
  #lastWrite: Position | null = null

  constructor(
    readonly registry: Registry,
    readonly layout: OwnLayout,
    readonly opened: Opened,
  ) {
    const { limits, writers } = opened
    this.#text = limits ? limitedText(limits) : postgresText
    this.#writers = new Queue({ concurrency: writers, longest: waitingWrites })
  }

  statements = () => this.#statements
  lastWrite = () => this.#lastWrite
  checkFiles = () => undefined

  async read(plan: Readable, id?: number, options: ReadOptions = {}): Promise<JsonText | null> {
    const statement = statementOf(plan, this, id)
    const { primary, replicas } = this.opened
    const read = (readers: PostgresReaders) => this.#readFrom(readers, statement, options)
    try {
      const after = replicas && options.session?.readsAfter?.()
      const fromReplica = after ? replicas.read(after, read) : null
      if (!fromReplica) return await read(primary.connections().readers)
      return await fromReplica.catch((error: unknown) => {
        if (options.signal?.aborted || !canRetryOnPrimary(error, replicas?.endEarly ?? false)) throw error
        return read(primary.connections().readers)
      })
    } catch (error) {
      options.signal?.throwIfAborted()
      throw translateError(error, this)
    }
  }

  #readFrom(readers: PostgresReaders, statement: Statement, options: ReadOptions): Promise<JsonText | null> {
    const { signal } = options
    return readers.use(statement, options, (client) => {
      const read = (part: Statement) => {
        signal?.throwIfAborted()
        return this.#run(part, () => this.#text(client, part))
      }
      const { localSettings } = readers.options
      if (statement.deeper) {
        const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;${localSettings}`
        return this.#inReadTransaction(client, begin, () => readDeep(statement, read, this.opened.limits))
      }
      if (localSettings !== '')
        return this.#inReadTransaction(client, `BEGIN READ ONLY;${localSettings}`, () => read(statement))
      return read(statement)
    })
  }

  #run<Result>(statement: Statement, run: () => Promise<Result>): Promise<Result> {
    if (!statement.uncounted) this.#statements += 1
    return traced(statement, run)
  }

  /** Runs several statements in one transaction, so that they see the same state. */
  async #inReadTransaction<Result>(client: pg.ClientBase, begin: string, work: () => Promise<Result>): Promise<Result> {
    await client.query(begin)
    try {
      const result = await work()
      await client.query('COMMIT')
      return result
    } catch (error) {
      // The first error is the one to report.
      await client.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  }

  write<Result>(
    work: (transaction: WriteTransaction) => Promise<Result>,
    options?: Pick<ReadOptions, 'client' | 'signal'>,
  ): Promise<Result> {
    return this.#writers.run(() => this.#transactWithRetries(work), {
      ...options,
      ...waitLimits,
      rejection: databaseBusy,
    })
  }

  #transactWithRetries<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    return this.#retry(() => this.#transact(this.#text, work))
  }

  async #retry<Result>(transact: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await transact()
      } catch (error) {
        const again = attempt < attempts && retried.has(databaseErrorCode(error) ?? '')
        if (!again) throw translateError(error, this)
      }
    }
  }

  async migrate<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    return this.#transact(postgresText, async (transaction) => {
      await transaction.execute(['SET LOCAL statement_timeout = 0', `SELECT pg_advisory_xact_lock(${migrationLock})`])
      if ((await transaction.read({ sql: heldLock, values: [] })) === null) throw new Error(withoutLocks)
      return work(transaction)
    })
  }

  saveSnapshot = (place: SnapshotPlace) => this.#copy((transaction) => saveToSchema(transaction, place))
  restoreSnapshot = (place: SnapshotPlace) => this.#copy((transaction) => restoreFromSchema(transaction, place))
  dropSnapshot = (place: SnapshotPlace) => dropSchema(place, (work) => this.migrate(work))

  /**
   * Copies tables while no other write of this process runs. Repeats the copy after a conflict with a write
   * of another process.
   */
  #copy(work: (transaction: WriteTransaction) => Promise<void>): Promise<void> {
    const alone = { slots: this.opened.writers, rejection: databaseBusy }
    return this.#writers.run(() => this.#retry(() => this.migrate(work)), alone)
  }

  explain(statement: Statement, { analyze }: ExplainOptions): Promise<Explained> {
    const options = { analyze: analyze && isReadStatement(statement.sql) }
    const { readers } = this.opened.primary.connections()
    const begin = `BEGIN READ ONLY;${readers.options.localSettings}`
    return readers.use(statement, {}, (client) => explainPostgres(client, statement, { ...options, begin }))
  }

  async close(): Promise<void> {
    await this.opened.close()
  }

  async #transact<Result>(text: ReadText, work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    const { primary } = this.opened
    const connections = primary.connections()
    const { client, commit, rollback } = await connections.writer.begin()
    const transaction = this.#transaction(client, text)
    try {
      const result = await work(transaction)
      transaction.over = true
      const position = await commit()
      // Another server became primary in the meantime, perhaps without this write.
      if (!primary.isCurrent(connections)) throw unknownOutcome()
      this.#lastWrite = later(this.#lastWrite, position)
      return result
    } catch (error) {
      const isCommitting = transaction.over
      transaction.over = true
      // Sequelize closes the connection when a commit fails.
      if (!isCommitting) await rollback()
      throw error
    }
  }

  #transaction(client: pg.ClientBase, text: ReadText): SqlTransaction {
    const { limits } = this.opened
    return new SqlTransaction(this, {
      maximumParameters: 65_535,
      responseBytes: limits?.responseBytes ?? Number.POSITIVE_INFINITY,
      rows: (statement) => this.#run(statement, () => postgresRows(client, statement)),
      text: (statement) => readDeep(statement, (part) => this.#run(part, () => text(client, part)), limits),
      script: (sql) => this.#run({ sql, values: [] }, () => client.query(sql)),
    })
  }
}
