import { GraphQLError, type GraphQLErrorOptions, type GraphQLFormattedError } from 'graphql'
import { ApiError } from '../errors/api-error.js'
import { type ErrorName, catalog } from '../errors/catalog.js'
import { faultBehind } from '../errors/project-fault.js'
import { isRecord } from '../query/raw-value.js'

/** What clients tell errors apart by; the names are those that clients of Strapi 4 know. */
const codes: Readonly<Record<ErrorName, string>> = {
  ValidationError: 'BAD_USER_INPUT',
  PaginationError: 'STRAPI_PAGINATION_ERROR',
  ApplicationError: 'STRAPI_APPLICATION_ERROR',
  BadRequestError: 'BAD_USER_INPUT',
  Error: 'STRAPI_APPLICATION_ERROR',
  SyntaxError: 'BAD_USER_INPUT',
  UnauthorizedError: 'UNAUTHENTICATED',
  ForbiddenError: 'FORBIDDEN',
  PolicyError: 'FORBIDDEN',
  NotFoundError: 'STRAPI_NOT_FOUND_ERROR',
  MethodNotAllowedError: 'BAD_USER_INPUT',
  PayloadTooLargeError: 'STRAPI_PAYLOAD_TOO_LARGE_ERROR',
  UriTooLongError: 'BAD_USER_INPUT',
  UnsupportedMediaTypeError: 'BAD_USER_INPUT',
  RateLimitError: 'STRAPI_RATE_LIMIT_ERROR',
  InternalServerError: 'INTERNAL_SERVER_ERROR',
  ServiceUnavailableError: 'INTERNAL_SERVER_ERROR',
  GatewayTimeoutError: 'INTERNAL_SERVER_ERROR',
  InsufficientStorageError: 'INTERNAL_SERVER_ERROR',
}

/** Where a failure belongs: the fields that asked, and the way to them in the answer. */
export type ErrorPlace = Pick<GraphQLErrorOptions, 'nodes' | 'path'>

/** An ApiError as clients are told of it; anything else was reported under `requestId` and keeps its text to itself. */
export function toGraphqlError(error: unknown, place: ErrorPlace, report: (error: unknown) => string): GraphQLError {
  if (error instanceof GraphQLError && isMeantToBeTold(error)) {
    const { nodes, path, extensions } = error
    return new GraphQLError(error.message, {
      nodes: nodes ?? place.nodes ?? null,
      path: path ?? place.path ?? null,
      extensions: { code: 'INTERNAL_SERVER_ERROR', ...extensions },
    })
  }
  const original = error instanceof GraphQLError ? error.originalError : error
  const fault = faultBehind(original)
  if (fault === null) return fromApiError(original as ApiError, place)
  const { message } = original instanceof ApiError ? original : catalog.InternalServerError
  const extensions = { code: codes.InternalServerError, requestId: report(fault) }
  return new GraphQLError(message, { ...place, extensions })
}

/** graphql-js puts what a resolver threw inside an error that knows the place, GraphQLErrors included. */
function isMeantToBeTold({ originalError }: GraphQLError): boolean {
  return originalError === undefined || originalError instanceof GraphQLError
}

/** As clients are told of it. */
export function fromApiError({ name, message, details }: ApiError, place: ErrorPlace): GraphQLError {
  const told = name === 'ForbiddenError' && message === catalog.ForbiddenError.message ? 'Forbidden access' : message
  return new GraphQLError(told, {
    ...place,
    extensions: { error: { name, message: told, details }, code: codes[name] },
  })
}

export function withCode(error: GraphQLError, code: string): GraphQLError {
  if (error.extensions['code'] !== undefined) return error
  const { message, nodes, source, positions, path, extensions } = error
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions: { ...extensions, code },
  })
}

/** In production an error doesn't tell the names that exist. */
export function withoutNearMisses({ message, extensions, ...rest }: GraphQLFormattedError): GraphQLFormattedError {
  const cut = (text: string) => text.replace(/ ?Did you mean [^?]*\?/g, '')
  const error = extensions?.['error']
  const told =
    isRecord(error) && typeof error['message'] === 'string' ? { ...error, message: cut(error['message']) } : error
  return {
    message: cut(message),
    ...rest,
    ...(extensions && { extensions: error === undefined ? extensions : { ...extensions, error: told } }),
  }
}
