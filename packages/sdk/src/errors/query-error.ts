import { SdkError } from './sdk-error.js'

/**
 * Thrown before a request is sent, if it is invalid or the server would interpret it differently than
 * intended: an invalid header, an undefined value in a filter, an unknown operator, an id that is not a
 * number.
 *
 * @example
 * ```ts
 * const explain = (error: unknown) => (QueryError.is(error) ? `${error.path}: ${error.message}` : undefined)
 * ```
 */
export class QueryError extends SdkError {
  override get name(): 'QueryError' {
    return 'QueryError'
  }

  /** The path of the problem: `filters[title][$eq]` in a query, `data.price` in a body. */
  declare readonly path: string
  /**
   * True if no entry can match: for an empty `$in`, where `find` and similar methods return an empty list
   * without a request, and for a string that is not an id, which a page can answer with 404.
   */
  declare readonly matchesNothing: boolean

  constructor(path: string, problem: string, matchesNothing = false) {
    super(`${path} ${problem}`)
    Object.assign(this, { path, matchesNothing })
  }
}
