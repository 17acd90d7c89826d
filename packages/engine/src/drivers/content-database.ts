import type { Registry } from '@content-api/model'
import type { IndexHints } from '../admission/index-hints.js'
import { PlanCosts } from '../admission/plan-costs.js'
import { ResponseMemory } from '../admission/response-memory.js'
import type { Dialect } from '../dialects/dialect.js'
import type { Statement } from '../dialects/statement.js'
import { type Driver, repeatAfterConflict, type Transact } from './driver.js'
import type { OwnLayout } from '../layout/own-layout.js'
import type { JsonText } from '../plan/json-text.js'
import type { QueryCost, ReadPlan } from '../plan/read-plan.js'
import { statementOf } from '../read/read.js'
import { readDeep } from '../read/read-deep.js'
import {
  type Database,
  type Explained,
  type ExplainOptions,
  isReadStatement,
  type PreparedRead,
  type Readable,
  type ReadOptions,
  type StatementLimits,
  type WriteOptions,
  type WriteTransaction,
} from '../database/database.js'
import { databaseBusy, translateError } from '../database/database-errors.js'
import type { DatabaseMeter } from '../database/meter.js'
import { currentLevel, nestWrite, runAfterCommit } from '../database/nested-writes.js'
import { later, type LogPosition } from '../database/position.js'
import { RowStatements, SqlTransaction, type TransactionOwner } from './sql-transaction.js'
import type { SnapshotPlace } from '../database/snapshot-storage.js'
import {
  bindToTrace,
  ConnectionUse,
  Lease,
  type OnStatement,
  type StatementPurpose,
  type StatementSource,
  untraced,
} from '../database/statement-measurements.js'
import { WriteGroups } from './write-groups.js'

export interface ContentDatabaseOptions {
  readonly registry: Registry
  readonly layout: OwnLayout
  readonly driver: Driver
  readonly limits: StatementLimits | null
  readonly meter: DatabaseMeter | null
  readonly hints: IndexHints | null
  /** Gets every statement that is sent: it serves metrics, traces, the log of slow statements and the explorer. */
  readonly onStatement: OnStatement
}

/** A database whose reads and writes pass through limits, queues and measurements on their way to a driver. */
export class ContentDatabase implements Database, TransactionOwner {
  readonly registry: Registry
  readonly layout: OwnLayout
  readonly dialect: Dialect
  readonly rowStatements: RowStatements
  readonly responseBytes: number
  readonly #options: ContentDatabaseOptions
  readonly #driver: Driver
  readonly #costs: PlanCosts
  readonly #memory: ResponseMemory | null
  readonly #reads: ConnectionUse
  readonly #writes: ConnectionUse
  readonly #groups: WriteGroups
  #statements = 0
  #lastWrite: LogPosition | null = null

  constructor(options: ContentDatabaseOptions) {
    const { registry, layout, driver, limits, meter, hints } = options
    this.#options = options
    this.#driver = driver
    this.registry = registry
    this.layout = layout
    this.dialect = driver.dialect
    this.rowStatements = new RowStatements(driver.dialect, layout.formats)
    this.responseBytes = limits?.responseBytes ?? Number.POSITIVE_INFINITY
    this.#costs = new PlanCosts({
      layout,
      limit: limits?.queryCost ?? null,
      count: (statement) => untraced(() => this.#readOnConnection({ ...statement, uncounted: true }, undefined, {})),
      rejected: () => meter?.costRejected(),
      hints,
    })
    this.#memory = limits && new ResponseMemory(limits)
    const memory = this.#memory
    if (memory) meter?.queue('response memory', () => memory.occupancy)
    this.#reads = new ConnectionUse('read', meter)
    this.#writes = new ConnectionUse('write', meter)
    this.#groups = new WriteGroups({
      queue: driver.writes.queue,
      begin: () => this.#beginGroup(),
      transact: (work) => this.#transact(work, true),
    })
  }

  statements = (): number => this.#statements
  lastWrite = (): LogPosition | null => this.#lastWrite
  checkFiles = (): void => this.#driver.checkFiles()
  close = (): Promise<void> => this.#driver.close()

  estimate(read: ReadPlan | PreparedRead, within?: WriteTransaction): QueryCost | Promise<QueryCost> {
    return this.#costs.estimate(planOf(read), within)
  }

  async read(read: Readable, id?: number, requested: ReadOptions = {}): Promise<JsonText | null> {
    // 1. Within a transaction, it reads: no queue, so that it can't wait for itself.
    const level = currentLevel(this.layout)
    if (level) return this.#translated(level.transaction.read(read, id))
    // 2. The cost is estimated, and rejected above the limit. Most costs are known, and every `await` takes time.
    const plan = this.#options.limits?.queryCost === undefined || 'sql' in read ? null : planOf(read)
    const estimate = plan && this.#costs.estimate(plan)
    const cost = estimate instanceof Promise ? await estimate : estimate
    const options = withSession(requested, cost)
    const { session, signal } = options
    // 3. A request uses one connection at a time for its reads, however many root fields or aliases it has.
    const turn = session?.reads.enter({ rejection: databaseBusy, signal })
    if (turn) await turn
    try {
      // 4. A large response waits for memory, which it holds until it is sent.
      const memory = plan && cost ? this.#memory?.reserve(plan, cost.total, options) : undefined
      if (memory?.waiting) await memory.waiting
      let text: JsonText | null | undefined
      try {
        // 5. A connection is acquired, and 6. runs the statement.
        text = await this.#readOnConnection(read, id, options)
        return text
      } finally {
        memory?.release(text)
      }
    } finally {
      session?.reads.leave()
    }
  }

  /** Runs a read on a connection, or on several if the driver repeats it. */
  async #readOnConnection(read: Readable, id: number | undefined, options: ReadOptions): Promise<JsonText | null> {
    const statement = statementOf(read, this, id)
    const purpose = { operation: 'SELECT', read }
    const lease = new Lease(this.#reads)
    try {
      let connection = await this.#driver.acquire(statement, options)
      lease.admit()
      const source = { session: options.session, waited: lease.waited, isMeasured: true }
      const run = (part: Statement) => this.send(part, purpose, source, () => connection.text(part))
      for (;;) {
        try {
          const text = await (statement.deeper ? this.readParts(statement, source, run) : run(statement))
          const released = connection.release()
          if (released) await released
          return text
        } catch (error) {
          connection = await connection.recover(error)
        }
      }
    } catch (error) {
      options.signal?.throwIfAborted()
      throw translateError(error, this)
    } finally {
      lease.end()
    }
  }

  readParts(
    statement: Statement,
    { isMeasured }: StatementSource,
    run: (part: Statement) => Promise<JsonText | null>,
  ): Promise<JsonText | null> {
    return readDeep(statement, run, isMeasured ? this.#options.limits : null)
  }

  /** Sends a statement, counts it and passes it to `onStatement`. Every statement on a connection runs here. */
  async send<Result>(
    statement: Statement,
    purpose: StatementPurpose,
    source: StatementSource,
    send: () => Promise<Result>,
  ): Promise<Result> {
    if (!statement.uncounted) this.#statements += 1
    const { waited } = source
    // The wait of a read or a transaction is only reported with its first statement.
    source.waited = 0
    const started = performance.now()
    let failed = true
    try {
      const result = await send()
      failed = false
      return result
    } finally {
      this.#options.onStatement({ statement, purpose, source, waited, started, ended: performance.now(), failed })
    }
  }

  async write<Result>(
    work: (transaction: WriteTransaction) => Promise<Result>,
    options: WriteOptions = {},
  ): Promise<Result> {
    const level = currentLevel(this.layout)
    if (level) return this.#translated(nestWrite(level, work))
    return runAfterCommit(work, (writing) => this.#writeInQueue(writing, options))
  }

  async #writeInQueue<Result>(
    work: (transaction: WriteTransaction) => Promise<Result>,
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
    const own = bindToTrace((transaction: SqlTransaction) => {
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

  async #transact<Result>(work: (transaction: SqlTransaction) => Promise<Result>, isLimited: boolean): Promise<Result> {
    const opened = await this.#driver.begin(isLimited)
    const transaction = new SqlTransaction(this, opened, { isLimited })
    try {
      const result = await work(transaction)
      transaction.over = true
      this.#lastWrite = later(this.#lastWrite, await opened.commit())
      return result
    } catch (error) {
      transaction.over = true
      await opened.rollback()
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

  readonly #transactUnlimited: Transact = (work) => this.#transact(work, false)

  migrate<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
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

  explain(statement: Statement, { analyze }: ExplainOptions): Promise<Explained> {
    return this.#driver.explain(statement, { analyze: analyze && isReadStatement(statement.sql) })
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

const planOf = (read: ReadPlan | PreparedRead): ReadPlan => ('plan' in read ? read.plan : read)

/** The client and the signal of a request replace those of the options. */
function withSession({ session, client, signal, weight }: ReadOptions, cost: QueryCost | null): ReadOptions {
  return {
    session,
    client: session ? session.client : client,
    signal: session ? session.signal : signal,
    weight: cost ? cost.total : weight,
  }
}
