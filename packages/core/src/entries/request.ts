import type { ContentType } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { Action, PlanContext } from '../query/plan-context.js'
import type { PlanOptions } from '../query/plan.js'
import type { SystemAttribute } from '../query/body/system-values.js'
import type { Caller } from './caller.js'

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
  /** Present for requests by the project's own code. */
  readonly byProject?: ProjectRequest | undefined
  /**
   * True if the text of the response ends with the version of its entry, which `splitVersion` separates.
   * Lists have no version.
   */
  readonly versioned?: boolean | undefined
  /** The header `If-Match`: the versions of which an updated or deleted entry must have one. */
  readonly ifMatch?: string | undefined
}

/**
 * What code of the project may do: the response has no envelopes at any level, a list is
 * `{ results, pagination }`, and the configured page limits don't apply.
 */
interface ProjectRequest {
  /** True if the response has private attributes, for code without a caller. */
  readonly revealsPrivate?: boolean
  /** True if written values only need the type of their column, as for `strapi.db.query`. */
  readonly unvalidated?: boolean | undefined
  /** The id of the entry as the code passed it. Hooks of its update get it like that. */
  readonly givenId?: number | string | undefined
  /** The system attributes that code sets in this write. */
  readonly system?: readonly SystemAttribute[] | undefined
}

/** A class, so that nothing else than `permit` creates these requests, and all have one shape. */
class Permitted implements EntryRequest {
  readonly type: ContentType
  readonly query: LazyQuery
  readonly caller: Caller
  readonly byProject: EntryRequest['byProject']
  readonly versioned: EntryRequest['versioned']
  readonly ifMatch: EntryRequest['ifMatch']
  readonly #action: Action

  constructor({ type, query, caller, byProject, versioned, ifMatch }: EntryRequest, action: Action) {
    this.type = type
    this.query = query
    this.caller = caller
    this.byProject = byProject
    this.versioned = versioned
    this.ifMatch = ifMatch
    this.#action = action
  }

  /** Checks that the request is used for its action. @throws Error for a mistake of this server */
  requireAction(wanted: Action): void {
    if (this.#action === wanted) return
    throw new Error(`A request with the permission for ${this.#action} can't be used for ${wanted}`)
  }
}

/** A request whose caller may perform its action. Nothing reads or writes entries without one. */
export type PermittedRequest = Permitted

/** Checks the permission of a request, the only time. @throws ApiError ForbiddenError if the caller lacks it */
export function permit(request: EntryRequest, action: Action): PermittedRequest {
  if (!request.caller.can(action, request.type)) throw new ApiError('ForbiddenError')
  return new Permitted(request, action)
}

/** Returns the value. @throws ApiError NotFoundError if it is null */
export function requireFound<Value>(value: Value | null): Value {
  if (value === null) throw new ApiError('NotFoundError')
  return value
}

/** Returns the result of work on an entry, or null if the entry doesn't exist. */
export async function nullIfMissing<Result>(result: Promise<Result>): Promise<Result | null> {
  try {
    return await result
  } catch (error) {
    if (error instanceof ApiError && error.name === 'NotFoundError') return null
    throw error
  }
}

/** Returns the parameter `locale` of the query. Only localised types have it. */
export const localeParameter = ({ type, query }: EntryRequest): unknown =>
  type.localized ? query.parameters()['locale'] : undefined

/** Returns the context of the plan of the response. */
export const contextOf = (
  scope: { readonly context: (caller: Caller) => PlanContext },
  { caller, byProject }: EntryRequest,
): PlanContext =>
  byProject?.revealsPrivate ? { ...scope.context(caller), revealsPrivate: true } : scope.context(caller)

/** Returns the options for the plan of the response. */
export const shapeOf = ({ byProject }: EntryRequest): PlanOptions => ({ shape: byProject ? 'results' : 'envelope' })
