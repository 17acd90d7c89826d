import type { ContentType } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { PlanCost, QueryCost, ReadPlan } from '@content-api/engine/plan'
import type { Action, PlanContext } from '../query/plan-context.js'
import type { PlanOptions } from '../query/plan.js'
import type { SystemAttribute } from '../query/body/system-values.js'
import type { Caller } from './caller.js'
import type { IfMatch } from './if-match.js'

/** An unparsed query. `text` is its key in the plan cache. `parameters` is only called if the plan isn't cached. */
interface LazyQuery {
  readonly text: string
  parameters(): Record<string, unknown>
}

/** The common input of all operations: the content type, the query and the caller. */
export interface EntryRequest {
  readonly type: ContentType
  readonly query: LazyQuery
  readonly caller: Caller
  /**
   * True for requests by the project's own code: the response has no envelopes at any level, a list is
   * `{ results, pagination }`, and the configured page limits don't apply.
   */
  readonly byProject?: true
  /**
   * True if the text of the response ends with the version of its entry, which `splitVersion` separates.
   * Lists have no version.
   */
  readonly versioned?: boolean
  /** The versions of which an updated or deleted entry must have one. */
  readonly ifMatch?: IfMatch | undefined
  /** True if the response has private attributes, for the project's own code without a caller. */
  readonly revealsPrivate?: boolean
  /** True if written values only need the type of their column, as for `strapi.db.query`. */
  readonly unvalidated?: boolean | undefined
  /** The system attributes that code of the project sets in this write. */
  readonly system?: readonly SystemAttribute[] | undefined
  /**
   * For GraphQL, where the plan isn't made from `query`: returns the plan of the response. Its cache key is
   * still `query.text`.
   */
  readonly responsePlan?: () => ReadPlan
  /** Counts the cost of a cached plan, for which `responsePlan` isn't called. @throws ApiError above the limits */
  readonly addCost?: (cost: PlanCost) => void
  /**
   * Adds the query cost of the read to that of the request. It may wait until the cost of the whole request
   * is known.
   * @throws ApiError above the limit
   */
  readonly charge?: (cost: QueryCost) => void | Promise<void>
}

/** @throws ApiError ForbiddenError if the caller may not perform the action */
export function requirePermission({ type, caller }: EntryRequest, action: Action): void {
  if (!caller.can(action, type)) throw new ApiError('ForbiddenError')
}

/** Returns the parameter `locale` of the query. Only localised types have it. */
export const localeParameter = ({ type, query }: EntryRequest): unknown =>
  type.localized ? query.parameters()['locale'] : undefined

/** Returns the context of the plan of the response. */
export const contextOf = (
  scope: { readonly context: (caller: Caller) => PlanContext },
  { caller, revealsPrivate = false }: EntryRequest,
): PlanContext => (revealsPrivate ? { ...scope.context(caller), revealsPrivate } : scope.context(caller))

/** Returns the options for the plan of the response. */
export const shapeOf = ({ byProject }: EntryRequest): PlanOptions => ({ shape: byProject ? 'results' : 'envelope' })
