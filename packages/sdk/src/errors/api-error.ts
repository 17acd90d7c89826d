import { SdkError } from './sdk-error.js'

/** One thing that the server found wrong with what was sent. */
export interface Issue {
  /** Where in the request: `['seo', 'metaTitle']`. Empty when the server names no place. */
  readonly path: readonly string[]
  readonly message: string
}

/** Names that content services give to their errors; others occur. */
export type ApiErrorKind =
  | 'ValidationError'
  | 'PaginationError'
  | 'ApplicationError'
  | 'BadRequestError'
  | 'UnauthorizedError'
  | 'ForbiddenError'
  | 'NotFoundError'
  | 'PayloadTooLargeError'
  | 'RateLimitError'
  | 'InternalServerError'
  | (string & {})

/** What an answer says of an error; {@link ApiError} says what is what. */
export interface ApiErrorDetails {
  readonly status: number
  readonly kind: ApiErrorKind
  readonly serverMessage: string
  readonly issues: readonly Issue[]
  readonly requestId: string | null
  readonly raw: unknown
}

/** The server answered with an error (specification §7). */
export class ApiError extends SdkError implements ApiErrorDetails {
  override get name(): 'ApiError' {
    return 'ApiError'
  }

  /** The HTTP status. */
  declare readonly status: number
  /** The server's own name for the error, such as `ValidationError`; `HttpError` when it gave none. */
  declare readonly kind: ApiErrorKind
  /** What the server itself says, to be shown: `Invalid identifier or password`. Empty when it says nothing. */
  declare readonly serverMessage: string
  /** What is wrong, place by place; empty unless the server says. */
  declare readonly issues: readonly Issue[]
  /** The `X-Request-Id` of the answer, for whoever reads the server's log. */
  declare readonly requestId: string | null
  /** The body of the answer, parsed when it is JSON. */
  declare readonly raw: unknown
}
