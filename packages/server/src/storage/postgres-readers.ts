import { type ClientBase, Pool } from 'pg'
import { databaseBusy, isConnectionLost } from './errors.js'
import { isWornOut } from './postgres-connection.js'
import { Turns } from './turns.js'

export interface PostgresConnectionOptions {
  readonly url: string
  /** The most connections. */
  readonly connections: number
  readonly statementMilliseconds: number
}

/** Milliseconds to open a connection, or to wait for one while none becomes free. */
export const acquireTimeout = 1_500
/** A burst ends by itself: a request waits on while the queue moves, and is rejected early when it doesn't. */
export const patience = { total: 10_000, stalled: acquireTimeout }

/** What each connection of a pool tells the server. */
export const connectionSettings = ({ statementMilliseconds }: PostgresConnectionOptions) => ({
  application_name: 'content-api',
  keepAlive: true,
  connectionTimeoutMillis: acquireTimeout,
  statement_timeout: statementMilliseconds,
})

/**
 * The connections that only read: pg's own pool. Sequelize's lends a connection for a transaction or for a query that it
 * runs itself, and it prepares nothing; see decision 0192.
 */
export class PostgresReaders {
  readonly #pool: Pool
  readonly #turns: Turns

  constructor(options: PostgresConnectionOptions) {
    this.#pool = new Pool({
      connectionString: options.url,
      max: options.connections,
      ...connectionSettings(options),
    })
    // The end of a connection is reported to its query. An event without a listener would end the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
    this.#turns = new Turns({ atOnce: options.connections })
  }

  /** @throws ApiError ServiceUnavailableError when no connection becomes free in time */
  use<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> {
    return this.#turns.take(() => this.#lend(work), patience, databaseBusy)
  }

  async #lend<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect()
    let isLost = false
    try {
      return await work(client)
    } catch (error) {
      // The driver reports an end some time after it; until then the pool would lend the connection again.
      isLost = isConnectionLost(error)
      throw error
    } finally {
      client.release(isLost || isWornOut(client))
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}
