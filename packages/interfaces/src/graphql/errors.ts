import { GraphQLError, type GraphQLErrorOptions, type GraphQLFormattedError } from 'graphql'
import { ApiError, catalog, type ErrorName } from '@content-api/engine/errors'
import { faultToLog } from '@content-api/core/errors/project-fault'
import { isRecord } from '@content-api/model'
import type { Caller } from '@content-api/core/entries/caller'

/** The code of each error in `extensions.code`. The codes are those of Strapi 4. */
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
  PreconditionFailedError: 'STRAPI_APPLICATION_ERROR',
  PayloadTooLargeError: 'STRAPI_PAYLOAD_TOO_LARGE_ERROR',
  UriTooLongError: 'BAD_USER_INPUT',
  UnsupportedMediaTypeError: 'BAD_USER_INPUT',
  RateLimitError: 'STRAPI_RATE_LIMIT_ERROR',
  InternalServerError: 'INTERNAL_SERVER_ERROR',
  NotImplementedError: 'STRAPI_NOT_IMPLEMENTED_ERROR',
  BadGatewayError: 'INTERNAL_SERVER_ERROR',
  ServiceUnavailableError: 'INTERNAL_SERVER_ERROR',
  GatewayTimeoutError: 'INTERNAL_SERVER_ERROR',
  InsufficientStorageError: 'INTERNAL_SERVER_ERROR',
}

/** The location of an error: the nodes of its field, and the path in the response. */
export type ErrorLocation = Pick<GraphQLErrorOptions, 'nodes' | 'path'>

/**
 * Converts an error for the response. It reports unexpected errors: clients get a `requestId` and a general
 * message.
 */
export function toGraphqlError(
  error: unknown,
  location: ErrorLocation,
  report: (error: unknown) => string,
): GraphQLError {
  if (error instanceof GraphQLError && isForClient(error)) {
    const { nodes, path, extensions } = error
    return new GraphQLError(error.message, {
      nodes: nodes ?? location.nodes ?? null,
      path: path ?? location.path ?? null,
      extensions: { code: 'INTERNAL_SERVER_ERROR', ...extensions },
    })
  }
  const original = error instanceof GraphQLError ? error.originalError : error
  const fault = faultToLog(original)
  if (fault === null) return fromApiError(original as ApiError, location)
  const { message } = original instanceof ApiError ? original : catalog.InternalServerError
  const extensions = { code: codes.InternalServerError, requestId: report(fault) }
  return new GraphQLError(message, { ...location, extensions })
}

/**
 * Returns whether this error was thrown as a GraphQLError, so that its message is meant for clients.
 * graphql-js wraps every error that a resolver throws in a GraphQLError with a location.
 */
function isForClient({ originalError }: GraphQLError): boolean {
  return originalError === undefined || originalError instanceof GraphQLError
}

/** Converts an ApiError for the response. */
export function fromApiError({ name, message, details }: ApiError, location: ErrorLocation): GraphQLError {
  const visible = name === 'ForbiddenError' && message === catalog.ForbiddenError.message ? 'Forbidden access' : message
  return new GraphQLError(visible, {
    ...location,
    extensions: { error: { name, message: visible, details }, code: codes[name] },
  })
}

/**
 * The error for a stored null in a field that the schema declares non-null.
 * @param field the field, as `Type.field`
 * @param entry the uid and the id of the entry
 */
export function incompleteEntry(field: string, entry: string): ApiError {
  const message = `${field} is required, but the entry ${entry} has no value for it. Set it, or make the attribute optional`
  return new ApiError('ApplicationError', message)
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

/** The longest message in characters. Longer ones repeat input of the client, and `extensions` repeats the message. */
const longestMessage = 1_000

/** Omits the middle: the beginning names the argument or variable, and the end describes the mistake. */
function shortened(text: string): string {
  if (text.length <= longestMessage) return text
  return `${text.slice(0, longestMessage * 0.4)}…${text.slice(-longestMessage * 0.6)}`
}

/**
 * Removes each suggestion from ` Did you mean ` to the next question mark. Without a suggestion, messages of
 * the server end without a full stop and those of graphql-js end with one.
 */
function withoutSuggestions(text: string, isOwn: boolean): string {
  const begin = isOwn ? ' Did you mean ' : 'Did you mean '
  const kept: string[] = []
  let from = 0
  for (let start = text.indexOf(begin); start !== -1; start = text.indexOf(begin, from)) {
    const end = text.indexOf('?', start)
    // A regular expression would search for the question mark again from each later suggestion.
    if (end === -1) break
    const before = text[start - 1] === (isOwn ? '.' : ' ') && start > from ? 1 : 0
    kept.push(text.slice(from, start - before))
    from = end + 1
  }
  return kept.join('') + text.slice(from)
}

/**
 * Formats an error for the response. It shortens long messages.
 * @param hidesNames whether to remove suggestions of existing names
 */
export function formatError(error: GraphQLError, hidesNames: boolean): GraphQLFormattedError {
  const { message, extensions, ...rest } = error.toJSON()
  const own = extensions?.['error']
  const visible = (text: string) => shortened(hidesNames ? withoutSuggestions(text, isRecord(own)) : text)
  return {
    message: visible(message),
    ...rest,
    ...(extensions && { extensions: isRecord(own) ? { ...extensions, error: mapMessages(own, visible) } : extensions }),
  }
}

/** Converts the messages in `extensions.error`. This copy of the error has the format of Strapi 4. */
function mapMessages(error: Readonly<Record<string, unknown>>, visible: (text: string) => string): unknown {
  const { message, details } = error
  const texts = (value: unknown): unknown =>
    isRecord(value) && typeof value['message'] === 'string' ? { ...value, message: visible(value['message']) } : value
  const issues = isRecord(details) ? details['errors'] : undefined
  return {
    ...error,
    ...(typeof message === 'string' && { message: visible(message) }),
    ...(Array.isArray(issues) && { details: { ...(details as object), errors: issues.map(texts) } }),
  }
}

/** Checks that the caller may do an action. @throws ApiError ForbiddenError */
export function requirePermission(caller: Caller, action: string): void {
  if (!caller.may(action)) throw new ApiError('ForbiddenError')
}
