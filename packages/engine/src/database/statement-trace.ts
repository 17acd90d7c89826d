import { AsyncLocalStorage } from 'node:async_hooks'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { EndedStatement } from './statement-measurements.js'

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

/** Returns the trace that the calling code runs in, if any. */
export function currentTrace(): StatementTrace | null {
  return current.getStore() ?? null
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
