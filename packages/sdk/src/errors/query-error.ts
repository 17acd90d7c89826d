import { isNamed } from './is-named.js'

/** The request was refused before it left, because it could not mean what was meant; `path` names the place. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
  readonly path: string

  constructor(path: string, problem: string) {
    super(`${path} ${problem}`)
    this.path = path
  }

  static is(error: unknown): error is QueryError {
    return isNamed(error, 'QueryError')
  }
}
