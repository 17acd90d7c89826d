import { SdkError } from './sdk-error.js'

/**
 * Thrown before a request is sent, when the server would read something else than the caller means: an undefined
 * value in a filter, an unknown operator, an id that is not a number.
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
   * Whether the query is valid but can match no entry, because of an empty `$in`. `find` and its like then return an
   * empty list without a request.
   */
  declare readonly matchesNothing: boolean

  constructor(path: string, problem: string, matchesNothing = false) {
    super(`${path} ${problem}`)
    Object.assign(this, { path, matchesNothing })
  }
}
