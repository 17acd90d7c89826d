import { RequestLimitError } from '../errors/request-limit-error.js'

/** The estimated cost of a read. One unit is about one microsecond of database time. */
export interface QueryCost {
  readonly total: number
  /** The most expensive part, for example `populate tags.articles`. */
  readonly most: { readonly part: string; readonly cost: number }
}

/** Returns the error for requests over `limits.queryCost`. */
export function tooExpensive({ total, most }: QueryCost, limit: number): RequestLimitError {
  return new RequestLimitError(
    `The query costs about ${rounded(total)}, and at most ${limit} is allowed. Its most expensive part is ${most.part} ` +
      `(${rounded(most.cost)}): request smaller pages, fewer relations or a shorter sort path`,
  )
}

/** Rounds to one digit. An estimate isn't more precise, and the exact size of a table is not public. */
const rounded = (cost: number) => Number(cost.toPrecision(1))
