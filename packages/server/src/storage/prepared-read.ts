import type { ReadPlan } from '../query/read-plan.js'
import { compileRead } from './compile/read.js'
import type { Dialect } from './dialects/dialect.js'
import type { Layout } from './layout.js'
import type { Statement } from './statement.js'

/** A plan with its compiled statement, for reads that are repeated. */
export interface PreparedRead {
  readonly plan: ReadPlan
  readonly statement: Statement
}

/** What a database reads. Statements come from storage itself. */
export type Readable = ReadPlan | PreparedRead | Statement

/** What a plan is compiled for. */
interface Target {
  readonly layout: Layout
  readonly dialect: Dialect
}

export function prepareRead(plan: ReadPlan, { layout, dialect }: Target): PreparedRead {
  return { plan, statement: compileRead(plan, layout, dialect) }
}

/** Returns how much memory a prepared read takes, in characters; `key` is the request that it was made of. */
export function sizeOf({ statement: { sql, values, deeper = [] } }: PreparedRead, key: string): number {
  const own = sql.length + key.length + 16 * values.length
  // Deeper statements keep the plan of what they read, and later their SQL: about so much for each character of the request.
  return deeper.length > 0 ? own + 500 * key.length + 10_000 * deeper.length : own
}

/**
 * Returns the statement to run. `id` is for plans that read by id.
 *
 * @throws Error when such a plan has no id
 */
export function statementOf(read: Readable, target: Target, id?: number): Statement {
  if ('sql' in read) return read
  const statement = 'statement' in read ? read.statement : compileRead(read, target.layout, target.dialect)
  const { idAt, values } = statement
  if (idAt === undefined) return statement
  if (id === undefined) throw new Error('This plan reads one entry by its id: pass the id to read()')
  return { ...statement, values: values.with(idAt, id) }
}
