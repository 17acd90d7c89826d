import { RequestLimitError } from '../errors/request-limit-error.js'

/** What a read is estimated to cost: about one per microsecond of database time. */
export interface Price {
  readonly total: number
  /** The most expensive part, such as `populate tags.articles`. */
  readonly most: { readonly part: string; readonly cost: number }
}

/** The error for requests above `limits.queryCost`. */
export function tooExpensive({ total, most }: Price, limit: number): RequestLimitError {
  return new RequestLimitError(
    `The query costs about ${rounded(total)}, and at most ${limit} is allowed. Its most expensive part is ${most.part} ` +
      `(${rounded(most.cost)}): request smaller pages, fewer relations or a shorter sort path`,
  )
}

/** One digit: an estimate means no more, and the exact size of a table isn't everybody's to know. */
const rounded = (cost: number) => Number(cost.toPrecision(1))
