import { RequestLimitError } from '@content-api/engine/errors'
import { type PlanCost, type QueryCost, type ReadPlan, tooExpensive } from '@content-api/engine/plan'
import { QueryCounts, tooManyConditions, tooManyEntries } from '@content-api/core/query/query-counts'

const nothing: PlanCost = { entries: 0, conditions: 0 }

/** Makes a plan, which counts what it requests. */
type MakePlan = (counts: QueryCounts) => ReadPlan

/** The limits of a request: entries, conditions and the cost of its reads. */
interface RequestLimits extends PlanCost {
  readonly queryCost: number
}

/**
 * The budget of a request. It counts what all its operations read together, and rejects reads over the
 * limits. Each root field spends it through a `FieldBudget`.
 */
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

  /** Returns the budget of one root field. */
  field(): FieldBudget {
    return new FieldBudget(this)
  }

  /**
   * Returns the budgets of root fields that run concurrently. The fields wait for each other: none of them is
   * read before the costs of all are known.
   */
  concurrentFields(count: number): readonly FieldBudget[] {
    if (count === 1) return [this.field()]
    let missing = count
    let release = (): void => undefined
    const known = new Promise<void>((resolve) => {
      release = resolve
    })
    const remove = () => {
      missing -= 1
      if (missing === 0) release()
    }
    return Array.from({ length: count }, () => new FieldBudget(this, { known, remove }))
  }

  /** Adds entries and conditions. @throws RequestLimitError over a limit, without adding them */
  spend(cost: PlanCost): void {
    const entries = this.#spent.entries + cost.entries
    const conditions = this.#spent.conditions + cost.conditions
    if (entries > this.limits.entries) throw tooManyEntries(this.limits.entries)
    if (conditions > this.limits.conditions) throw tooManyConditions(this.limits.conditions)
    this.#spent = { entries, conditions }
  }

  addCost({ total, most }: QueryCost): void {
    const mostExpensive = most.cost > this.#cost.most.cost ? most : this.#cost.most
    this.#cost = { total: this.#cost.total + total, most: mostExpensive }
  }

  /** @throws RequestLimitError if the reads of the request cost too much together */
  requireCostWithinLimit(): void {
    if (this.#cost.total <= this.limits.queryCost) return
    this.onRejected()
    throw tooExpensive(this.#cost, this.limits.queryCost)
  }
}

/** The root fields that wait for each other. */
interface WaitingFields {
  /** Resolves when the costs of all of them are known. */
  readonly known: Promise<void>
  /** Removes a field whose cost is known, or that the others don't wait for. Called once per field. */
  readonly remove: () => void
}

/** The budget of one root field: its own read, further reads of resolvers below it, and entries that they return. */
export class FieldBudget {
  readonly #waiting: WaitingFields | undefined
  #isRemoved = false
  #hasLeft = false
  #isCounted = false
  #exceeded: RequestLimitError | undefined

  constructor(
    readonly request: RequestBudget,
    waiting?: WaitingFields,
  ) {
    this.#waiting = waiting
  }

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
    this.request.addCost(cost)
    this.#remove()
    const check = () => this.#untilExceeded(() => this.request.requireCostWithinLimit())
    return this.#waiting && !this.#hasLeft ? this.#waiting.known.then(check) : check()
  }

  /**
   * Ends waiting: other fields don't wait for this one any more, nor does this one for them. Called before
   * graphql-js executes a field, and when a field has ended.
   */
  leave(): void {
    this.#remove()
    this.#hasLeft = true
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

  #remove(): void {
    if (this.#isRemoved) return
    this.#isRemoved = true
    this.#waiting?.remove()
  }

  #untilExceeded<Result>(work: () => Result): Result {
    this.requireNotExceeded()
    try {
      return work()
    } catch (error) {
      // graphql-js wraps each error without a path in a GraphQLError with a stack. All fields below the root
      // field fail with this error, which is reported once, so this would take seconds.
      if (error instanceof RequestLimitError) this.#exceeded = Object.assign(error, { path: [] })
      throw error
    }
  }

  #plan(make: MakePlan, spent: PlanCost): readonly [ReadPlan, PlanCost] {
    const counts = new QueryCounts(spent, this.request.limits.entries)
    const plan = make(counts)
    const { entries, conditions } = counts
    return [plan, { entries: entries - spent.entries, conditions: conditions - spent.conditions }]
  }
}
