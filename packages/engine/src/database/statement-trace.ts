import { AsyncLocalStorage } from 'node:async_hooks'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { Statement } from '../dialects/statement.js'

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

  async add<Result>({ sql, values }: Statement, run: () => Promise<Result>): Promise<Result> {
    this.count += 1
    const started = performance.now()
    try {
      return await run()
    } finally {
      this.characters += sql.length + values.reduce<number>((sum, value) => sum + String(value).length, 0)
      if (this.statements.length < mostStatements && this.characters <= mostCharacters) {
        this.statements.push({ sql, values, milliseconds: performance.now() - started })
      }
    }
  }
}

/** Runs a statement and adds it to the current trace, if any. */
export function traced<Result>(statement: Statement, run: () => Promise<Result>): Promise<Result> {
  const trace = current.getStore()
  return trace ? trace.add(statement, run) : run()
}

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
