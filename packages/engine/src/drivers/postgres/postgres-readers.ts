import { type ClientBase, Pool, type PoolClient } from 'pg'
import type { ReadOptions, StatementLimits } from '../../database/database.js'
import { isConnectionLost } from '../../database/database-errors.js'
import type { ServerAddress } from './server-address.js'
import {
  cancelStatements,
  closeImmediately,
  disablePreparedStatements,
  hasTooManyStatements,
  limitedReads,
  type PostgresReads,
  unlimitedReads,
} from './postgres-connection.js'
import { postgres } from '../../dialects/postgres.js'
import type { ReadConnection } from '../driver.js'
import { EntryBatches, type OpenRead } from '../entry-batches.js'
import { KnownTotals } from '../known-totals.js'
import { configure, planFor, type PlannerOptions } from './session-settings.js'
import { type Admission, ReadAdmission } from '../../admission/read-admission.js'
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

export interface PostgresReadersOptions extends PostgresConnectionOptions, PlannerOptions {
  /** SQL that sets up each transaction; empty when the connection is already set up. */
  readonly localSettings: string
  /** The limits of reads by `acquire`; null if they have none. */
  readonly limits: StatementLimits | null
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
  readonly #reads: PostgresReads
  readonly #batches = new EntryBatches(postgres, (statement, options) => this.#acquire(statement, options))
  /** Connections that have been used before. The server may have closed such a connection while it was idle. */
  readonly #used = new WeakSet<ClientBase>()
  readonly #clients = new Set<ClientBase>()

  constructor(readonly options: PostgresReadersOptions) {
    this.#pool = new Pool({
      ...options.server.config,
      max: options.connections,
      onConnect: (client: ClientBase) => {
        if (options.isPooled) disablePreparedStatements(client)
        else configure(client, options)
      },
      ...connectionSettings(options),
      ...(options.responseMilliseconds !== undefined && { query_timeout: options.responseMilliseconds }),
    })
    // pg also reports the end of a connection to its query. Without a listener, this event would end the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => {
      this.#clients.add(client)
      client.on('error', () => undefined)
    })
    this.#pool.on('remove', (client) => this.#clients.delete(client))
    this.#admission = new ReadAdmission(options.connections, waitLimits)
    this.#reads = options.limits ? limitedReads(options.limits) : unlimitedReads
  }

  /**
   * Waits for a connection, and begins a transaction if the read needs one.
   *
   * @throws ApiError ServiceUnavailableError when no connection becomes free in time
   */
  acquire(statement: Statement, options: ReadOptions): Promise<ReadConnection> {
    const batched = statement.idAt === undefined ? null : this.#batches.join(statement, options)
    return batched ?? this.#acquire(statement, options)
  }

  #acquire(statement: Statement, options: ReadOptions): Promise<PostgresRead> {
    const { localSettings } = this.options
    const isolation = statement.deeper ? 'ISOLATION LEVEL REPEATABLE READ ' : ''
    const begin = isolation !== '' || localSettings !== '' ? `BEGIN ${isolation}READ ONLY;${localSettings}` : null
    return this.#open(statement, options, { reads: this.#reads, begin, keepsOrder: statement.keepsOrder === true })
  }

  /** Runs work on a connection, and repeats it when an idle connection turns out to be closed. */
  async use<Result>(statement: Statement, work: (client: ClientBase) => Promise<Result>): Promise<Result> {
    const read = await this.#open(statement, {}, { reads: unlimitedReads, begin: null, keepsOrder: false })
    for (;;) {
      try {
        const result = await work(read.client)
        await read.release()
        return result
      } catch (error) {
        await read.recover(error)
      }
    }
  }

  async #open(statement: Statement, options: ReadOptions, settings: ReadSettings): Promise<PostgresRead> {
    const admission = await this.#admission.admit(statement, options)
    const read = new PostgresRead(this, options, { ...settings, admission })
    await read.open()
    return read
  }

  /**
   * Connects. Makes a second attempt if the first one failed well after pg's time limit: the limit also
   * expires while the event loop is blocked, even if the server responds in time.
   */
  async connect(): Promise<{ readonly client: PoolClient; readonly wasUsed: boolean }> {
    const client = await this.#connect()
    const wasUsed = this.#used.has(client)
    this.#used.add(client)
    return { client, wasUsed }
  }

  async #connect(): Promise<PoolClient> {
    const started = performance.now()
    try {
      return await this.#pool.connect()
    } catch (error) {
      if (!isConnectionLost(error) || performance.now() - started < acquireTimeout * 1.2) throw error
      return this.#pool.connect()
    }
  }

  async close(): Promise<void> {
    // Reads that wait for their batch begin first.
    await new Promise((resolve) => setImmediate(resolve))
    return this.#pool.end()
  }

  /** Closes all connections now. Reads that are under way reject with a lost connection. */
  abandon(): Promise<void> {
    closeImmediately(this.#clients)
    return this.#pool.end()
  }
}

const totals = new WeakMap<ClientBase, KnownTotals>()

/** Each connection has totals of its own: the same state means other content on another server. */
function totalsOf(client: ClientBase): KnownTotals {
  let known = totals.get(client)
  if (!known) totals.set(client, (known = new KnownTotals()))
  return known
}

interface ReadSettings {
  readonly reads: PostgresReads
  /** Begins the transaction of the read; null when it needs none. */
  readonly begin: string | null
  readonly keepsOrder: boolean
}

/** A read on a connection. When an idle connection turns out to be closed, the read is repeated on another one. */
class PostgresRead implements OpenRead {
  #client: PoolClient | undefined
  #wasUsed = false
  #inTransaction = false
  #isOver = false
  #cancelling: Promise<void> | undefined

  constructor(
    readonly readers: PostgresReaders,
    readonly options: ReadOptions,
    readonly settings: ReadSettings & { readonly admission: Admission },
  ) {}

  get client(): PoolClient {
    if (!this.#client) throw new Error('This read has ended.')
    return this.#client
  }

  /** Connects and prepares the connection. If this rejects, the read has ended. */
  async open(): Promise<void> {
    for (;;) {
      try {
        const { client, wasUsed } = await this.readers.connect()
        this.#client = client
        this.#wasUsed = wasUsed
        await this.#prepare(client)
        return
      } catch (error) {
        await this.#fail(error)
      }
    }
  }

  async #prepare(client: PoolClient): Promise<void> {
    const { signal, weight } = this.options
    const { begin, keepsOrder } = this.settings
    this.#isOver = false
    signal?.addEventListener('abort', this.#cancel)
    const planning = planFor(client, weight, keepsOrder)
    if (planning) await planning
    if (begin === null) return
    this.#inTransaction = true
    await client.query(begin)
  }

  readonly #cancel = (): void => {
    this.#cancelling = cancelStatements(this.client, () => this.#isOver)
  }

  /** Behind a pooler, the next statement may run on another server. */
  get totals(): KnownTotals | null {
    return this.readers.options.isPooled ? null : totalsOf(this.client)
  }

  async text(statement: Statement): Promise<string | null> {
    this.options.signal?.throwIfAborted()
    return this.settings.reads.text(this.client, statement)
  }

  texts(statement: Statement): Promise<readonly (string | null)[]> {
    return this.settings.reads.texts(this.client, statement)
  }

  async release(): Promise<void> {
    if (this.#inTransaction) {
      await this.client.query('COMMIT')
      this.#inTransaction = false
    }
    await this.#giveBack(false)
    this.settings.admission.release()
  }

  async recover(error: unknown): Promise<this> {
    await this.#fail(error)
    await this.open()
    return this
  }

  /**
   * Returns the connection to the pool after an error.
   *
   * @throws the error unless it is that of an idle connection that was closed. The pool drops each lost
   * connection, so that repeated reads end on a new one.
   */
  async #fail(reason: unknown): Promise<void> {
    const isLost = isConnectionLost(reason)
    const isRepeatable = this.#client !== undefined && this.#wasUsed && isLost
    try {
      // The first error is the one to report.
      if (this.#inTransaction) await this.client.query('ROLLBACK').catch(() => undefined)
      // The driver reports a closed connection late. The pool must not reuse the connection until then.
      if (this.#client) await this.#giveBack(isLost)
      if (!isRepeatable) throw reason
      this.options.signal?.throwIfAborted()
    } catch (error) {
      this.settings.admission.release()
      throw error
    }
  }

  async #giveBack(isLost: boolean): Promise<void> {
    const { client } = this
    this.options.signal?.removeEventListener('abort', this.#cancel)
    this.#isOver = true
    const cancelling = this.#cancelling
    await cancelling
    // If the read has several statements, the cancel request may have cancelled the one that ends their transaction.
    const isBroken = cancelling !== undefined && this.settings.begin !== null
    this.#client = undefined
    this.#cancelling = undefined
    this.#inTransaction = false
    client.release(isLost || hasTooManyStatements(client) || isBroken)
  }
}
