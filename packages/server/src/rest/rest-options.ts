import type { QueryStringLimits } from './query-string.js'

/** The bounds a request is held to. */
export interface RestLimits extends QueryStringLimits {
  /** Nesting of a body. */
  readonly bodyDepth: number
}
