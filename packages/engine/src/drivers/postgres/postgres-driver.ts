import type { ClientBase } from 'pg'
import { Queue } from '../../concurrency/queue.js'
import type { Explained, ExplainOptions, ReadOptions, StatementLimits } from '../../database/database.js'
import { canRetryOnPrimary, databaseBusy, databaseErrorCode, unknownOutcome } from '../../database/database-errors.js'
import type { SnapshotPlace } from '../../database/snapshot-storage.js'
import { postgres } from '../../dialects/postgres.js'
import {
  type Driver,
  type OpenTransaction,
  type ReadConnection,
  repeatAfterConflict,
  type Transact,
  type Transaction,
  type Work,
  type WriteRules,
} from '../driver.js'
import { explainPostgres } from './explain-postgres.js'
import { openServers, type Servers, type ServersOptions } from './open-servers.js'
import {
  limitedReads,
  postgresRows,
  postgresScript,
  postgresText,
  type ReadText,
  sendWithNext,
} from './postgres-connection.js'
import { waitLimits } from './postgres-readers.js'
import type { Replica } from './replicas.js'
import { dropSchema, restoreFromSchema, saveToSchema } from './snapshots.js'
import type { Statement } from '../../dialects/statement.js'

/** How many writes may wait for others to end. */
const waitingWrites = 1_000

/** Conflicts with another transaction (serialization failure, deadlock): the transaction is run again. */
const retried: ReadonlySet<string> = new Set(['40001', '40P01'])

/** The key of the advisory lock that lets one process at a time change the schema. */
const migrationLock = 7_302_649_118
/** Some databases with PostgreSQL's protocol accept `pg_advisory_xact_lock` without locking anything. */
const heldLock = `SELECT 'held' FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted LIMIT 1`
const withoutLocks =
  'The advisory locks of the database have no effect (pg_advisory_xact_lock returned without a lock in pg_locks). Two processes that start at ' +
  'the same time could both change the tables, and unique values could be stored twice. Use PostgreSQL, or a version of this database that implements them.'

export async function openPostgres(options: ServersOptions): Promise<Driver> {
  return new PostgresDriver(await openServers(options), options.limits)
}

/** The connections to a primary and its replicas. */
class PostgresDriver implements Driver {
  readonly dialect = postgres
  readonly writes: WriteRules
  readonly #text: ReadText

  constructor(
    readonly servers: Servers,
    limits: StatementLimits | null,
  ) {
    this.#text = limits ? limitedReads(limits).text : postgresText
    this.writes = {
      queue: new Queue({ concurrency: servers.writers, longest: waitingWrites }),
      wait: { ...waitLimits, rejection: databaseBusy },
      areGrouped: false,
      isConflict: (error) => retried.has(databaseErrorCode(error) ?? ''),
    }
  }

  checkFiles = () => undefined

  acquire(statement: Statement, options: ReadOptions): Promise<ReadConnection> {
    const after = this.servers.replicas && options.session?.readsAfter?.()
    const replica = after ? this.servers.replicas?.choose(after) : null
    return replica ? this.#acquireReplica(replica, statement, options) : this.#acquirePrimary(statement, options)
  }

  #acquirePrimary(statement: Statement, options: ReadOptions): Promise<ReadConnection> {
    return this.servers.primary.connections().readers.acquire(statement, options)
  }

  async #acquireReplica(replica: Replica, statement: Statement, options: ReadOptions): Promise<ReadConnection> {
    const onPrimary = (error: unknown) => {
      const endsEarly = this.servers.replicas?.endEarly ?? false
      if (options.signal?.aborted || !canRetryOnPrimary(error, endsEarly)) throw error
      return this.#acquirePrimary(statement, options)
    }
    const read = new ReplicaRead(replica, onPrimary)
    return read.open(() => replica.readers.acquire(statement, options))
  }

  async begin(isLimited: boolean): Promise<OpenTransaction> {
    const { primary } = this.servers
    const connections = primary.connections()
    const { send, commit, rollback } = await connections.writer.begin()
    const text = isLimited ? this.#text : postgresText
    let isCommitting = false
    return {
      maximumParameters: 65_535,
      pipelines: !connections.writer.options.isPooled,
      rows: (statement) => send((client) => postgresRows(client, statement)),
      text: (statement) => send((client) => text(client, statement)),
      withNext: (statement) => send((client) => sendWithNext(client, statement)),
      script: (sql) => send((client) => postgresScript(client, sql)),
      async commit() {
        isCommitting = true
        const position = await commit()
        // Another server became primary in the meantime, perhaps without this write.
        if (!primary.isCurrent(connections)) throw unknownOutcome()
        return position
      },
      async rollback() {
        // A failed commit has closed the connection.
        if (!isCommitting) await rollback()
      },
    }
  }

  migrate<Result, Writing extends Transaction>(
    work: Work<Result, Writing>,
    transact: Transact<Writing>,
  ): Promise<Result> {
    return transact(async (transaction) => {
      await transaction.execute(['SET LOCAL statement_timeout = 0', `SELECT pg_advisory_xact_lock(${migrationLock})`])
      if ((await transaction.read({ sql: heldLock, values: [] })) === null) throw new Error(withoutLocks)
      return work(transaction)
    })
  }

  saveSnapshot(place: SnapshotPlace, transact: Transact): Promise<void> {
    return this.#copy((transaction) => saveToSchema(transaction, place), transact)
  }

  restoreSnapshot(place: SnapshotPlace, transact: Transact): Promise<void> {
    return this.#copy((transaction) => restoreFromSchema(transaction, place), transact)
  }

  dropSnapshot(place: SnapshotPlace, transact: Transact): Promise<void> {
    return dropSchema(place, (work) => this.migrate(work, transact))
  }

  /**
   * Copies tables while no other write of this process runs. Repeats the copy after a conflict with a write
   * of another process.
   */
  #copy(work: Work<void>, transact: Transact): Promise<void> {
    const { queue, isConflict } = this.writes
    const alone = { slots: this.servers.writers, rejection: databaseBusy }
    return queue.run(() => repeatAfterConflict(isConflict, () => this.migrate(work, transact)), alone)
  }

  explain(statement: Statement, options: ExplainOptions): Promise<Explained> {
    const { readers } = this.servers.primary.connections()
    const begin = `BEGIN READ ONLY;${readers.options.localSettings}`
    return readers.use(statement, (client: ClientBase) => explainPostgres(client, statement, { ...options, begin }))
  }

  close(): Promise<void> {
    return this.servers.close()
  }
}

/** A read on a replica. The primary repeats it if the replica fails. */
class ReplicaRead implements ReadConnection {
  readonly totals = null
  #read: ReadConnection | undefined

  constructor(
    readonly replica: Replica,
    readonly onPrimary: (error: unknown) => Promise<ReadConnection>,
  ) {}

  /** Acquires a connection to the replica, or to the primary if that fails. */
  async open(acquire: () => Promise<ReadConnection>): Promise<ReadConnection> {
    this.replica.reads += 1
    try {
      this.#read = await acquire()
      return this
    } catch (error) {
      this.replica.reads -= 1
      return this.onPrimary(error)
    }
  }

  text(statement: Statement): ReturnType<ReadConnection['text']> {
    return (this.#read as ReadConnection).text(statement)
  }

  async release(): Promise<void> {
    await this.#read?.release()
    this.replica.reads -= 1
  }

  recover(error: unknown): Promise<ReadConnection> {
    const read = this.#read as ReadConnection
    this.replica.reads -= 1
    return this.open(() => read.recover(error))
  }
}
