import { closest, isRecord } from '@content-api/model'
import { GraphQLError } from 'graphql'
import { prototypeKeys } from '@content-api/core/message/body'
import { shapeFault } from '@content-api/core/message/json-shape'

/** The parameters of an operation. Only their types have been checked. */
export interface OperationParameters {
  readonly query: string
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>> | null
}

export function badRequest(message: string, code = 'BAD_REQUEST'): GraphQLError {
  return new GraphQLError(message, { extensions: { code } })
}

/**
 * Returns the parameters of a JSON body, or of one operation of a batch.
 * @throws GraphQLError with the code BAD_REQUEST, or PERSISTED_QUERY_NOT_SUPPORTED for a hash without a query
 */
export function bodyParameters(body: unknown): OperationParameters {
  if (!isRecord(body)) throw badRequest('An operation must be an object with "query".')
  const hidden = prototypeKeys.find((name) => Object.hasOwn(body, name))
  if (hidden !== undefined) throw badRequest(`The key "${hidden}" is not known in an operation.`)
  const { query, operationName = null } = body
  const variables = objectIn(body, 'variables')
  const extensions = objectIn(body, 'extensions')
  if (query === undefined || query === null || query === '') throw missingQuery(body, extensions)
  if (typeof query !== 'string') throw wrongType('query', 'text', query)
  if (operationName !== null && typeof operationName !== 'string') {
    throw wrongType('operationName', 'text', operationName)
  }
  return { query, operationName, variables }
}

const urlParameters = ['query', 'operationName', 'variables', 'extensions']

/**
 * Returns the parameters in a query string. Empty ones count as absent: some clients send them.
 * @throws as bodyParameters
 */
export function queryParameters(text: string): OperationParameters {
  const search = new URLSearchParams(text)
  const body: Record<string, unknown> = {}
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name)
    if (urlParameters.includes(name) && values.length > 1)
      throw badRequest(`The query string has "${name}" more than once.`)
    const [value] = values
    body[name] = value === '' && name !== 'query' ? null : value
  }
  return bodyParameters(body)
}

/** Reads an object, or a string of JSON: some clients send it in bodies as they would in a URL. */
function objectIn(body: Record<string, unknown>, name: 'variables' | 'extensions'): Record<string, unknown> | null {
  const input = body[name] ?? null
  const value = typeof input === 'string' ? parsed(name, input) : input
  if (value !== null && !isRecord(value)) throw wrongType(name, 'an object', value)
  return value
}

function parsed(name: string, text: string): unknown {
  const fault = shapeFault(text)
  if (fault !== null) throw badRequest(`"${name}" ${fault}.`)
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest(`"${name}" is not valid JSON.`)
  }
}

function wrongType(name: string, type: string, value: unknown): GraphQLError {
  const kind = Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
  return badRequest(`"${name}" must be ${type}, but is ${kind}.`)
}

function missingQuery(body: Record<string, unknown>, extensions: Record<string, unknown> | null): GraphQLError {
  // Clients that sent the hash of a query send its text after this error.
  if (extensions && 'persistedQuery' in extensions) {
    return badRequest('PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED')
  }
  const near = Object.keys(body).find((key) => closest(key, ['query']) !== undefined)
  return badRequest(`The parameter "query" is missing.${near === undefined ? '' : ` There is "${near.slice(0, 40)}".`}`)
}
