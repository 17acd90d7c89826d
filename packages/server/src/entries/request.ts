import type { ContentType } from '@content-api/model'
import { ApiError } from '../errors/api-error.js'
import type { Action } from '../query/permissions.js'
import type { PlanOptions } from '../query/plan.js'
import type { Price } from '../query/price.js'
import type { PlanCost, ReadPlan } from '../query/read-plan.js'
import type { Caller } from './caller.js'

/** A query as it came. `text` names it in the plan cache; `parameters` is called only when its plan isn't there. */
interface LazyQuery {
  readonly text: string
  parameters(): Record<string, unknown>
}

/** What every operation is told: on which type, how to answer, and who asks. */
export interface EntryRequest {
  readonly type: ContentType
  readonly query: LazyQuery
  readonly caller: Caller
  /**
   * Code of the project reads: the response holds bare objects at every depth, a list is `{ results, pagination }`, and the
   * configured page limits don't apply.
   */
  readonly byProject?: true
  /** The plan of the answer where it follows from something else than `query`, whose text still names it in the plan cache. */
  readonly answer?: () => ReadPlan
  /** Hears what a plan that was kept costs, since `answer` isn't asked for it then. @throws ApiError for too much */
  readonly afford?: (cost: PlanCost) => void
  /**
   * Adds the price of the read to what the whole request costs, and may wait until that is known. @throws ApiError above the
   * limit
   */
  readonly charge?: (price: Price) => void | Promise<void>
}

/** @throws ApiError when the caller may not. */
export function requirePermission({ type, caller }: EntryRequest, action: Action): void {
  if (!caller.can(action, type)) throw new ApiError('ForbiddenError')
}

/** How the plan of the response writes entries. */
export const shapeOf = ({ byProject }: EntryRequest): PlanOptions => ({ shape: byProject ? 'results' : 'envelope' })
