import pg from 'pg'
import type { Sequelize, Transaction } from 'sequelize'
import { isConnectionError, isConnectionLost } from './errors.js'
import { acquireTimeout, connectionSettings, type PostgresConnectionOptions } from './postgres-readers.js'

/** Milliseconds between the statements of a transaction, while it holds what others wait for. */
const idleTimeout = 60_000
/** Transactions after which a connection is replaced, and with it the statements that it keeps prepared. */
const usesOfConnection = 10_000

/** A transaction that has begun, and its connection. */
export interface OpenTransaction {
  readonly client: pg.ClientBase
  readonly commit: () => Promise<void>
  /** Never rejects. */
  readonly rollback: () => Promise<void>
}

/** The connections that write: Sequelize's pool and transactions. See decision 0192. */
export class PostgresWriter {
  readonly #clients = new WeakMap<Transaction, pg.ClientBase>()

  private constructor(
    readonly sequelize: Sequelize,
    readonly connections: number,
  ) {
    // Sequelize shows the connection of a query to this hook, and only there: here that of START TRANSACTION.
    sequelize.addHook('beforeQuery', ({ transaction }, query) => {
      if (transaction) this.#clients.set(transaction, query.connection as pg.ClientBase)
    })
  }

  /** Rejects unless the server accepts a connection. */
  static async open(options: PostgresConnectionOptions): Promise<PostgresWriter> {
    const { Sequelize } = await import('sequelize')
    const sequelize = new Sequelize(options.url, {
      dialect: 'postgres',
      dialectModule: pg,
      logging: false,
      pool: {
        max: options.connections,
        min: 0,
        idle: 10_000,
        acquire: acquireTimeout,
        maxUses: usesOfConnection,
      },
      dialectOptions: { ...connectionSettings(options), idle_in_transaction_session_timeout: idleTimeout },
    })
    const writer = new PostgresWriter(sequelize, options.connections)
    try {
      await sequelize.authenticate()
      return writer
    } catch (error) {
      await sequelize.close()
      throw error
    }
  }

  async begin(): Promise<OpenTransaction> {
    const transaction = await this.#start()
    const client = this.#clients.get(transaction)
    if (!client) throw new Error('Sequelize did not call its query hook.')
    return {
      client,
      commit: () => transaction.commit(),
      // On a connection that is gone, Sequelize reports that and takes it out of the pool.
      rollback: () => transaction.rollback().catch(() => undefined),
    }
  }

  /** Starts again on another connection when an idle one turns out to be gone: nothing has been sent in the transaction. */
  async #start(): Promise<Transaction> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.sequelize.transaction()
      } catch (error) {
        if (attempt === this.connections || !isConnectionLost(error) || isConnectionError(error)) throw error
      }
    }
  }

  close(): Promise<void> {
    return this.sequelize.close()
  }
}
