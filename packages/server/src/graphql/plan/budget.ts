import { RequestLimitError } from '@content-api/engine/errors'
import { type PlanCost, type QueryCost, type ReadPlan, tooExpensive } from '@content-api/engine/plan'
import { tooManyConditions, QueryCounts } from '../../query/count-conditions.js'

const nothing: PlanCost = { entries: 0, conditions: 0 }

type MakePlan = (budget: EntryBudget) => ReadPlan

/** The limits of a request: entries, conditions and the cost of its reads. */
interface RequestLimits extends PlanCost {
  readonly queryCost: number
}

/** Counts what all operations of a request read together, and rejects reads over the limits. */
export class RequestBudget {
  #spent = nothing
  #cost: QueryCost = { total: 0, most: { part: '', cost: 0 } }

  /** @param onRejected called when a request is rejected because of its cost */
  constructor(
    readonly limits: RequestLimits,
    readonly onRejected: () => void = () => undefined,
  ) {}

  get spent(): PlanCost {
    return this.#spent
  }

  /** Adds entries and conditions. @throws RequestLimitError over a limit, without adding them */
  spend(cost: PlanCost): void {
    const entries = this.#spent.entries + cost.entries
    const conditions = this.#spent.conditions + cost.conditions
    if (entries > this.limits.entries) throw tooManyEntries(this.limits.entries)
    if (conditions > this.limits.conditions) throw tooManyConditions(this.limits.conditions)
    this.#spent = { entries, conditions }
  }

  add({ total, most }: QueryCost): void {
    const mostExpensive = most.cost > this.#cost.most.cost ? most : this.#cost.most
    this.#cost = { total: this.#cost.total + total, most: mostExpensive }
  }

  /** @throws RequestLimitError if the reads of the request cost too much together */
  requireCostWithinLimit(): void {
    if (this.#cost.total <= this.limits.queryCost) return
    this.onRejected()
    throw tooExpensive(this.#cost, this.limits.queryCost)
  }

  /**
   * Creates the share of one root field. `barrier` makes it wait until the costs of the other root fields are
   * known.
   */
  share(barrier?: BarrierField): BudgetShare {
    return new BudgetShare(this, barrier)
  }
}

/** Counts the reads of one root field, including entries and further reads of resolvers below it. */
export class BudgetShare {
  #isCounted = false
  #exceeded: RequestLimitError | undefined

  constructor(
    readonly request: RequestBudget,
    readonly barrier?: BarrierField,
  ) {}

  /**
   * Adds the entries and conditions of the root field itself. Only the first call counts: the plan of a field
   * may come from the cache, or may be created again later. @throws RequestLimitError as
   * `RequestBudget.spend` does
   */
  readonly spendOnce = (cost: PlanCost): void => {
    if (this.#isCounted) return
    this.request.spend(cost)
    this.#isCounted = true
  }

  /** Plans the root field within the remaining budget, and counts it. @throws RequestLimitError; errors of `make` */
  plan(make: MakePlan): ReadPlan {
    const [plan, cost] = this.#plan(make, this.#isCounted ? nothing : this.request.spent)
    this.spendOnce(cost)
    return { ...plan, cost }
  }

  /** Plans a read for a resolver below the root field, and counts it. @throws as `plan` does */
  planForResolver(make: MakePlan): ReadPlan {
    return this.#untilExceeded(() => {
      const [plan, cost] = this.#plan(make, this.request.spent)
      this.request.spend(cost)
      return plan
    })
  }

  /**
   * Adds the cost of a read of the root field or below it. With several root fields, resolves when the costs
   * of all are known.
   * @throws RequestLimitError if the request costs too much
   */
  readonly charge = (cost: QueryCost): void | Promise<void> => {
    this.request.add(cost)
    const othersAreEstimated = this.barrier?.waitForOthers()
    const check = () => this.#untilExceeded(() => this.request.requireCostWithinLimit())
    return othersAreEstimated ? othersAreEstimated.then(check) : check()
  }

  /** Counts entries that a resolver returned. @throws RequestLimitError */
  countReturned(entries: number): void {
    this.#untilExceeded(() => this.request.spend({ entries, conditions: 0 }))
  }

  /**
   * Stops further work for the root field after it exceeded a limit, since its result is an error.
   * @throws RequestLimitError the same error each time
   */
  requireNotExceeded(): void {
    if (this.#exceeded) throw this.#exceeded
  }

  #untilExceeded<Result>(work: () => Result): Result {
    this.requireNotExceeded()
    try {
      return work()
    } catch (error) {
      if (error instanceof RequestLimitError) this.#exceeded = error
      throw error
    }
  }

  #plan(make: MakePlan, spent: PlanCost): readonly [ReadPlan, PlanCost] {
    const budget = new EntryBudget(this.request.limits.entries, spent.entries, spent.conditions)
    const plan = make(budget)
    const entries = budget.requested - spent.entries
    return [plan, { entries, conditions: budget.counts.conditions - spent.conditions }]
  }
}

/**
 * Makes the root fields of a query wait for each other: none of them is read before the cost of all is
 * estimated. Fields that graphql-js executes don't take part.
 */
export class CostBarrier {
  readonly #all: Promise<void>
  #missing: number
  #release = (): void => undefined

  constructor(fields: number) {
    this.#missing = fields
    this.#all = new Promise((resolve) => {
      this.#release = resolve
    })
  }

  /** Registers one field. */
  register(): BarrierField {
    let isEstimated = false
    const finish = () => {
      if (isEstimated) return
      isEstimated = true
      this.#missing -= 1
      if (this.#missing === 0) this.#release()
    }
    return {
      waitForOthers: () => {
        finish()
        return this.#all
      },
      finish,
    }
  }
}

export interface BarrierField {
  /**
   * Called when the cost of the field is known. Resolves when each field of the query has called this method
   * or `finish`.
   */
  readonly waitForOthers: () => Promise<void>
  /** Called when the field has ended, or before graphql-js executes it. */
  readonly finish: () => void
}

/** Counts the entries that a plan requests, up to a limit. The count begins with those of earlier plans. */
export class EntryBudget {
  #requested: number
  /** Counts the conditions of the plan. The count begins with those of earlier plans. */
  readonly counts: QueryCounts

  constructor(
    readonly limit: number,
    requested = 0,
    conditions = 0,
  ) {
    this.counts = new QueryCounts(conditions)
    this.#requested = requested
  }

  get requested(): number {
    return this.#requested
  }

  /** Adds entries. @throws RequestLimitError over the limit */
  spend(entries: number): void {
    this.#requested += entries
    if (this.#requested > this.limit) throw tooManyEntries(this.limit)
  }
}

function tooManyEntries(limit: number): RequestLimitError {
  return new RequestLimitError(
    `The query requests more than ${limit} entries: request smaller pages or fewer relations`,
  )
}
