import pg, { Client, type ClientBase, type ClientConfig } from 'pg'
import type { Sequelize, Transaction } from 'sequelize'
import {
  isConnectionError,
  isConnectionLost,
  isConnectionTimeout,
  unknownOutcome,
} from '../../database/database-errors.js'
import { closeImmediately, disablePreparedStatements } from './postgres-connection.js'
import { acquireTimeout, connectionSettings, type PostgresConnectionOptions } from './postgres-readers.js'
import { type LogPosition, positionOf } from '../../database/position.js'

/** Maximum milliseconds between two statements of a transaction, because others wait for its locks. */
export const idleTimeout = 60_000
/** Transactions after which a connection is replaced, together with its prepared statements. */
const usesOfConnection = 10_000
/**
 * Maximum milliseconds for opening the first connection. It is longer than for requests. Otherwise a service
 * could fail to start on a busy machine, although its database is running.
 */
const openTimeout = 10_000

/** A transaction that has begun, and its connection. */
export interface OpenTransaction {
  readonly client: ClientBase
  /**
   * Returns the position of the commit if positions are read.
   *
   * @throws Error when it is unknown whether the commit will last
   */
  readonly commit: () => Promise<LogPosition | null>
  /** Never rejects. */
  readonly rollback: () => Promise<void>
}

export interface PostgresWriterOptions extends PostgresConnectionOptions {
  /** Whether to read the position of each commit in the log. */
  readonly readsPositions: boolean
  /** SQL that sets up each transaction; empty when the connection is already set up. */
  readonly localSettings: string
}

/**
 * Returns the class of Sequelize's clients. They connect as those of pg's pool do: Sequelize itself ignores
 * some parts of a URL, such as the port of a Unix socket. Sequelize also listens for errors of a connection
 * only after it has been opened. If PostgreSQL closes it in the same moment, the error would have no listener
 * and end the process.
 */
function clientClass(settings: () => ClientConfig): typeof Client {
  return class extends Client {
    constructor(ofSequelize?: string | ClientConfig) {
      const types = typeof ofSequelize === 'object' ? ofSequelize.types : undefined
      super({ ...settings(), ...(types && { types }) })
      this.on('error', () => undefined)
    }
  }
}

/** The write connections: Sequelize's pool and transactions. See decision 0192. */
export class PostgresWriter {
  readonly #clients = new WeakMap<Transaction, ClientBase>()
  readonly #open = new Set<ClientBase>()

  private constructor(
    readonly sequelize: Sequelize,
    readonly options: PostgresWriterOptions,
  ) {
    // Only this hook of Sequelize gives access to the connection of a query, here that of START TRANSACTION.
    sequelize.addHook('beforeQuery', ({ transaction }, query) => {
      if (transaction) this.#clients.set(transaction, query.connection as ClientBase)
    })
    sequelize.addHook('afterConnect', (client) => void this.#open.add(client as ClientBase))
    sequelize.addHook('afterDisconnect', (client) => void this.#open.delete(client as ClientBase))
  }

  /** Opens the connections. Rejects unless the server accepts one. */
  static async open(options: PostgresWriterOptions): Promise<PostgresWriter> {
    const { Sequelize } = await import('sequelize')
    const { server, isPooled } = options
    const settings = (): ClientConfig => ({
      ...server.config,
      ...connectionSettings(options),
      ...(!isPooled && { idle_in_transaction_session_timeout: idleTimeout }),
    })
    const sequelize = new Sequelize({
      dialect: 'postgres',
      dialectModule: { ...pg, Client: clientClass(settings) },
      logging: false,
      pool: {
        max: options.connections,
        min: 0,
        idle: 10_000,
        acquire: acquireTimeout,
        maxUses: usesOfConnection,
      },
      // Sequelize would send SET, which would stay on a connection that other clients use too.
      ...(isPooled && { keepDefaultTimezone: true, dialectOptions: { clientMinMessages: 'ignore' } }),
    })
    const writer = new PostgresWriter(sequelize, options)
    try {
      await writer.#awaitServer()
      return writer
    } catch (error) {
      await sequelize.close()
      throw error
    }
  }

  /** Connects, and repeats attempts that time out. Any other error, such as a closed port, rejects immediately. */
  async #awaitServer(): Promise<void> {
    const until = performance.now() + openTimeout
    for (;;) {
      try {
        return await this.sequelize.authenticate()
      } catch (error) {
        if (!isConnectionTimeout(error) || performance.now() >= until) throw error
      }
    }
  }

  async begin(): Promise<OpenTransaction> {
    const transaction = await this.#start()
    const client = this.#clients.get(transaction)
    if (!client) throw new Error('Sequelize did not call its query hook.')
    const { isPooled, readsPositions, localSettings } = this.options
    if (isPooled) disablePreparedStatements(client)
    if (localSettings !== '') await client.query(localSettings)
    return {
      client,
      commit: () => commit(client, transaction, readsPositions),
      // If the connection is lost, Sequelize's pool has already dropped it and the error isn't needed.
      rollback: () => transaction.rollback().catch(() => undefined),
    }
  }

  /**
   * Starts a transaction. If the server has closed an idle connection, starts it on another one: no statement
   * of the transaction has run yet.
   */
  async #start(): Promise<Transaction> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.sequelize.transaction()
      } catch (error) {
        if (attempt === this.options.connections || !isConnectionLost(error) || isConnectionError(error)) throw error
      }
    }
  }

  close(): Promise<void> {
    return this.sequelize.close()
  }

  /** Closes all connections now. For transactions that are committing, it stays unknown whether they will last. */
  abandon(): Promise<void> {
    closeImmediately(this.#open)
    return this.close()
  }
}

/**
 * Commits and reads the flushed position, which a standby can reach. The insert position also includes
 * uncommitted changes.
 */
const commitAndReadPosition = `COMMIT; SELECT pg_current_wal_flush_lsn()::text AS lsn,
  substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) AS timeline`

interface CommitPosition {
  readonly lsn: string
  readonly timeline: string
}

/**
 * The PostgreSQL function that warns when it stops waiting for a synchronous standby. Its name isn't
 * translated, unlike the text.
 */
const waitForStandby = 'SyncRepWaitForLSN'

/**
 * Commits a transaction of Sequelize. With `readsPosition`, the same message also reads the position after
 * the commit. A COMMIT is never cancelled: while waiting for a synchronous standby, a cancelled COMMIT would
 * report success although the commit is only on this server.
 *
 * @throws ApiError ServiceUnavailableError when the server stopped waiting
 */
async function commit(
  client: ClientBase,
  transaction: Transaction,
  readsPosition: boolean,
): Promise<LogPosition | null> {
  let isUnknown = false
  const notice = ({ routine }: { readonly routine?: string | undefined }) => {
    isUnknown ||= routine === waitForStandby
  }
  client.on('notice', notice)
  try {
    const position = readsPosition ? await positionAfter(client, transaction) : null
    // Here, Sequelize sends COMMIT and releases the connection. If positions are read, the transaction has
    // already been committed above.
    await transaction.commit().catch((error: unknown) => {
      if (!readsPosition) throw error
    })
    if (isUnknown) throw unknownOutcome()
    return position
  } finally {
    client.off('notice', notice)
  }
}

async function positionAfter(client: ClientBase, transaction: Transaction): Promise<LogPosition | null> {
  // pg returns a result for each of the statements.
  let results: readonly { readonly rows: readonly CommitPosition[] }[]
  try {
    results = (await client.query<CommitPosition>(commitAndReadPosition)) as unknown as typeof results
  } catch (error) {
    // Lets Sequelize take the connection back.
    await transaction.rollback().catch(() => undefined)
    throw error
  }
  const position = results.at(-1)?.rows[0]
  return position ? positionOf(position.timeline, position.lsn) : null
}
