import { closest } from '@content-api/model'
import { GraphQLError } from 'graphql'

/** What a client asks for, checked for its form only. */
export interface OperationParameters {
  readonly query: string
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>> | null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function badRequest(message: string, code = 'BAD_REQUEST'): GraphQLError {
  return new GraphQLError(message, { extensions: { code } })
}

/** The parameters of a JSON body, or of one operation of a batch. @throws GraphQLError with the code BAD_REQUEST */
export function bodyParameters(body: unknown): OperationParameters {
  if (!isRecord(body)) throw badRequest('An operation must be an object with "query".')
  const { query, operationName = null, variables = null, extensions = null } = body
  if (extensions !== null && !isRecord(extensions)) throw wrongType('extensions', 'an object', extensions)
  if (query === undefined || query === null) throw missingQuery(body, extensions)
  if (typeof query !== 'string') throw wrongType('query', 'text', query)
  if (operationName !== null && typeof operationName !== 'string') {
    throw wrongType('operationName', 'text', operationName)
  }
  if (variables !== null && !isRecord(variables)) throw wrongType('variables', 'an object', variables)
  return { query, operationName, variables }
}

const urlParameters = ['query', 'operationName', 'variables', 'extensions']
const objects = new Set(['variables', 'extensions'])

/** The parameters in the query of a URL, objects as JSON. @throws GraphQLError with the code BAD_REQUEST */
export function queryParameters(text: string): OperationParameters {
  const given = new URLSearchParams(text)
  const body: Record<string, unknown> = {}
  for (const name of new Set(given.keys())) {
    const values = given.getAll(name)
    if (urlParameters.includes(name) && values.length > 1) throw badRequest(`"${name}" is there more than once.`)
    body[name] = objects.has(name) ? jsonParameter(name, values[0] as string) : values[0]
  }
  return bodyParameters(body)
}

/** An empty one is none: forms and clients send it so. */
function jsonParameter(name: string, text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest(`"${name}" is not valid JSON.`)
  }
}

function wrongType(name: string, type: string, given: unknown): GraphQLError {
  const kind = Array.isArray(given) ? 'a list' : typeof given === 'object' ? 'an object' : `a ${typeof given}`
  return badRequest(`"${name}" must be ${type}, but is ${kind}.`)
}

function missingQuery(body: Record<string, unknown>, extensions: Record<string, unknown> | null): GraphQLError {
  // Clients that try the hash of a query first send its text when they hear this.
  if (extensions && 'persistedQuery' in extensions) {
    return badRequest('PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED')
  }
  const near = Object.keys(body).find((key) => closest(key, ['query']) !== undefined)
  return badRequest(`The parameter "query" is missing.${near === undefined ? '' : ` There is "${near.slice(0, 40)}".`}`)
}
