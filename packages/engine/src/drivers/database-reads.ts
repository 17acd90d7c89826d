import type { Registry } from '@content-api/model'
import type { IndexHints } from '../admission/index-hints.js'
import { PlanCosts } from '../admission/plan-costs.js'
import { ResponseMemory } from '../admission/response-memory.js'
import {
  type Explained,
  type ExplainOptions,
  isReadStatement,
  type PreparedRead,
  type Readable,
  type ReadDatabase,
  type Reader,
  type ReadOptions,
  type StatementLimits,
} from '../database/database.js'
import { databaseBusy, translateError } from '../database/database-errors.js'
import type { DatabaseMeter } from '../database/meter.js'
import {
  ConnectionUse,
  Lease,
  type OnStatement,
  type StatementPurpose,
  type StatementSource,
  untraced,
} from '../database/statement-measurements.js'
import type { Dialect } from '../dialects/dialect.js'
import type { Statement } from '../dialects/statement.js'
import type { Layout } from '../layout/layout.js'
import type { JsonText } from '../plan/json-text.js'
import type { QueryCost, ReadId, ReadPlan } from '../plan/read-plan.js'
import { countedList } from '../read/counted-list.js'
import { statementOf } from '../read/read.js'
import { readDeep } from '../read/read-deep.js'
import type { ReadDriver } from './driver.js'

export interface DatabaseReadsOptions<Tables extends Layout = Layout> {
  readonly registry: Registry
  readonly layout: Tables
  readonly driver: ReadDriver
  readonly limits: StatementLimits | null
  readonly meter: DatabaseMeter | null
  readonly hints: IndexHints | null
  /** Gets every statement that is sent: it serves metrics, traces, the log of slow statements and the explorer. */
  readonly onStatement: OnStatement
}

/** The reads of a database: through limits, queues and measurements to a driver. It has no writes. */
export class DatabaseReads<Tables extends Layout = Layout> implements ReadDatabase {
  readonly registry: Registry
  readonly layout: Tables
  readonly dialect: Dialect
  readonly responseBytes: number
  readonly #options: DatabaseReadsOptions<Tables>
  readonly #driver: ReadDriver
  readonly #costs: PlanCosts
  readonly #memory: ResponseMemory | null
  readonly #reads: ConnectionUse
  #statements = 0

  constructor(options: DatabaseReadsOptions<Tables>) {
    const { registry, layout, driver, limits, meter, hints } = options
    this.#options = options
    this.#driver = driver
    this.registry = registry
    this.layout = layout
    this.dialect = driver.dialect
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
  }

  statements = (): number => this.#statements
  checkFiles = (): void => this.#driver.checkFiles()
  close = (): Promise<void> => this.#driver.close()

  estimate(read: ReadPlan | PreparedRead, within?: Reader): QueryCost | Promise<QueryCost> {
    return this.#costs.estimate(planOf(read), within)
  }

  async read(read: Readable, id?: ReadId, requested: ReadOptions = {}): Promise<JsonText | null> {
    // 1. The cost is estimated, and rejected above the limit. Most costs are known, and every `await` takes time.
    const { charge } = requested
    const needsCost = this.#options.limits?.queryCost !== undefined || charge !== undefined
    const plan = needsCost && !('sql' in read) ? planOf(read) : null
    const estimate = plan && this.#costs.estimate(plan)
    const cost = estimate instanceof Promise ? await estimate : estimate
    const charged = cost && charge?.(cost)
    if (charged) await charged
    const options = withSession(requested, cost)
    const { session, signal } = options
    // 2. A request uses one connection at a time for its reads, however many root fields or aliases it has.
    const turn = session?.reads.enter({ rejection: databaseBusy, signal })
    if (turn) await turn
    try {
      // 3. A large response waits for memory, which it holds until it is sent.
      const memory = plan && cost ? this.#memory?.reserve(plan, cost.total, options) : undefined
      if (memory?.waiting) await memory.waiting
      let text: JsonText | null | undefined
      try {
        // 4. A connection is acquired, and 5. runs the statement.
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
  async #readOnConnection(read: Readable, id: ReadId | undefined, options: ReadOptions): Promise<JsonText | null> {
    const statement = statementOf(read, this, id)
    const purpose = { operation: 'SELECT', read }
    const lease = new Lease(this.#reads)
    try {
      let connection = await this.#driver.acquire(statement, options)
      lease.admit()
      const source = { session: options.session, waited: lease.waited, isMeasured: true }
      const run = (part: Statement) => this.send(part, purpose, source, () => connection.text(part))
      const list = countedList(read, this)
      for (;;) {
        try {
          const { totals } = connection
          const text = await (statement.deeper
            ? this.readParts(statement, source, run)
            : list && totals
              ? totals.read(list, run)
              : run(statement))
          const released = connection.release()
          if (released) await released
          return text
        } catch (error) {
          connection = await connection.recover(error)
        }
      }
    } catch (error) {
      options.signal?.throwIfAborted()
      throw translateError(error, null)
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

  explain(statement: Statement, { analyze }: ExplainOptions): Promise<Explained> {
    return this.#driver.explain(statement, { analyze: analyze && isReadStatement(statement.sql) })
  }
}

const planOf = (read: ReadPlan | PreparedRead): ReadPlan => ('plan' in read ? read.plan : read)

/** The client and the signal of a request replace those of the options. */
function withSession({ session, client, signal, weight }: ReadOptions, cost: QueryCost | null): ReadOptions {
  return {
    session,
    client: session ?? client,
    signal: session ? session.signal : signal,
    weight: cost ? cost.total : weight,
  }
}
