import { RequestLimitError } from '../../errors/request-limit-error.js'
import { tooManyConditions } from '../../query/count-conditions.js'
import { type Price, tooExpensive } from '../../query/price.js'
import type { PlanCost, ReadPlan } from '../../query/read-plan.js'
import { EntryBudget, tooManyEntries } from './entry-budget.js'
import type { PlaceAmongFields } from './priced-together.js'

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
    readonly rejected: () => void = () => undefined,
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
    const dearest = most.cost > this.#price.most.cost ? most : this.#price.most
    this.#price = { total: this.#price.total + total, most: dearest }
  }

  /** @throws AsksTooMuch once all reads of the request cost too much */
  requireCheap(): void {
    if (this.#price.total <= this.limits.queryCost) return
    this.rejected()
    throw tooExpensive(this.#price, this.limits.queryCost)
  }

  /** For one root field; `among` are those that are priced before it is read. */
  share(among?: PlaceAmongFields): BudgetShare {
    return new BudgetShare(this, among)
  }
}

/** What one root field asks for, with all that resolvers below it hand over and lead to. */
export class BudgetShare {
  #paid = false
  #refusal: RequestLimitError | undefined

  constructor(
    readonly request: RequestBudget,
    readonly among?: PlaceAmongFields,
  ) {}

  /**
   * The root field itself pays once, however often it is planned: its plan may be kept from another request, or made again
   * later. @throws AsksTooMuch as the request's budget does
   */
  readonly pay = (cost: PlanCost): void => {
    if (this.#paid) return
    this.request.spend(cost)
    this.#paid = true
  }

  /** Plans the root field with what is left, and pays for it. @throws ApiError also those of the plan itself */
  plan(make: MakePlan): ReadPlan {
    const [plan, cost] = this.#plan(make, this.#paid ? nothing : this.request.spent)
    this.pay(cost)
    return { ...plan, cost }
  }

  /** Plans what is read for a resolver below the root field, and pays for it. @throws ApiError as `plan` does */
  planFurther(make: MakePlan): ReadPlan {
    return this.#whileLeft(() => {
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
    const others = this.among?.others()
    const check = () => this.#whileLeft(() => this.request.requireCheap())
    return others ? others.then(check) : check()
  }

  /** Pays for entries that a resolver handed over. @throws AsksTooMuch */
  handOver(entries: number): void {
    this.#whileLeft(() => this.request.spend({ entries, conditions: 0 }))
  }

  /**
   * Once resolvers have led to too much the root field has no answer, so that nothing more is to be done for it.
   * @throws AsksTooMuch the same one each time
   */
  requireLeft(): void {
    if (this.#refusal) throw this.#refusal
  }

  #whileLeft<Result>(work: () => Result): Result {
    this.requireLeft()
    try {
      return work()
    } catch (error) {
      if (error instanceof RequestLimitError) this.#refusal = error
      throw error
    }
  }

  #plan(make: MakePlan, spent: PlanCost): readonly [ReadPlan, PlanCost] {
    const budget = new EntryBudget(this.request.limits.entries, spent.entries, spent.conditions)
    const plan = make(budget)
    const entries = budget.asked - spent.entries
    return [plan, { entries, conditions: budget.counts.conditions - spent.conditions }]
  }
}
