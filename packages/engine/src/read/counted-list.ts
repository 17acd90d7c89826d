import type { PreparedRead, Readable } from '../database/database.js'
import type { Dialect } from '../dialects/dialect.js'
import { type Statement, StatementBuilder } from '../dialects/statement.js'
import type { Layout } from '../layout/layout.js'
import { countsRows, type ReadPlan } from '../plan/read-plan.js'
import { conditionsOf, listSql, scopeOf } from './read.js'
import { type CountedTotal, totalSql } from './total.js'

/**
 * The statements of a list that returns its total, which `splitTotal` separates. Counting takes longer with
 * each row, and the pages of a list have the same total, so each total is counted once for a state of the
 * content (`drivers/known-totals.ts`).
 */
export interface CountedList {
  /** Equal for lists with the same total. */
  readonly key: string
  /** Counts the rows together with the page, if one pass is faster. */
  readonly counting: Statement
  /** Only counts if the content isn't in the state of the known total. */
  readonly withKnown: (known: CountedTotal) => Statement
}

interface Target {
  readonly layout: Layout
  readonly dialect: Dialect
}

const lists = new WeakMap<ReadPlan, CountedList | null>()

/**
 * Returns the statements of a prepared list with its total; null for other reads, and for lists whose text
 * other statements complete.
 */
export function countedList(read: Readable, target: Target): CountedList | null {
  if (!('statement' in read) || read.statement.deeper || read.statement.idAt !== undefined) return null
  const { plan } = read
  let list = lists.get(plan)
  if (list === undefined) lists.set(plan, (list = compile(read, target)))
  return list
}

function compile({ plan }: PreparedRead, { layout, dialect }: Target): CountedList | null {
  if (plan.mode !== 'list' || !countsRows(plan.output)) return null
  const scope = () => scopeOf(plan, layout, new StatementBuilder({ layout, dialect }))
  const [total, counting, later] = [scope(), scope(), scope()]
  const { sql, values } = total.builder.finish(totalSql(total, plan, conditionsOf(total, plan)))
  const known = { total: later.builder.bind('bigint', 0), state: later.builder.bind('text', '') }
  const statement = later.builder.finish(listSql(later, plan, known))
  return {
    key: JSON.stringify([sql, values]),
    counting: counting.builder.finish(listSql(counting, plan, 'returned')),
    // Both parameters are the first ones.
    withKnown: ({ total, state }) => ({ ...statement, values: [Number(total), state, ...statement.values.slice(2)] }),
  }
}
