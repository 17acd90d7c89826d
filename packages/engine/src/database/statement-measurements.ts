import { AsyncLocalStorage } from 'node:async_hooks'
import { type PlanShape, shapeOfPlan } from '../plan/plan-shape.js'
import type { ReadPlan } from '../plan/read-plan.js'
import type { Statement } from '../dialects/statement.js'
import type { Readable } from './database.js'
import type { DatabaseMeter, Occupancy } from './meter.js'
import type { RequestSession } from './request-session.js'
import type { Stored } from '../attributes/scalar-behaviour.js'

export interface EndedStatement {
  readonly statement: Statement
  readonly purpose: StatementPurpose
  /** Start and end in milliseconds of `performance.now()`. */
  readonly started: number
  readonly ended: number
  /** Milliseconds that it waited for a connection before `started`. */
  readonly waited: number
  readonly failed: boolean
  readonly source: StatementSource
}

/** The read or the transaction that sends statements. */
export interface StatementSource {
  /** The request that it belongs to. */
  session: RequestSession | undefined
  /** Milliseconds that it waited for a connection before its next statement. */
  waited: number
  /** False for changes of tables, which belong to no request. */
  readonly isMeasured: boolean
}

export type OnStatement = (statement: EndedStatement) => void

/** What a statement is for. If absent, its SQL is described. */
export interface StatementPurpose {
  readonly operation?: string
  /** The plan that it reads. */
  readonly read?: Readable
  readonly table?: string
}

/** Writes a warning with its details to the log. */
export interface WarningLogger {
  warn(message: string, details: Readonly<Record<string, unknown>>): void
}

/** Receives measurements of a database's work. */
export interface DatabaseObserver {
  readonly meter: DatabaseMeter | null
  /** Logs statements that take at least `milliseconds`; null to log none. */
  readonly slow: { readonly milliseconds: number; readonly logger: WarningLogger } | null
}

/** For read or write connections: how many are in use, and how many callers wait for one. */
export class ConnectionUse implements Occupancy {
  running = 0
  waiting = 0

  constructor(
    readonly name: 'read' | 'write',
    readonly meter: DatabaseMeter | null,
  ) {
    meter?.pool(name, () => this)
  }
}

/** One read or write, from waiting for a connection to its end. */
export class Lease {
  readonly #requested = performance.now()
  #admitted: number | undefined

  constructor(readonly use: ConnectionUse) {
    use.waiting += 1
  }

  /** Marks the start. Only the first call has an effect: a transaction that is run again calls this again. */
  admit(): void {
    if (this.#admitted !== undefined) return
    this.#admitted = performance.now()
    this.use.waiting -= 1
    this.use.running += 1
  }

  /** Milliseconds from the request to the start. */
  get waited(): number {
    return (this.#admitted ?? this.#requested) - this.#requested
  }

  end(): void {
    const { use } = this
    if (this.#admitted === undefined) {
      use.waiting -= 1
      return
    }
    use.running -= 1
    use.meter?.connectionWait(use.name, this.waited)
    if (use.name === 'write') use.meter?.transaction(performance.now() - this.#admitted)
  }
}

/**
 * Returns a function that adds statements to the current trace, and measures them for metrics, traces,
 * `Server-Timing` and the log of slow statements.
 */
export function measureStatements(dialect: string, observer: DatabaseObserver | null): OnStatement {
  if (!observer) return traceStatement
  const { meter, slow } = observer
  const descriptions = new StatementDescriptions(dialect === 'postgres' ? 'postgresql' : dialect)
  return (sent) => {
    traceStatement(sent)
    const { statement, purpose, started, ended, waited, failed, source } = sent
    const { session, isMeasured } = source
    if (!isMeasured) return
    const operation = purpose.operation ?? operationOf(statement.sql)
    const describe = () => descriptions.of(statement, purpose)
    const milliseconds = ended - started
    meter?.statement({ operation, milliseconds, failed })
    const details = () => descriptions.attributes(operation, describe())
    session?.observation?.queried({ operation, started, ended, waited, failed, details })
    if (!slow || milliseconds < slow.milliseconds) return
    const { requestId, observation } = session ?? {}
    const took = { milliseconds: Math.round(milliseconds), waited: Math.round(waited) }
    slow.logger.warn(`Slow ${operation} in the database`, {
      ...describe(),
      ...took,
      ...(observation?.route !== undefined && { route: observation.route }),
      ...(requestId !== undefined && { requestId }),
    })
  }
}

/** What logs and traces contain about a statement. */
type StatementFacts = Partial<PlanShape> & { readonly table?: string }

/** Describes statements. The description of a plan is cached as long as the plan, since plans are reused. */
class StatementDescriptions {
  readonly #facts = new WeakMap<ReadPlan, StatementFacts>()
  readonly #attributes = new WeakMap<StatementFacts, Readonly<Record<string, string>>>()

  /** @param system name of the database in the semantic conventions of OpenTelemetry */
  constructor(private readonly system: string) {}

  of({ sql }: Statement, { read, table }: StatementPurpose): StatementFacts {
    if (table !== undefined) return { table }
    if (!read || 'sql' in read) return describeStatement(sql)
    const plan = 'plan' in read ? read.plan : read
    let facts = this.#facts.get(plan)
    if (!facts) this.#facts.set(plan, (facts = shapeOfPlan(plan)))
    return facts
  }

  /** Returns the facts as attributes of a span (semantic conventions for databases). */
  attributes(operation: string, facts: StatementFacts): Readonly<Record<string, string>> {
    // Only the facts of a plan are used again.
    if (facts.contentType === undefined) return spanAttributes(this.system, operation, facts)
    let attributes = this.#attributes.get(facts)
    if (!attributes) this.#attributes.set(facts, (attributes = spanAttributes(this.system, operation, facts)))
    return attributes
  }
}

/**
 * Returns the first table of a statement. The SQL itself isn't logged: values are bound, but expressions may
 * contain text of the configuration.
 */
function describeStatement(sql: string): StatementFacts {
  const table = /\b(?:FROM|INTO|UPDATE|TABLE)\s+"([^"]+)"/i.exec(sql)?.[1]
  return table === undefined ? {} : { table }
}

const operations: ReadonlySet<string> = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'SAVEPOINT', 'RELEASE'])

/** Returns the first word of a statement; `OTHER` for rare ones. */
function operationOf(sql: string): string {
  const word = /^\s*([A-Za-z]+)/.exec(sql)?.[1]?.toUpperCase() ?? ''
  return operations.has(word) ? word : 'OTHER'
}

function spanAttributes(system: string, operation: string, facts: StatementFacts): Record<string, string> {
  const { table, contentType, ...shape } = facts
  const parts = Object.entries(shape).map(([name, part]) => [`content_api.${name}`, String(part)])
  return {
    'db.system.name': system,
    'db.operation.name': operation,
    ...(table !== undefined && { 'db.collection.name': table }),
    ...(contentType !== undefined && { 'content_api.content_type': contentType }),
    ...(Object.fromEntries(parts) as Record<string, string>),
  }
}

/** A statement that ran in a {@link StatementTrace}. */
export interface TracedStatement {
  readonly sql: string
  readonly values: readonly Stored[]
  readonly milliseconds: number
}

/** How many statements a trace keeps. Further ones are only counted. */
const mostStatements = 100
/** How many characters of SQL and values a trace keeps. */
const mostCharacters = 1_000_000

const current = new AsyncLocalStorage<StatementTrace | null>()

/**
 * Records the SQL that one piece of work runs, for developers. `AsyncLocalStorage` follows the work through
 * queues and pools. It costs nothing until the first trace is recorded, and production records none.
 */
export class StatementTrace {
  readonly statements: TracedStatement[] = []
  /** The number of statements that ran, including those that aren't kept. */
  count = 0
  /** Estimated cost of the reads; null before the first one. */
  cost: number | null = null
  /** The number of characters of all statements that ran, values included. */
  characters = 0

  /** Runs work and adds its statements and costs to the trace. */
  record<Result>(work: () => Promise<Result>): Promise<Result> {
    return current.run(this, work)
  }

  add({ statement: { sql, values }, started, ended }: EndedStatement): void {
    this.count += 1
    this.characters += sql.length + values.reduce<number>((sum, value) => sum + String(value).length, 0)
    if (this.statements.length < mostStatements && this.characters <= mostCharacters) {
      this.statements.push({ sql, values, milliseconds: ended - started })
    }
  }
}

const traceStatement: OnStatement = (sent) => current.getStore()?.add(sent)

/** Runs work that belongs to no request, such as counting a table, outside of the current trace. */
export function untraced<Result>(work: () => Promise<Result>): Promise<Result> {
  return current.getStore() ? current.run(null, work) : work()
}

/**
 * Binds a function to the current trace, for functions that run in another context, such as that of the
 * leader of a write group.
 */
export function bindToTrace<Input extends unknown[], Result>(
  work: (...input: Input) => Result,
): (...input: Input) => Result {
  const trace = current.getStore()
  return trace ? (...input) => current.run(trace, work, ...input) : work
}

/** Adds the estimated cost of a read to the current trace, if any. */
export function traceCost(cost: number): void {
  const trace = current.getStore()
  if (trace) trace.cost = (trace.cost ?? 0) + cost
}
