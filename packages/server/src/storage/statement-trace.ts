import { AsyncLocalStorage } from 'node:async_hooks'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { Statement } from './statement.js'

/** A statement that ran in a {@link StatementTrace}. */
export interface TracedStatement {
  readonly sql: string
  readonly values: readonly Stored[]
  readonly milliseconds: number
}

/** Statements that a trace keeps; more are counted. */
const mostStatements = 100
/** Characters of SQL and values that a trace keeps. */
const mostCharacters = 1_000_000

const current = new AsyncLocalStorage<StatementTrace | null>()

/**
 * The SQL that one piece of work runs, for developers. It follows the work through queues and pools: Node's
 * `AsyncLocalStorage` costs nothing until the first trace is recorded, and production records none.
 */
export class StatementTrace {
  readonly statements: TracedStatement[] = []
  /** Statements that ran, those that aren't kept included. */
  count = 0
  /** Estimated cost of the reads; null before the first one. */
  cost: number | null = null
  /** Of all statements that ran, with their values. */
  characters = 0

  /** Runs work whose statements and costs are added to the trace. */
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

/** Runs a statement and adds it to the trace that is being recorded, if any. */
export function traced<Result>(statement: Statement, run: () => Promise<Result>): Promise<Result> {
  const trace = current.getStore()
  return trace ? trace.add(statement, run) : run()
}

/** Runs work that belongs to no request, such as counting a table, beside the trace of the request that began it. */
export function untraced<Result>(work: () => Promise<Result>): Promise<Result> {
  return current.getStore() ? current.run(null, work) : work()
}

/** A function that others call, such as the leader of a group of writes, in the trace of this caller. */
export function inThisTrace<Input extends unknown[], Result>(
  work: (...input: Input) => Result,
): (...input: Input) => Result {
  const trace = current.getStore()
  return trace ? (...input) => current.run(trace, work, ...input) : work
}

/** Adds the estimated cost of a read to the trace that is being recorded, if any. */
export function traceCost(cost: number): void {
  const trace = current.getStore()
  if (trace) trace.cost = (trace.cost ?? 0) + cost
}
