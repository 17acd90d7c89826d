import type { Database } from '@content-api/engine/database'

/** What decides whether a plan returns the response of Strapi, besides the plan. */
export interface DifferenceContext {
  readonly dialect: Database['dialect']['name']
  readonly interface: 'rest' | 'graphql'
  /** The major version of Strapi, by default 4. */
  readonly version?: 4 | 5
}

/** Describes a part of a query that Strapi reads in another way, as the end of "The query …"; null if there is none. */
export type Difference = string | null

/** Returns the first difference of several parts. */
export function firstDifference<Part>(parts: Iterable<Part>, differenceOf: (part: Part) => Difference): Difference {
  for (const part of parts) {
    const difference = differenceOf(part)
    if (difference !== null) return difference
  }
  return null
}
