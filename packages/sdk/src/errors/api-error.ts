import { SdkError } from './sdk-error.js'

/** One problem that the server found in the request. */
export interface Issue {
  /** Where in the request: `['seo', 'metaTitle']`. Empty when the server names no path. */
  readonly path: readonly string[]
  readonly message: string
}

/** The names of errors that content services return. Other names occur. */
export type ApiErrorKind =
  | 'ValidationError'
  | 'PaginationError'
  | 'ApplicationError'
  | 'BadRequestError'
  | 'UnauthorizedError'
  | 'ForbiddenError'
  | 'NotFoundError'
  | 'PreconditionFailedError'
  | 'PayloadTooLargeError'
  | 'RateLimitError'
  | 'InternalServerError'
  | (string & {})

/** The content of an error response. */
export interface ApiErrorDetails {
  /** The HTTP status; 0 for a redirect in a browser, which hides it. */
  readonly status: number
  /**
   * The server's own name for the error, such as `ValidationError`. When it sends none: `HttpError`, or
   * `GraphQLError` for GraphQL.
   */
  readonly kind: ApiErrorKind
  /**
   * The server's own message, which can be shown to users: `Invalid identifier or password`. Empty when it
   * sends none.
   */
  readonly serverMessage: string
  /** The problems of the request, one by one. Empty if the server doesn't list them. */
  readonly issues: readonly Issue[]
  /** The `X-Request-Id` of the response, to find the request in the server's log. */
  readonly requestId: string | null
  /** The body of the response, parsed when it is JSON. */
  readonly raw: unknown
}

/**
 * Thrown when the server responds with an error (specification §7), or with a redirect, which isn't followed.
 *
 * @example
 * ```ts
 * const problems = (error: unknown) => (ApiError.is(error, 'ValidationError') ? error.issues : [])
 * ```
 */
export class ApiError extends SdkError implements ApiErrorDetails {
  override get name(): 'ApiError' {
    return 'ApiError'
  }

  declare readonly status: number
  declare readonly kind: ApiErrorKind
  declare readonly serverMessage: string
  declare readonly issues: readonly Issue[]
  declare readonly requestId: string | null
  declare readonly raw: unknown

  constructor(message: string, details: ApiErrorDetails) {
    super(message)
    Object.assign(this, details)
  }
}
