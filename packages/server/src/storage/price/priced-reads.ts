import { type Price, tooExpensive } from '../../query/price.js'
import type { ReadPlan } from '../../query/read-plan.js'
import { AnswerMemory } from '../answer-memory.js'
import type { Database, SqlDatabase, StatementLimits, WriteTransaction } from '../database.js'
import type { PreparedRead } from '../prepared-read.js'
import type { Meter } from '../../telemetry/meter.js'
import { priceOf } from './price.js'
import { untraced } from '../statement-trace.js'
import { type Figures, Statistics } from './statistics.js'

/** Wraps a database so that it estimates the cost of every plan before reading. With a limit it rejects expensive plans. */
export function pricing(database: SqlDatabase, limits: StatementLimits | null, meter: Meter | null = null): Database {
  const limit = limits?.queryCost ?? null
  const memory = limits && new AnswerMemory(limits)
  if (memory) meter?.queue('response memory', () => memory.occupancy)
  const { registry, layout, dialect } = database
  let own = 0
  const statistics = new Statistics(async (statement) => {
    const text = await untraced(() => database.read(statement))
    // Counts the statement only now: while it waits for a connection, the database's own count doesn't include it.
    own += 1
    return text
  })
  const prices = new WeakMap<ReadPlan, { readonly version: number; readonly price: Price }>()
  const planOf = (read: ReadPlan | PreparedRead): ReadPlan => ('plan' in read ? read.plan : read)
  /** Returns the known cost of a plan; undefined when there is none or it comes from older statistics. */
  const knownPrice = (plan: ReadPlan): Price | undefined => {
    statistics.refreshIfOld()
    const known = prices.get(plan)
    return known?.version === statistics.version ? known.price : undefined
  }
  const compute = async (plan: ReadPlan, within: WriteTransaction | undefined): Promise<Price> => {
    const work = (figures: Figures) => priceOf(plan, layout, figures)
    const price = await statistics.compute(work, within && ((statement) => within.read(statement)))
    prices.set(plan, { version: statistics.version, price })
    return price
  }
  const rejectAbove = (plan: ReadPlan, price: Price): Price => {
    if (limit === null || plan.trusted || price.total <= limit) return price
    meter?.costRejected()
    throw tooExpensive(price, limit)
  }
  const price = (read: ReadPlan | PreparedRead, within?: WriteTransaction): Price | Promise<Price> => {
    const plan = planOf(read)
    const known = knownPrice(plan)
    if (known) return rejectAbove(plan, known)
    return compute(plan, within).then((computed) => rejectAbove(plan, computed))
  }
  return {
    registry,
    layout,
    dialect,
    statements: () => database.statements() - own,
    price,
    async read(read, id, options) {
      if (limit === null || !memory || 'sql' in read) return database.read(read, id, options)
      const found = price(read)
      // Most costs are known, and every `await` takes time.
      const { total } = found instanceof Promise ? await found : found
      const weighted = { ...options, weight: total }
      return memory.run(planOf(read), total, weighted, () => database.read(read, id, weighted))
    },
    write: (work, options) => database.write(work, options),
    migrate: (work) => database.migrate(work),
    lastWrite: () => database.lastWrite(),
    saveSnapshot: (place) => database.saveSnapshot(place),
    restoreSnapshot: (place) => database.restoreSnapshot(place),
    dropSnapshot: (place) => database.dropSnapshot(place),
    explain: (statement, options) => database.explain(statement, options),
    close: () => database.close(),
  }
}
