import { GraphQLError, type GraphQLErrorOptions, type GraphQLFormattedError } from 'graphql'
import { ApiError } from '../errors/api-error.js'
import { type ErrorName, catalog } from '../errors/catalog.js'
import { faultToLog } from '../errors/project-fault.js'
import { isRecord } from '@content-api/model'

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
  RequestTimeoutError: 'BAD_USER_INPUT',
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
  const fault = faultToLog(original)
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

/** Characters of a message above which its middle is left out: a client need not be told all that it sent, and never twice. */
const longestMessage = 1_000

/** The beginning names the argument or variable, and the end what is wrong with it. */
function shortened(text: string): string {
  if (text.length <= longestMessage) return text
  return `${text.slice(0, longestMessage * 0.4)}…${text.slice(-longestMessage * 0.6)}`
}

/** As it goes out: long messages are shortened, and in production they don't tell the names that exist. */
export function formatError(error: GraphQLError, production: boolean): GraphQLFormattedError {
  const { message, extensions, ...rest } = error.toJSON()
  const own = extensions?.['error']
  // Our own errors end without a full stop where they have no near miss to tell; those of graphql-js end with one.
  const nearMiss = isRecord(own) ? /\.? Did you mean [^?]*\?/g : / ?Did you mean [^?]*\?/g
  const told = (text: string) => shortened(production ? text.replace(nearMiss, '') : text)
  return {
    message: told(message),
    ...rest,
    ...(extensions && { extensions: isRecord(own) ? { ...extensions, error: tellAgain(own, told) } : extensions }),
  }
}

/** The same for the texts of an error in the form that clients of Strapi 4 know, which repeats its message. */
function tellAgain(error: Readonly<Record<string, unknown>>, told: (text: string) => string): unknown {
  const { message, details } = error
  const texts = (value: unknown): unknown =>
    isRecord(value) && typeof value['message'] === 'string' ? { ...value, message: told(value['message']) } : value
  const issues = isRecord(details) ? details['errors'] : undefined
  return {
    ...error,
    ...(typeof message === 'string' && { message: told(message) }),
    ...(Array.isArray(issues) && { details: { ...(details as object), errors: issues.map(texts) } }),
  }
}
