import type { ReadPlan } from '../plan/read-plan.js'
import { compileRead } from './read.js'
import { compileReturnedText } from './returned-text.js'
import type { Dialect } from '../dialects/dialect.js'
import type { Layout } from '../layout/layout.js'
import type { Statement } from '../dialects/statement.js'
import type { PreparedRead, Readable } from '../database/database.js'
import type { ReturnedText } from '../database/written-row.js'

/** The layout and dialect to compile a plan for. */
interface Target {
  readonly layout: Layout
  readonly dialect: Dialect
}

export function prepareRead(plan: ReadPlan, { layout, dialect }: Target): PreparedRead {
  return { plan, statement: compileRead(plan, layout, dialect) }
}

/** Returns the memory that a prepared read takes, in characters. `key` is the request that it was made from. */
export function sizeOf({ statement: { sql, values, idAt, deeper = [] } }: PreparedRead, key: string): number {
  // A plan that reads by id may also be kept as a returned text, which is no longer than the SQL.
  const own = (idAt === undefined ? 1 : 2) * sql.length + key.length + 16 * values.length
  // Later statements take about 500 characters for each character of the request, for their plan and, once
  // compiled, their SQL.
  return deeper.length > 0 ? own + 500 * key.length + 10_000 * deeper.length : own
}

/**
 * Returns the statement to run. `id` is for plans that read by id.
 *
 * @throws Error when such a plan is read without an id
 */
export function statementOf(read: Readable, target: Target, id?: number): Statement {
  if ('sql' in read) return read
  const statement = 'statement' in read ? read.statement : compileRead(read, target.layout, target.dialect)
  const { idAt, values } = statement
  if (idAt === undefined) return statement
  if (id === undefined) throw new Error('This plan reads one entry by its id: pass the id to read()')
  return { ...statement, values: values.with(idAt, id) }
}

const returnedTexts = new WeakMap<ReadPlan, ReturnedText | null>()

/** Returns the text that an INSERT or UPDATE can return in place of a read; null when a read is necessary. */
export function returnedText(read: ReadPlan | PreparedRead, { layout, dialect }: Target): ReturnedText | null {
  const plan = 'plan' in read ? read.plan : read
  let text = returnedTexts.get(plan)
  if (text === undefined) returnedTexts.set(plan, (text = compileReturnedText(plan, layout, dialect)))
  return text
}
