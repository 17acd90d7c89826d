import type { Readable } from '../database/database.js'
import { type Statement, StatementBuilder } from '../dialects/statement.js'
import { countsRows, type ReadPlan } from '../plan/read-plan.js'
import { conditionsOf, listSql, scopeOf, type Target } from './read.js'
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

/** The plans that were read before: null if they count nothing, `once` until a list is read again. */
const lists = new WeakMap<ReadPlan, CountedList | 'once' | null>()

/**
 * Returns the statements of a prepared list with its total, from the second read on: compiling them for a
 * list that is read once would take longer than counting a small table. Returns null for other reads, and
 * for lists whose text other statements complete.
 */
export function countedList(read: Readable, target: Target): CountedList | null {
  if (!('statement' in read) || read.statement.deeper || read.statement.idAt !== undefined) return null
  const { plan } = read
  const known = lists.get(plan)
  if (known === undefined) lists.set(plan, plan.mode === 'list' && countsRows(plan.output) ? 'once' : null)
  if (known !== 'once') return known ?? null
  const list = compile(plan, target)
  lists.set(plan, list)
  return list
}

function compile(plan: ReadPlan, { layout, dialect }: Target): CountedList {
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
