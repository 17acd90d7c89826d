import { isNamed } from './is-named.js'

/** One thing that the server found wrong with what was sent. */
export interface Issue {
  /** Where in the request, dotted: `seo.metaTitle`, `links.0.label`. Empty when the server names no place. */
  readonly path: string
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

export interface ApiErrorInit {
  readonly status: number
  readonly kind: ApiErrorKind
  readonly issues?: readonly Issue[]
  readonly requestId?: string | undefined
  /** The body of the answer as it came. */
  readonly raw?: unknown
}

/** The server answered with an error (specification §7). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  /** The server's own name for the error, such as `ValidationError`. */
  readonly kind: ApiErrorKind
  /** What is wrong, place by place; empty unless the server says. */
  readonly issues: readonly Issue[]
  /** The `X-Request-Id` of the answer, for whoever reads the server's log. */
  readonly requestId: string | undefined
  readonly raw: unknown

  constructor(message: string, { status, kind, issues = [], requestId, raw }: ApiErrorInit) {
    super(message)
    this.status = status
    this.kind = kind
    this.issues = issues
    this.requestId = requestId
    this.raw = raw
  }

  /** True for an answer of the server that is an error, of the named kind if one is named. */
  static is(error: unknown, kind?: ApiErrorKind): error is ApiError {
    return isNamed(error, 'ApiError') && (!kind || (error as ApiError).kind === kind)
  }
}
