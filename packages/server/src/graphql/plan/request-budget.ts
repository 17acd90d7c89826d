import { conditionsOf, countConditions, tooManyConditions } from '../../query/count-conditions.js'
import type { PlanContext } from '../../query/plan-context.js'
import type { PlanCost, ReadPlan } from '../../query/read-plan.js'
import { EntryBudget, tooManyEntries } from './entry-budget.js'

/** What all operations of a request may ask for together. */
export class RequestBudget {
  #spent: PlanCost = { entries: 0, conditions: 0 }

  constructor(readonly limits: PlanCost) {}

  get spent(): PlanCost {
    return this.#spent
  }

  /** @throws ApiError ValidationError for what would be too much; it isn't counted then */
  spend(cost: PlanCost): void {
    const entries = this.#spent.entries + cost.entries
    const conditions = this.#spent.conditions + cost.conditions
    if (entries > this.limits.entries) throw tooManyEntries(this.limits.entries)
    if (conditions > this.limits.conditions) throw tooManyConditions(this.limits.conditions)
    this.#spent = { entries, conditions }
  }

  /** For one root field. */
  share(): BudgetShare {
    return new BudgetShare(this)
  }
}

/** A root field pays once, however often it is planned: its plan may be kept from another request, or made again later. */
export class BudgetShare {
  #paid = false

  constructor(readonly request: RequestBudget) {}

  /** @throws ApiError ValidationError as the request's budget does */
  readonly pay = (cost: PlanCost): void => {
    if (this.#paid) return
    this.request.spend(cost)
    this.#paid = true
  }

  /** Plans the root field with what is left, and pays for it. @throws ApiError also those of the plan itself */
  plan(context: PlanContext, make: (budget: EntryBudget) => ReadPlan): ReadPlan {
    const { limits, spent } = this.request
    const before = this.#paid ? { entries: 0, conditions: 0 } : spent
    const budget = new EntryBudget(limits.entries, before.entries)
    countConditions(context, before.conditions)
    const plan = make(budget)
    const cost = {
      entries: budget.asked - before.entries,
      conditions: conditionsOf(context) - before.conditions,
    }
    this.pay(cost)
    return { ...plan, cost }
  }
}
