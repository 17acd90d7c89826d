import { AsksTooMuch } from '../../errors/asks-too-much.js'
import { tooManyConditions } from '../../query/count-conditions.js'
import { type Price, tooExpensive } from '../../query/price.js'
import type { PlanCost, ReadPlan } from '../../query/read-plan.js'
import { EntryBudget, tooManyEntries } from './entry-budget.js'
import type { BarrierField } from './pricing-barrier.js'

const nothing: PlanCost = { entries: 0, conditions: 0 }

type MakePlan = (budget: EntryBudget) => ReadPlan

/** What a request may ask for in all, and what its reads may cost. */
export interface RequestLimits extends PlanCost {
  readonly queryCost: number
}

/** What all operations of a request may ask for together. */
export class RequestBudget {
  #spent = nothing
  #price: Price = { total: 0, most: { part: '', cost: 0 } }

  /** @param rejected is called when a request would cost too much */
  constructor(
    readonly limits: RequestLimits,
    readonly onRejected: () => void = () => undefined,
  ) {}

  get spent(): PlanCost {
    return this.#spent
  }

  /** @throws AsksTooMuch for what would be too much; it isn't counted then */
  spend(cost: PlanCost): void {
    const entries = this.#spent.entries + cost.entries
    const conditions = this.#spent.conditions + cost.conditions
    if (entries > this.limits.entries) throw tooManyEntries(this.limits.entries)
    if (conditions > this.limits.conditions) throw tooManyConditions(this.limits.conditions)
    this.#spent = { entries, conditions }
  }

  add({ total, most }: Price): void {
    const mostExpensive = most.cost > this.#price.most.cost ? most : this.#price.most
    this.#price = { total: this.#price.total + total, most: mostExpensive }
  }

  /** @throws AsksTooMuch once all reads of the request cost too much */
  requirePriceWithinLimit(): void {
    if (this.#price.total <= this.limits.queryCost) return
    this.onRejected()
    throw tooExpensive(this.#price, this.limits.queryCost)
  }

  /** For one root field; `among` are those that are priced before it is read. */
  share(barrier?: BarrierField): BudgetShare {
    return new BudgetShare(this, barrier)
  }
}

/** What one root field asks for, with all that resolvers below it hand over and lead to. */
export class BudgetShare {
  #isCounted = false
  #exceeded: AsksTooMuch | undefined

  constructor(
    readonly request: RequestBudget,
    readonly barrier?: BarrierField,
  ) {}

  /**
   * The root field itself pays once, however often it is planned: its plan may be kept from another request, or made again
   * later. @throws AsksTooMuch as the request's budget does
   */
  readonly spendOnce = (cost: PlanCost): void => {
    if (this.#isCounted) return
    this.request.spend(cost)
    this.#isCounted = true
  }

  /** Plans the root field with what is left, and pays for it. @throws ApiError also those of the plan itself */
  plan(make: MakePlan): ReadPlan {
    const [plan, cost] = this.#plan(make, this.#isCounted ? nothing : this.request.spent)
    this.spendOnce(cost)
    return { ...plan, cost }
  }

  /** Plans what is read for a resolver below the root field, and pays for it. @throws ApiError as `plan` does */
  planForResolver(make: MakePlan): ReadPlan {
    return this.#untilExceeded(() => {
      const [plan, cost] = this.#plan(make, this.request.spent)
      this.request.spend(cost)
      return plan
    })
  }

  /**
   * Charges the request for a read below the root field or of it. Where the field is among others of a query, resolves once all
   * are priced. @throws AsksTooMuch
   */
  readonly charge = (price: Price): void | Promise<void> => {
    this.request.add(price)
    const othersArePriced = this.barrier?.waitForOthers()
    const check = () => this.#untilExceeded(() => this.request.requirePriceWithinLimit())
    return othersArePriced ? othersArePriced.then(check) : check()
  }

  /** Pays for entries that a resolver handed over. @throws AsksTooMuch */
  countReturned(entries: number): void {
    this.#untilExceeded(() => this.request.spend({ entries, conditions: 0 }))
  }

  /**
   * Once resolvers have led to too much the root field has no answer, so that nothing more is to be done for it.
   * @throws AsksTooMuch the same one each time
   */
  requireNotExceeded(): void {
    if (this.#exceeded) throw this.#exceeded
  }

  #untilExceeded<Result>(work: () => Result): Result {
    this.requireNotExceeded()
    try {
      return work()
    } catch (error) {
      if (error instanceof AsksTooMuch) this.#exceeded = error
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
