import type { Registry } from '@content-api/model'
import pg from 'pg'
import { type Options, Sequelize, type Transaction } from 'sequelize'
import type { Database, StatementLimits, WriteTransaction } from './database.js'
import { postgres } from './dialects/postgres.js'
import { databaseBusy, databaseErrorCode, isConnectionLost, translateError } from './errors.js'
import type { Layout } from './layout.js'
import { ModelTransaction } from './model-transaction.js'
import { Models } from './models.js'
import { limitedText, postgresRows, postgresText, type ReadText } from './postgres-connection.js'
import { type Readable, statementOf } from './prepared-read.js'
import { readDeep } from './read-deep.js'
import type { Statement } from './statement.js'
import { Turns } from './turns.js'

/** A request that finds all connections taken, and none let go of, is turned away before its client gives up. */
const acquireTimeout = 1_500
/** Connections that writes leave to reads. */
const keptForReads = 2
/** Writes that wait for others to end, and for how long while they do. */
const waitingWrites = { longest: 1_000, patience: { total: 10_000, stalled: acquireTimeout } }
/** Between the statements of a transaction, while it holds what others wait for. */
const idleTimeout = 60_000

/** Transactions that got in each other's way (serialization failure, deadlock) are run again. */
const retried: ReadonlySet<string> = new Set(['40001', '40P01'])
const attempts = 5

/** Unless it is told, Sequelize opens a connection to ask; for what is written here all versions are the same to it. */
const assumedVersion = '12.0.0'

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
): Promise<Database> {
  const options: Options & { readonly databaseVersion: string } = {
    dialect: 'postgres',
    dialectModule: pg,
    logging: false,
    databaseVersion: assumedVersion,
    pool: { max: poolSize, min: 0, idle: 10_000, acquire: acquireTimeout },
    dialectOptions: {
      application_name: 'content-api',
      keepAlive: true,
      connectionTimeoutMillis: acquireTimeout,
      statement_timeout: limits?.statementMilliseconds ?? 0,
      idle_in_transaction_session_timeout: idleTimeout,
    },
  }
  const sequelize = new Sequelize(url, options)
  const connections = sequelize.connectionManager as unknown as Connections
  // It reads them for its own conversions; columns are models of the database's types here, and bound as they are stored.
  connections._refreshDynamicOIDs = () => Promise.resolve()
  try {
    connections.releaseConnection(await connections.getConnection({ type: 'read' }))
  } catch (error) {
    await sequelize.close()
    throw error
  }
  return new PostgresDatabase(registry, layout, {
    sequelize,
    limits,
    writersAtOnce: Math.max(1, poolSize - keptForReads),
  })
}

/** Sequelize's connection manager, as far as its types leave it out. */
interface Connections {
  getConnection(options: { readonly type: 'read' }): Promise<pg.ClientBase>
  releaseConnection(connection: pg.ClientBase): void
  destroyConnection(connection: pg.ClientBase): Promise<void>
  /** Reads the types of the database over each first connection. */
  _refreshDynamicOIDs: () => Promise<void>
}

interface Opened {
  readonly sequelize: Sequelize
  readonly limits: StatementLimits | null
  readonly writersAtOnce: number
}

class PostgresDatabase implements Database {
  readonly dialect = postgres
  readonly #models: Models
  readonly #connections: Connections
  readonly #writers: Turns
  readonly #text: ReadText
  #statements = 0

  constructor(
    readonly registry: Registry,
    readonly layout: Layout,
    readonly opened: Opened,
  ) {
    const { sequelize, limits, writersAtOnce } = opened
    this.#text = limits ? limitedText(limits) : postgresText
    this.#writers = new Turns({ atOnce: writersAtOnce, longest: waitingWrites.longest })
    this.#models = new Models(sequelize, layout, postgres)
    this.#connections = sequelize.connectionManager as unknown as Connections
    sequelize.addHook('beforeQuery', () => {
      this.#statements += 1
    })
  }

  statements = () => this.#statements

  async read(plan: Readable, id?: number): Promise<string | null> {
    const statement = statementOf(plan, this, id)
    try {
      const client = await this.#connections.getConnection({ type: 'read' })
      try {
        const text = await (statement.deeper
          ? this.#readTogether(client, statement)
          : this.#readText(client, statement))
        this.#connections.releaseConnection(client)
        return text
      } catch (error) {
        // The driver tells of an end some time after it; until then the pool would hand the connection out again.
        if (isConnectionLost(error)) await this.#connections.destroyConnection(client)
        else this.#connections.releaseConnection(client)
        throw error
      }
    } catch (error) {
      throw translateError(error, this)
    }
  }

  #readText(client: pg.ClientBase, statement: Statement): Promise<string | null> {
    this.#statements += 1
    return this.#text(client, statement)
  }

  /** Several statements that see one state. */
  async #readTogether(client: pg.ClientBase, statement: Statement): Promise<string | null> {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    try {
      const text = await readDeep(statement, (part) => this.#readText(client, part), this.opened.limits)
      await client.query('COMMIT')
      return text
    } catch (error) {
      // What went wrong first is what is told.
      await client.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  }

  write<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    return this.#writers.take(() => this.#transactAgain(work), waitingWrites.patience, databaseBusy)
  }

  async #transactAgain<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transact(this.#text, work)
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

  close(): Promise<void> {
    return this.opened.sequelize.close()
  }

  async #transact<Result>(text: ReadText, work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    const transaction = await this.opened.sequelize.transaction()
    const session = this.#session(transaction, text)
    try {
      const result = await work(session)
      session.over = true
      await transaction.commit()
      return result
    } catch (error) {
      session.over = true
      // The server rolls back what it lost the connection to; otherwise what went wrong first is what is told.
      if (isConnectionLost(error)) await this.#connections.destroyConnection(connectionOf(transaction))
      else await transaction.rollback().catch(() => undefined)
      throw error
    }
  }

  #session(transaction: Transaction, text: ReadText): ModelTransaction {
    const { limits } = this.opened
    const connection = connectionOf(transaction)
    const count = <Result>(result: Promise<Result>) => {
      this.#statements += 1
      return result
    }
    return new ModelTransaction(this, {
      transaction,
      models: () => this.#models,
      maximumParameters: 65_535,
      stored: (value) => value,
      rows: (statement) => count(postgresRows(connection, statement)),
      text: (statement) => readDeep(statement, (part) => count(text(connection, part)), limits),
      script: (sql) => count(connection.query(sql)),
    })
  }
}

/** Left out of Sequelize's types. */
function connectionOf(transaction: Transaction): pg.ClientBase {
  return (transaction as unknown as { readonly connection: pg.ClientBase }).connection
}
