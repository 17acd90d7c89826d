import { type QueryCost, type ReadPlan, tooExpensive } from '../plan/read-plan.js'
import type { Reader } from '../database/database.js'
import type { Layout } from '../layout/layout.js'
import type { JsonText } from '../plan/json-text.js'
import type { Statement } from '../dialects/statement.js'
import { estimateCost } from './estimate.js'
import type { IndexHints } from './index-hints.js'
import { Statistics } from './statistics.js'

export interface PlanCostsOptions {
  readonly layout: Layout
  /** The largest cost of a plan that isn't `trusted`; null for no limit. */
  readonly limit: number | null
  /** Runs a statement that counts rows. */
  readonly count: (statement: Statement) => Promise<JsonText | null>
  /** Called for each plan that is rejected. */
  readonly rejected: () => void
  /** Gets each plan when its cost is estimated; null outside of development. */
  readonly hints: IndexHints | null
}

/** Estimates the costs of plans, and remembers them until the row counts change. */
export class PlanCosts {
  readonly #statistics: Statistics
  readonly #known = new WeakMap<ReadPlan, { readonly version: number; readonly cost: QueryCost }>()

  constructor(readonly options: PlanCostsOptions) {
    this.#statistics = new Statistics(options.count)
  }

  /**
   * Returns the cost of a plan, without a promise when it is known.
   *
   * @param within the transaction in which tables without statistics are counted
   * @throws ApiError ValidationError above the limit
   */
  estimate(plan: ReadPlan, within?: Reader): QueryCost | Promise<QueryCost> {
    this.#statistics.refreshIfOld()
    const known = this.#known.get(plan)
    if (known?.version === this.#statistics.version) return this.#rejectAbove(plan, known.cost)
    return this.#compute(plan, within).then((cost) => this.#rejectAbove(plan, cost))
  }

  async #compute(plan: ReadPlan, within: Reader | undefined): Promise<QueryCost> {
    const { layout, hints } = this.options
    let rows = 0
    const cost = await this.#statistics.compute(
      (figures) => {
        rows = figures.rows(layout.schema(plan.type.uid).table)
        return estimateCost(plan, layout, figures)
      },
      within && ((statement) => within.read(statement)),
    )
    hints?.check(plan, rows)
    this.#known.set(plan, { version: this.#statistics.version, cost })
    return cost
  }

  #rejectAbove(plan: ReadPlan, cost: QueryCost): QueryCost {
    const { limit, rejected } = this.options
    if (limit === null || plan.trusted || cost.total <= limit) return cost
    rejected()
    throw tooExpensive(cost, limit)
  }
}
