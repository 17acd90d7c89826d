import type { Registry, Schema } from '@content-api/model'
import type { Can } from './permissions.js'

/** The bounds a plan is held to (specification §8). */
export interface Limits {
  /** Entries per page when the request doesn't say (`api.rest.defaultLimit`). */
  readonly defaultLimit: number
  /** Larger pages are clamped to it (`api.rest.maxLimit`); null: no maximum. */
  readonly maxLimit: number | null
  /** Totals unless the request says otherwise (`api.rest.withCount`). */
  readonly withCount: boolean
  /** Items of one array in the query, for example of `$in`. */
  readonly arrayLimit: number
  /** Nesting of filters. */
  readonly filterDepth: number
  /** Conditions of all filters of a query, and links that they follow. */
  readonly filterConditions: number
  /** Characters of one text in a filter. */
  readonly filterText: number
}

/** What an attribute is named in. */
export type Parameter = 'filters' | 'sort'

/** Everything, besides the request itself, that decides what a plan may hold. */
export interface PlanContext {
  readonly registry: Registry
  readonly can: Can
  readonly limits: Limits
  /** Unknown parameters, populate names and body attributes are errors; otherwise they are dropped as observed. */
  readonly strict: boolean
  /** Whether an interface hides an attribute that the model shows from the callers of the plan. */
  readonly hides?: (schema: Schema, name: string, parameter: Parameter) => boolean
  readonly locales: { readonly default: string; readonly codes: readonly string[] }
}
