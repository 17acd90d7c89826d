import type { Registry } from '@content-api/model'
import type pg from 'pg'
import type { Cancellation } from '../concurrency/cancellation.js'
import { Queue } from '../concurrency/queue.js'
import type { ReadOptions, SqlDatabase, StatementLimits, WriteTransaction } from './database.js'
import { postgres } from './dialects/postgres.js'
import { databaseBusy, databaseErrorCode, translateError } from './errors.js'
import { type Explained, type ExplainOptions, isReadStatement } from './explained.js'
import type { Layout } from './layout.js'
import { limitedText, postgresRows, postgresText, type ReadText } from './postgres-connection.js'
import { patience, PostgresReaders } from './postgres-readers.js'
import { explainPostgres } from './postgres-explain.js'
import { PostgresWriter } from './postgres-writer.js'
import { type Readable, statementOf } from './prepared-read.js'
import { readDeep } from './read-deep.js'
import { RowStatements } from './row-statements.js'
import { SqlTransaction } from './sql-transaction.js'
import { dropSchema, restoreFromSchema, saveToSchema } from './snapshots/postgres.js'
import type { SnapshotPlace } from './snapshots/snapshot-storage.js'
import type { Statement } from './statement.js'
import { traced } from './statement-trace.js'

/** Writes that may wait for others to end. */
const waitingWrites = 1_000

/** Transactions that got in each other's way (serialization failure, deadlock) are run again. */
const retried: ReadonlySet<string> = new Set(['40001', '40P01'])
const attempts = 5

/** Only one process changes the schema at a time: the key of the advisory lock. */
const migrationLock = 7_302_649_118

interface PostgresOptions {
  readonly url: string
  readonly poolSize?: number | undefined
  readonly limits: StatementLimits | null
}

export async function openPostgres(
  registry: Registry,
  layout: Layout,
  { url, poolSize = 10, limits }: PostgresOptions,
): Promise<SqlDatabase> {
  const writers = Math.max(1, Math.floor(poolSize / 2))
  const options = { url, statementMilliseconds: limits?.statementMilliseconds ?? 0 }
  const writer = await PostgresWriter.open({ ...options, connections: writers })
  const readers = new PostgresReaders({ ...options, connections: Math.max(1, poolSize - writers) })
  return new PostgresDatabase(registry, layout, { readers, writer, writers, limits })
}

interface Opened {
  readonly readers: PostgresReaders
  readonly writer: PostgresWriter
  /** Transactions at once. */
  readonly writers: number
  readonly limits: StatementLimits | null
}

class PostgresDatabase implements SqlDatabase {
  readonly dialect = postgres
  readonly rowStatements = new RowStatements(postgres)
  readonly #writers: Queue
  readonly #text: ReadText
  #statements = 0

  constructor(
    readonly registry: Registry,
    readonly layout: Layout,
    readonly opened: Opened,
  ) {
    const { limits, writers } = opened
    this.#text = limits ? limitedText(limits) : postgresText
    this.#writers = new Queue({ atOnce: writers, longest: waitingWrites })
  }

  statements = () => this.#statements

  async read(plan: Readable, id?: number, options: ReadOptions = {}): Promise<string | null> {
    const statement = statementOf(plan, this, id)
    const { signal } = options
    try {
      return await this.opened.readers.use(statement, options, (client) => this.#readFrom(client, statement, signal))
    } catch (error) {
      signal?.throwIfAborted()
      throw translateError(error, this)
    }
  }

  #readFrom(client: pg.ClientBase, statement: Statement, signal: Cancellation | undefined): Promise<string | null> {
    const read = (part: Statement) => {
      signal?.throwIfAborted()
      return this.#run(part, () => this.#text(client, part))
    }
    return statement.deeper
      ? this.#together(client, () => readDeep(statement, read, this.opened.limits))
      : read(statement)
  }

  #run<Result>(statement: Statement, run: () => Promise<Result>): Promise<Result> {
    this.#statements += 1
    return traced(statement, run)
  }

  /** Several statements that see one state. */
  async #together<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
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
    return this.#writers.run(() => this.#transactAgain(work), { ...options, ...patience, rejection: databaseBusy })
  }

  #transactAgain<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    return this.#again(() => this.#transact(this.#text, work))
  }

  async #again<Result>(transact: () => Promise<Result>): Promise<Result> {
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
      return work(transaction)
    })
  }

  saveSnapshot = (place: SnapshotPlace) => this.#copy((transaction) => saveToSchema(transaction, place))
  restoreSnapshot = (place: SnapshotPlace) => this.#copy((transaction) => restoreFromSchema(transaction, place))
  dropSnapshot = (place: SnapshotPlace) => this.migrate((transaction) => dropSchema(transaction, place))

  /** Alone among the writes of this process, and again when those of another one got in its way. */
  #copy(work: (transaction: WriteTransaction) => Promise<void>): Promise<void> {
    const alone = { slots: this.opened.writers, rejection: databaseBusy }
    return this.#writers.run(() => this.#again(() => this.migrate(work)), alone)
  }

  explain(statement: Statement, { analyze }: ExplainOptions): Promise<Explained> {
    const options = { analyze: analyze && isReadStatement(statement.sql) }
    return this.opened.readers.use(statement, {}, (client) => explainPostgres(client, statement, options))
  }

  async close(): Promise<void> {
    await Promise.all([this.opened.readers.close(), this.opened.writer.close()])
  }

  async #transact<Result>(text: ReadText, work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    const { client, commit, rollback } = await this.opened.writer.begin()
    const transaction = this.#transaction(client, text)
    try {
      const result = await work(transaction)
      transaction.over = true
      await commit()
      return result
    } catch (error) {
      const isCommitting = transaction.over
      transaction.over = true
      // Sequelize ends the connection of a commit that failed.
      if (!isCommitting) await rollback()
      throw error
    }
  }

  #transaction(client: pg.ClientBase, text: ReadText): SqlTransaction {
    const { limits } = this.opened
    return new SqlTransaction(this, {
      maximumParameters: 65_535,
      rows: (statement) => this.#run(statement, () => postgresRows(client, statement)),
      text: (statement) => readDeep(statement, (part) => this.#run(part, () => text(client, part)), limits),
      script: (sql) => this.#run({ sql, values: [] }, () => client.query(sql)),
    })
  }
}
