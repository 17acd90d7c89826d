import { catalog, type ErrorName } from './catalog.js'
import { closest } from '@content-api/model'

/** One problem of a body or query. `path` starts at the entry's attributes or at the root of the query. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly message: string
  /** The value, if the response repeats it. */
  readonly value?: unknown
}

/** An error for the client. It becomes the `error` object of the response (specification §7). */
export class ApiError extends Error {
  override readonly name: ErrorName
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  /** Whether the response leaves out the details, as Strapi 5 does in some errors. */
  readonly isBare: boolean
  /** Extra response headers, for example `Retry-After` or `Allow`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    name: ErrorName,
    message: string = catalog[name].message,
    options: { details?: Record<string, unknown>; headers?: Record<string, string>; isBare?: boolean } = {},
  ) {
    super(message)
    this.name = name
    this.status = catalog[name].status
    this.details = options.details ?? {}
    this.isBare = options.isBare ?? false
    this.headers = options.headers ?? {}
  }

  /** Returns the body of the response. */
  toJSON() {
    const { status, name, message, details, isBare } = this
    return { data: null, error: { status, name, message, ...(!isBare && { details }) } }
  }
}

/** Makes one error for all problems of a body. Its message is the only problem's message, or the number of problems. */
export function validationError(issues: readonly Issue[]): ApiError {
  const [first] = issues
  const message = issues.length === 1 && first ? first.message : `${issues.length} errors occurred`
  return new ApiError('ValidationError', message, {
    details: {
      errors: issues.map(({ path, message, ...shown }) => ({
        path: path.map(String),
        message,
        name: 'ValidationError',
        ...shown,
      })),
    },
  })
}

/** The error of a request that exceeds a limit on the whole request: on entries, conditions or query cost. */
export class RequestLimitError extends ApiError {
  constructor(message: string) {
    super('ValidationError', message)
  }
}

/**
 * Returns the end of a message about a wrong name: `. Did you mean title?`, or an empty string if no
 * candidate is similar.
 */
export function didYouMean(name: unknown, candidates: Iterable<string>): string {
  const near = typeof name === 'string' ? closest(name, candidates) : undefined
  return near === undefined ? '' : `. Did you mean ${near}?`
}
