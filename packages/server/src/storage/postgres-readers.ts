import { type ClientBase, Pool, type PoolClient } from 'pg'
import type { ReadOptions } from './database.js'
import { isConnectionLost } from './errors.js'
import { clientConfig, type ServerAddress } from './postgres/server-address.js'
import { cancelStatements } from './postgres-cancel.js'
import { endNow, isWornOut, prepareNothing } from './postgres-connection.js'
import { configure, planFor } from './postgres/session-settings.js'
import { ReadAdmission } from './read-admission.js'
import type { Statement } from './statement.js'

export interface PostgresConnectionOptions {
  readonly server: ServerAddress
  /** The most connections. */
  readonly connections: number
  readonly statementMilliseconds: number
  /** Whether a pooler lends a connection of the server for each transaction: nothing is kept on it then. */
  readonly isPooled: boolean
}

/** Milliseconds to open a connection, or to wait for one while none becomes free. */
export const acquireTimeout = 1_500
/** A burst ends by itself: a request waits on while the queue moves, and is rejected early when it doesn't. */
export const patience = { total: 10_000, stalled: acquireTimeout }

/** What each connection of a pool tells the server. */
export const connectionSettings = ({ statementMilliseconds, isPooled }: PostgresConnectionOptions) => ({
  application_name: 'content-api',
  keepAlive: true,
  connectionTimeoutMillis: acquireTimeout,
  // PgBouncer rejects it, or drops it without a word.
  ...(!isPooled && { statement_timeout: statementMilliseconds }),
})

export interface PostgresReadersOptions extends PostgresConnectionOptions {
  /** Settings of each transaction, as statements; empty where the connection has them. */
  readonly localSettings: string
  /** Milliseconds after which a connection counts as lost that gives no answer; without end unless it is said. */
  readonly answerMilliseconds?: number
}

/**
 * The connections that only read: pg's own pool. Sequelize's lends a connection for a transaction or for a query that it
 * runs itself, and it prepares nothing; see decision 0192.
 */
export class PostgresReaders {
  readonly #pool: Pool
  readonly #admission: ReadAdmission
  /** Connections that have read before: such a one may have been cut while it was idle. */
  readonly #used = new WeakSet<ClientBase>()
  readonly #open = new Set<ClientBase>()

  constructor(readonly options: PostgresReadersOptions) {
    this.#pool = new Pool({
      ...clientConfig(options.server),
      max: options.connections,
      onConnect: (client: ClientBase) => {
        if (options.isPooled) prepareNothing(client)
        else configure(client)
      },
      ...connectionSettings(options),
      ...(options.answerMilliseconds !== undefined && { query_timeout: options.answerMilliseconds }),
    })
    // The end of a connection is reported to its query. An event without a listener would end the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => {
      this.#open.add(client)
      client.on('error', () => undefined)
    })
    this.#pool.on('remove', (client) => this.#open.delete(client))
    this.#admission = new ReadAdmission(options.connections, patience)
  }

  /**
   * Runs a statement, or those that belong to it, on a connection of its own; again on another one when an idle connection
   * turns out to be gone.
   * @throws ApiError ServiceUnavailableError when no connection becomes free in time
   */
  use<Result>(
    statement: Statement,
    options: ReadOptions,
    read: (client: ClientBase) => Promise<Result>,
  ): Promise<Result> {
    return this.#admission.run(statement, options, async () => {
      for (;;) {
        const client = await this.#connect()
        const isUsed = this.#used.has(client)
        this.#used.add(client)
        try {
          return await this.#lend(client, statement, options, read)
        } catch (error) {
          // Each lost connection leaves the pool, so that this ends with a new one.
          if (!isUsed || !isConnectionLost(error)) throw error
          options.signal?.throwIfAborted()
        }
      }
    })
  }

  /**
   * pg's time limit for a connection also ends while the event loop is blocked, whatever the server does. It is late then,
   * and a second attempt decides.
   */
  async #connect(): Promise<PoolClient> {
    const started = performance.now()
    try {
      return await this.#pool.connect()
    } catch (error) {
      if (!isConnectionLost(error) || performance.now() - started < acquireTimeout * 1.2) throw error
      return this.#pool.connect()
    }
  }

  async #lend<Result>(
    client: PoolClient,
    { deeper }: Statement,
    { signal, weight }: ReadOptions,
    read: (client: ClientBase) => Promise<Result>,
  ): Promise<Result> {
    let cancelling: Promise<void> | undefined
    let isOver = false
    const abort = () => {
      cancelling = cancelStatements(client, () => isOver)
    }
    signal?.addEventListener('abort', abort)
    let isLost = false
    try {
      const planning = planFor(client, weight)
      if (planning) await planning
      return await read(client)
    } catch (error) {
      // The driver reports an end some time after it; until then the pool would lend the connection again.
      isLost = isConnectionLost(error)
      throw error
    } finally {
      signal?.removeEventListener('abort', abort)
      isOver = true
      await cancelling
      // Of several statements, the cancel may have hit the one that ends their transaction.
      const isBroken = cancelling !== undefined && (deeper !== undefined || this.options.isPooled)
      client.release(isLost || isWornOut(client) || isBroken)
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  /** Closes all connections now. Reads that are under way reject with a lost connection. */
  abandon(): Promise<void> {
    endNow(this.#open)
    return this.close()
  }
}
