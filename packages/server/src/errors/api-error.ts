import { catalog, type ErrorName } from './catalog.js'

/** One problem of a body or query; `path` leads to it from the entry's attributes or from the query's root. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** An error that a client is told about, as the `error` object of an answer (specification §7). */
export class ApiError extends Error {
  override readonly name: ErrorName
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  /** Extra response headers, for example `Retry-After` or `Allow`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    name: ErrorName,
    message: string = catalog[name].message,
    options: { details?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.name = name
    this.status = catalog[name].status
    this.details = options.details ?? {}
    this.headers = options.headers ?? {}
  }

  /** The body of the answer. */
  toJSON() {
    return {
      data: null,
      error: { status: this.status, name: this.name, message: this.message, details: this.details },
    }
  }
}

/** All problems of a body in one error: its own message when there is one problem, else their number. */
export function validationError(issues: readonly Issue[]): ApiError {
  const [first] = issues
  const message = issues.length === 1 && first ? first.message : `${issues.length} errors occurred`
  return new ApiError('ValidationError', message, {
    details: {
      errors: issues.map(({ path, message }) => ({ path: path.map(String), message, name: 'ValidationError' })),
    },
  })
}
