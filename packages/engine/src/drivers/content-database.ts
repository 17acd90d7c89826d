import type { JsonText } from '../plan/json-text.js'
import type { ReadId } from '../plan/read-plan.js'
import type { WritableLayout } from '../layout/layout.js'
import type {
  Database,
  Readable,
  ReadFinisher,
  ReadOptions,
  WriteOptions,
  WriteTransaction,
} from '../database/database.js'
import { translateError } from '../database/database-errors.js'
import { currentLevel, nestWrite, runAfterCommit } from '../database/nested-writes.js'
import { later, type LogPosition } from '../database/position.js'
import { finished } from '../database/read-finisher.js'
import type { SnapshotPlace } from '../database/snapshot-storage.js'
import { bindToTrace, ConnectionUse, Lease } from '../database/statement-measurements.js'
import { DatabaseReads, type DatabaseReadsOptions } from './database-reads.js'
import { type Driver, repeatAfterConflict, type Transact } from './driver.js'
import { RowStatements, SqlTransaction, type TransactionOwner } from './sql-transaction.js'
import { WriteGroups } from './write-groups.js'

export interface ContentDatabaseOptions<Tables extends WritableLayout> extends DatabaseReadsOptions<Tables> {
  readonly driver: Driver
}

/** A database whose reads and writes pass through limits, queues and measurements on their way to a driver. */
export class ContentDatabase<Tables extends WritableLayout>
  extends DatabaseReads<Tables>
  implements Database<Tables>, TransactionOwner<Tables>
{
  readonly rowStatements: RowStatements
  finisher: ReadFinisher | null = null
  readonly #driver: Driver
  readonly #writes: ConnectionUse
  readonly #groups: WriteGroups<SqlTransaction<Tables>>
  #lastWrite: LogPosition | null = null

  constructor(options: ContentDatabaseOptions<Tables>) {
    super(options)
    const { layout, driver, meter } = options
    this.#driver = driver
    this.rowStatements = new RowStatements(driver.dialect, layout.formats)
    this.#writes = new ConnectionUse('write', meter)
    this.#groups = new WriteGroups({
      queue: driver.writes.queue,
      begin: () => this.#beginGroup(),
      transact: (work) => this.#transact(work, true),
    })
  }

  lastWrite = (): LogPosition | null => this.#lastWrite

  /** Within a transaction, it reads: no queue, so that it can't wait for itself. */
  override read(read: Readable, id?: ReadId, options?: ReadOptions): Promise<JsonText | null> {
    const level = currentLevel(this.layout)
    if (level) return this.#translated(this.#readWithin(level.transaction, read, id, options))
    const run = (planned: Readable) => super.read(planned, id, options)
    return this.finisher ? finished(this.finisher, read, run) : run(read)
  }

  async #readWithin(
    transaction: WriteTransaction<Tables>,
    read: Readable,
    id: ReadId | undefined,
    { charge }: ReadOptions = {},
  ): Promise<JsonText | null> {
    if (charge && !('sql' in read)) await charge(await this.estimate(read, transaction))
    return transaction.read(read, id)
  }

  async write<Result>(
    work: (transaction: WriteTransaction<Tables>) => Promise<Result>,
    options: WriteOptions = {},
  ): Promise<Result> {
    const level = currentLevel(this.layout)
    if (level) return this.#translated(nestWrite(level, work))
    return runAfterCommit(work, (writing) => this.#writeInQueue(writing, options))
  }

  async #writeInQueue<Result>(
    work: (transaction: WriteTransaction<Tables>) => Promise<Result>,
    { client, signal, grouped, session }: WriteOptions,
  ): Promise<Result> {
    const { queue, wait: limits, areGrouped, isConflict } = this.#driver.writes
    const wait = {
      rejection: limits.rejection,
      total: limits.total,
      stalled: limits.stalled,
      client: session ? session.client : client,
      signal: session ? session.signal : signal,
    }
    const lease = new Lease(this.#writes)
    // Binds the write to its own trace, because the first write of a group runs the others in its own context.
    const own = bindToTrace((transaction: SqlTransaction<Tables>) => {
      lease.admit()
      transaction.session = session
      transaction.waited = lease.waited
      return work(transaction)
    })
    try {
      if (grouped && areGrouped) return await this.#groups.write(own, wait)
      return await queue.run(() => repeatAfterConflict(isConflict, () => this.#transact(own, true)), wait)
    } catch (error) {
      throw translateError(error, this)
    } finally {
      lease.end()
    }
  }

  async #transact<Result>(
    work: (transaction: SqlTransaction<Tables>) => Promise<Result>,
    isLimited: boolean,
  ): Promise<Result> {
    const opened = await this.#driver.begin(isLimited)
    const transaction = new SqlTransaction(this, opened, { isLimited })
    try {
      const result = await work(transaction)
      transaction.over = true
      const position = await opened.commit()
      await transaction.settle()
      this.#lastWrite = later(this.#lastWrite, position)
      return result
    } catch (error) {
      transaction.over = true
      await opened.rollback()
      // Statements after a failed one fail only because of it.
      await transaction.settle()
      throw error
    }
  }

  async #beginGroup() {
    const opened = await this.#driver.begin(true)
    const { commit, rollback } = opened
    return {
      member: () => new SqlTransaction(this, opened, { isLimited: true, endsOnFailure: true }),
      commit,
      rollback,
    }
  }

  readonly #transactUnlimited: Transact<WriteTransaction<Tables>> = (work) => this.#transact(work, false)

  migrate<Result>(work: (transaction: WriteTransaction<Tables>) => Promise<Result>): Promise<Result> {
    return this.#driver.migrate(work, this.#transactUnlimited)
  }

  saveSnapshot(place: SnapshotPlace): Promise<void> {
    return this.#driver.saveSnapshot(place, this.#transactUnlimited)
  }

  restoreSnapshot(place: SnapshotPlace): Promise<void> {
    return this.#driver.restoreSnapshot(place, this.#transactUnlimited)
  }

  dropSnapshot(place: SnapshotPlace): Promise<void> {
    return this.#driver.dropSnapshot(place, this.#transactUnlimited)
  }

  /** Translates the errors of code within a transaction. */
  async #translated<Result>(result: Promise<Result>): Promise<Result> {
    try {
      return await result
    } catch (error) {
      throw translateError(error, this)
    }
  }
}
