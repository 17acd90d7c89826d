import { type ClientBase, Pool, type PoolClient } from 'pg'
import type { ReadOptions } from '../../database/database.js'
import { isConnectionLost } from '../../database/database-errors.js'
import type { ServerAddress } from './server-address.js'
import { cancelStatements } from './postgres-cancel.js'
import { closeImmediately, disablePreparedStatements, hasTooManyStatements } from './postgres-connection.js'
import { configure, planFor } from './session-settings.js'
import { ReadAdmission } from '../../admission/read-admission.js'
import type { Statement } from '../../dialects/statement.js'

export interface PostgresConnectionOptions {
  readonly server: ServerAddress
  /** The maximum number of connections. */
  readonly connections: number
  readonly statementMilliseconds: number
  /** Whether a pooler provides a server connection for each transaction. Then no state can be kept on a connection. */
  readonly isPooled: boolean
}

/** Maximum milliseconds for opening a connection, and for waiting while the queue doesn't move. */
export const acquireTimeout = 1_500
/**
 * Maximum milliseconds that a request waits: `total` while the queue moves, because bursts end on their own,
 * and `stalled` while it doesn't move.
 */
export const waitLimits = { total: 10_000, stalled: acquireTimeout }

/** Settings for each connection of a pool. */
export const connectionSettings = ({ statementMilliseconds, isPooled }: PostgresConnectionOptions) => ({
  keepAlive: true,
  connectionTimeoutMillis: acquireTimeout,
  // PgBouncer rejects this setting or silently drops it.
  ...(!isPooled && { statement_timeout: statementMilliseconds }),
})

export interface PostgresReadersOptions extends PostgresConnectionOptions {
  /** SQL that sets up each transaction; empty when the connection is already set up. */
  readonly localSettings: string
  /** Milliseconds without a reply after which a connection counts as lost; unlimited when absent. */
  readonly responseMilliseconds?: number
}

/**
 * The read connections, in pg's own pool. Sequelize's pool only provides a connection for a transaction or
 * for queries that Sequelize runs itself, and it prepares no statements. See decision 0192.
 */
export class PostgresReaders {
  readonly #pool: Pool
  readonly #admission: ReadAdmission
  /** Connections that have been used before. The server may have closed such a connection while it was idle. */
  readonly #used = new WeakSet<ClientBase>()
  readonly #open = new Set<ClientBase>()

  constructor(readonly options: PostgresReadersOptions) {
    this.#pool = new Pool({
      ...options.server.config,
      max: options.connections,
      onConnect: (client: ClientBase) => {
        if (options.isPooled) disablePreparedStatements(client)
        else configure(client)
      },
      ...connectionSettings(options),
      ...(options.responseMilliseconds !== undefined && { query_timeout: options.responseMilliseconds }),
    })
    // pg also reports the end of a connection to its query. Without a listener, this event would end the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => {
      this.#open.add(client)
      client.on('error', () => undefined)
    })
    this.#pool.on('remove', (client) => this.#open.delete(client))
    this.#admission = new ReadAdmission(options.connections, waitLimits)
  }

  /**
   * Runs the statements of one read on a connection. Tries again on another one when an idle connection turns
   * out to be closed.
   *
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
          // The pool drops each lost connection, so that the loop ends with a new one.
          if (!isUsed || !isConnectionLost(error)) throw error
          options.signal?.throwIfAborted()
        }
      }
    })
  }

  /**
   * Connects. Makes a second attempt if the first one failed well after pg's time limit: the limit also
   * expires while the event loop is blocked, even if the server responds in time.
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
      // The driver reports a closed connection late. The pool must not reuse the connection until then.
      isLost = isConnectionLost(error)
      throw error
    } finally {
      signal?.removeEventListener('abort', abort)
      isOver = true
      await cancelling
      // If the read has several statements, the cancel request may have cancelled the one that ends their transaction.
      const isBroken = cancelling !== undefined && (deeper !== undefined || this.options.isPooled)
      client.release(isLost || hasTooManyStatements(client) || isBroken)
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  /** Closes all connections now. Reads that are under way reject with a lost connection. */
  abandon(): Promise<void> {
    closeImmediately(this.#open)
    return this.close()
  }
}
