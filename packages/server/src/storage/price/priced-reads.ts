import { type Price, tooExpensive } from '../../query/price.js'
import type { ReadPlan } from '../../query/read-plan.js'
import { AnswerMemory } from '../answer-memory.js'
import type { Database, SqlDatabase, StatementLimits, WriteTransaction } from '../database.js'
import type { PreparedRead } from '../prepared-read.js'
import { priceOf } from './price.js'
import { type Figures, Statistics } from './statistics.js'

/** Prices every plan before it is read, unless nothing is limited. */
export function pricing(database: SqlDatabase, limits: StatementLimits | null): Database {
  const limit = limits?.queryCost ?? null
  const memory = limits && new AnswerMemory(limits)
  const { registry, layout, dialect } = database
  let own = 0
  const statistics = new Statistics(async (statement) => {
    const text = await database.read(statement)
    // Only now: `statements` must not count a read that still waits for a connection.
    own += 1
    return text
  })
  const prices = new WeakMap<ReadPlan, { readonly version: number; readonly price: Price }>()
  const compute = async (plan: ReadPlan, within: WriteTransaction | undefined): Promise<Price> => {
    statistics.refreshIfOld()
    const known = prices.get(plan)
    if (known?.version === statistics.version) return known.price
    const work = (figures: Figures) => priceOf(plan, layout, figures)
    const price = await statistics.compute(work, within && ((statement) => within.read(statement)))
    prices.set(plan, { version: statistics.version, price })
    return price
  }
  const price = async (read: ReadPlan | PreparedRead, within?: WriteTransaction): Promise<Price> => {
    const plan = 'plan' in read ? read.plan : read
    const found = await compute(plan, within)
    if (limit !== null && !plan.trusted && found.total > limit) throw tooExpensive(found, limit)
    return found
  }
  return {
    registry,
    layout,
    dialect,
    statements: () => database.statements() - own,
    price,
    async read(read, id, options) {
      if (limit === null || !memory || 'sql' in read) return database.read(read, id, options)
      const { total } = await price(read)
      const weighted = { ...options, weight: total }
      const plan = 'plan' in read ? read.plan : read
      return memory.run(plan, total, weighted, () => database.read(read, id, weighted))
    },
    write: (work, options) => database.write(work, options),
    migrate: (work) => database.migrate(work),
    saveSnapshot: (place) => database.saveSnapshot(place),
    restoreSnapshot: (place) => database.restoreSnapshot(place),
    dropSnapshot: (place) => database.dropSnapshot(place),
    close: () => database.close(),
  }
}
