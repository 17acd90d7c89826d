import type { JsonResponse } from './exchange.js'

const json = 'application/json; charset=utf-8'

/** Names of errors with their statuses, as far as rules expect them. */
const statuses = {
  ValidationError: 400,
  PaginationError: 400,
  ApplicationError: 400,
  BadRequestError: 400,
  SyntaxError: 400,
  UnauthorizedError: 401,
  ForbiddenError: 403,
  NotFoundError: 404,
  MethodNotAllowedError: 405,
  UnsupportedMediaTypeError: 415,
} as const

export type ErrorName = keyof typeof statuses

/** An error in the envelope of specification §7. `paths` are those of the problems in `details`. */
export function errorResponse(
  name: ErrorName,
  { message = '', paths = [], headers = {} }: ErrorOptions = {},
): JsonResponse {
  const details =
    paths.length === 0 ? {} : { errors: paths.map((path) => ({ path, message, name: 'ValidationError' })) }
  const status = statuses[name]
  return {
    status,
    headers: { 'content-type': json, ...headers },
    body: { data: null, error: { status, name, message, details } },
  }
}

interface ErrorOptions {
  readonly message?: string
  readonly paths?: readonly (readonly string[])[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Returns the response with another body. */
export function withBody(response: JsonResponse, body: unknown): JsonResponse {
  return { ...response, body }
}

export function okResponse(body: unknown): JsonResponse {
  return { status: 200, headers: { 'content-type': json }, body }
}

export const succeeded = ({ status }: JsonResponse): boolean => status >= 200 && status < 300

/** Returns `{ data, meta }`, or null for errors and other bodies. */
export function envelopeOf({ body }: JsonResponse): { readonly data: unknown; readonly meta?: unknown } | null {
  if (body === null || typeof body !== 'object' || !('data' in body) || 'error' in body) return null
  return body
}
