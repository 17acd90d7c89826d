import { setImmediate } from 'node:timers/promises'
import pg, { Client, type ClientBase, type ClientConfig, type QueryResult } from 'pg'
import type { Sequelize } from 'sequelize'
import {
  isConnectionError,
  isConnectionLost,
  isConnectionTimeout,
  unknownOutcome,
} from '../../database/database-errors.js'
import {
  closeImmediately,
  disablePreparedStatements,
  forgetMessage,
  postgresRows,
  postgresScript,
  sendWithNext,
} from './postgres-connection.js'
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

/** A transaction on a connection of its own. */
export interface OpenTransaction {
  /**
   * Sends statements. Those that are sent before earlier ones have ended reach the server together with them.
   * Use the functions of `postgres-connection.ts`: queries of the client itself would overtake BEGIN.
   */
  readonly send: <Result>(statements: (client: ClientBase) => Promise<Result>) => Promise<Result>
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

/** The write connections, in Sequelize's pool. See decision 0192. */
export class PostgresWriter {
  readonly #open = new Set<ClientBase>()

  private constructor(
    readonly sequelize: Sequelize,
    readonly options: PostgresWriterOptions,
  ) {
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
      pipeline: !isPooled,
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

  begin = async (): Promise<OpenTransaction> => new PostgresTransaction(this, await this.acquire())

  /** Waits for a connection. If the server closes a new one immediately, opens another one. */
  async acquire(): Promise<ClientBase> {
    for (let attempt = 0; ; attempt++) {
      try {
        const client = (await this.sequelize.connectionManager.getConnection({ type: 'write' })) as ClientBase
        if (this.options.isPooled) disablePreparedStatements(client)
        return client
      } catch (error) {
        if (attempt === this.options.connections || !isRepeatable(error)) throw error
      }
    }
  }

  release = (client: ClientBase): void => this.sequelize.connectionManager.releaseConnection(client)

  /** Closes a connection whose state is unknown. Never rejects. */
  drop(client: ClientBase): Promise<void> {
    closeImmediately([client])
    return this.sequelize.connectionManager.destroyConnection(client).catch(() => undefined)
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
const commitAndReadPosition = async (client: ClientBase): Promise<CommitPosition> => {
  // pg returns a result for each of several statements.
  const results: unknown = await postgresScript(
    client,
    `COMMIT; SELECT pg_current_wal_flush_lsn()::text AS lsn,
      substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) AS timeline`,
  )
  return (results as readonly QueryResult<CommitPosition>[]).at(-1)?.rows[0] as CommitPosition
}

interface CommitPosition {
  readonly lsn: string
  readonly timeline: string
}

/**
 * The PostgreSQL function that warns when it stops waiting for a synchronous standby. Its name isn't
 * translated, unlike the text.
 */
const waitForStandby = 'SyncRepWaitForLSN'

/** Returns whether an open connection was lost, rather than none could be opened. */
const isRepeatable = (error: unknown) => isConnectionLost(error) && !isConnectionError(error)

const begin = { sql: 'BEGIN', values: [] }
const commitOnly = { sql: 'COMMIT', values: [] }

/** A statement that is repeated on another connection, with its place among all statements of the transaction. */
interface WaitingStatement {
  readonly place: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** A transaction that begins with its first statement, in the same message. */
class PostgresTransaction implements OpenTransaction {
  #client: ClientBase
  /** Whether a statement has ended on the connection. Before that, the server may have closed it while it was idle. */
  #isProven = false
  #hasBegun = false
  #attempts = 0
  /** The connection that is being replaced, or was. */
  #lost: ClientBase | undefined
  /** Statements that wait for the new connection; null if none is being opened. */
  #waiting: WaitingStatement[] | null = null
  #statements = 0
  /** Whether no other connection could be opened. */
  #isOver = false

  constructor(
    readonly writer: PostgresWriter,
    client: ClientBase,
  ) {
    this.#client = client
  }

  send = async <Result>(statements: (client: ClientBase) => Promise<Result>): Promise<Result> => {
    const place = this.#statements++
    for (;;) {
      const client = this.#client
      try {
        // Without a pooler, this sends the statements before it returns, so that they stay in their order.
        const begun = this.#hasBegun ? undefined : this.#begin(client)
        if (begun) await begun
        const result = await statements(client)
        this.#isProven = true
        return result
      } catch (error) {
        if (this.#isProven || this.#isOver || !isRepeatable(error)) throw error
        if (client !== this.#lost) void this.#replace(client, error)
        await this.#afterReplacement(place)
      }
    }
  }

  #afterReplacement(place: number): Promise<void> | undefined {
    const waiting = this.#waiting
    return waiting ? new Promise((resolve, reject) => waiting.push({ place, resolve, reject })) : undefined
  }

  /** Sends BEGIN. Behind a pooler, it waits for the response. */
  #begin(client: ClientBase): Promise<unknown> | undefined {
    this.#hasBegun = true
    const { isPooled, localSettings } = this.writer.options
    if (isPooled) return client.query(`BEGIN;${localSettings}`)
    // If it fails, so do all later statements.
    sendWithNext(client, begin).catch(() => undefined)
    return undefined
  }

  /** Opens another connection. Statements that were sent together fail, and are repeated in their order. */
  async #replace(client: ClientBase, error: unknown): Promise<void> {
    const waiting: WaitingStatement[] = (this.#waiting = [])
    this.#lost = client
    let failure: { readonly error: unknown } | null = null
    try {
      if (this.#attempts === this.writer.options.connections) throw error
      this.#attempts += 1
      await this.writer.drop(client)
      this.#client = await this.writer.acquire()
      this.#hasBegun = false
    } catch (failed) {
      failure = { error: failed }
    }
    // Then all of them have failed.
    await setImmediate()
    this.#waiting = null
    this.#isOver = failure !== null
    for (const { resolve, reject } of waiting.toSorted((a, b) => a.place - b.place)) {
      if (failure) reject(failure.error)
      else resolve()
    }
  }

  commit = async (): Promise<LogPosition | null> => {
    const client = this.#client
    if (!this.#hasBegun) {
      this.writer.release(client)
      return null
    }
    try {
      const position = await commit(client, this.writer.options.readsPositions)
      this.writer.release(client)
      return position
    } catch (error) {
      await this.writer.drop(client)
      throw error
    }
  }

  rollback = async (): Promise<void> => {
    const client = this.#client
    try {
      forgetMessage(client)
      if (this.#hasBegun) await client.query('ROLLBACK')
      this.writer.release(client)
    } catch {
      await this.writer.drop(client)
    }
  }
}

/**
 * Commits a transaction. With `readsPosition`, the same message also reads the position after the commit. A
 * COMMIT is never cancelled: while waiting for a synchronous standby, a cancelled COMMIT would report success
 * although the commit is only on this server.
 *
 * @throws ApiError ServiceUnavailableError when the server stopped waiting
 */
async function commit(client: ClientBase, readsPosition: boolean): Promise<LogPosition | null> {
  let isUnknown = false
  const notice = ({ routine }: { readonly routine?: string | undefined }) => {
    isUnknown ||= routine === waitForStandby
  }
  client.on('notice', notice)
  try {
    const position = await (readsPosition ? commitAndReadPosition(client) : postgresRows(client, commitOnly))
    if (isUnknown) throw unknownOutcome()
    return 'lsn' in position ? positionOf(position.timeline, position.lsn) : null
  } finally {
    client.off('notice', notice)
  }
}
