import { type QueryCost, type ReadPlan, tooExpensive } from '../plan/read-plan.js'
import { ResponseMemory } from './response-memory.js'
import type { Database, SqlDatabase, StatementLimits, WriteTransaction, PreparedRead } from '../database/database.js'
import type { DatabaseMeter } from '../database/meter.js'
import { estimateCost } from './estimate.js'
import { untraced } from '../database/statement-trace.js'
import { type Figures, Statistics } from './statistics.js'

/**
 * Wraps a database so that it can estimate the cost of a plan. With a limit it estimates each plan before
 * reading, and rejects expensive plans that aren't `trusted`.
 */
export function estimating(
  database: SqlDatabase,
  limits: StatementLimits | null,
  meter: DatabaseMeter | null = null,
): Database {
  const limit = limits?.queryCost ?? null
  const memory = limits && new ResponseMemory(limits)
  if (memory) meter?.queue('response memory', () => memory.occupancy)
  const { registry, layout, dialect } = database
  const statistics = new Statistics((statement) => untraced(() => database.read({ ...statement, uncounted: true })))
  const costs = new WeakMap<ReadPlan, { readonly version: number; readonly cost: QueryCost }>()
  const planOf = (read: ReadPlan | PreparedRead): ReadPlan => ('plan' in read ? read.plan : read)
  /** Returns the known cost of a plan; undefined when there is none or it comes from older statistics. */
  const knownCost = (plan: ReadPlan): QueryCost | undefined => {
    statistics.refreshIfOld()
    const known = costs.get(plan)
    return known?.version === statistics.version ? known.cost : undefined
  }
  const compute = async (plan: ReadPlan, within: WriteTransaction | undefined): Promise<QueryCost> => {
    const work = (figures: Figures) => estimateCost(plan, layout, figures)
    const cost = await statistics.compute(work, within && ((statement) => within.read(statement)))
    costs.set(plan, { version: statistics.version, cost })
    return cost
  }
  const rejectAbove = (plan: ReadPlan, cost: QueryCost): QueryCost => {
    if (limit === null || plan.trusted || cost.total <= limit) return cost
    meter?.costRejected()
    throw tooExpensive(cost, limit)
  }
  const estimate = (read: ReadPlan | PreparedRead, within?: WriteTransaction): QueryCost | Promise<QueryCost> => {
    const plan = planOf(read)
    const known = knownCost(plan)
    if (known) return rejectAbove(plan, known)
    return compute(plan, within).then((computed) => rejectAbove(plan, computed))
  }
  return {
    registry,
    layout,
    dialect,
    statements: () => database.statements(),
    estimate,
    async read(read, id, options) {
      if (limit === null || !memory || 'sql' in read) return database.read(read, id, options)
      const found = estimate(read)
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
    checkFiles: () => database.checkFiles(),
    close: () => database.close(),
  }
}
