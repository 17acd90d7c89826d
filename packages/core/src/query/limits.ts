/** The limits of a plan (specification §8). */
export interface Limits {
  /** Entries per page if the request doesn't specify it (`api.rest.defaultLimit`). */
  readonly defaultLimit: number
  /** The maximum page size (`api.rest.maxLimit`). Larger values are clamped to it. Null: no maximum. */
  readonly maxLimit: number | null
  /** Whether responses contain totals if the request doesn't specify it (`api.rest.withCount`). */
  readonly withCount: boolean
  /** Maximum items of one array in the query, for example of `$in`. */
  readonly arrayLimit: number
  /** Maximum nesting depth of filters. */
  readonly filterDepth: number
  /** Maximum number of conditions in all filters of a query, plus the links that they follow. */
  readonly filterConditions: number
  /** Maximum characters of one string in a filter. */
  readonly filterText: number
}

/** What the parsing of a page depends on. */
export interface PageContext {
  readonly limits: Limits
  readonly strict: boolean
}
