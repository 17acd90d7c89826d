import { arrayOf, type JsonSchema, object, ref } from './json-schema.js'
import { failures } from './shared-schemas.js'
import type { Example } from './examples.js'

export type Paths = Record<string, JsonSchema>

export const readFailures = () =>
  failures('ValidationError', 'UnauthorizedError', 'ForbiddenError', 'InternalServerError', 'ServiceUnavailableError')
export const writeFailures = () => ({
  ...readFailures(),
  ...failures('PayloadTooLargeError', 'UnsupportedMediaTypeError', 'InsufficientStorageError'),
})
export const missing = () => failures('NotFoundError')

/** The operations of a path by method (null if not allowed), and in `parameters` the parameters that they share. */
export type PathItem = Readonly<Record<string, JsonSchema | readonly JsonSchema[] | null>>

/** Returns the paths with their operations that a caller may use. */
export function allowedPaths(items: Readonly<Record<string, PathItem>>): Paths {
  return Object.fromEntries(Object.entries(items).flatMap(([path, item]) => allowedIn(path, item)))
}

function allowedIn(path: string, item: PathItem): [string, JsonSchema][] {
  const allowed = Object.entries(item).filter(([, operation]) => operation !== null)
  return allowed.some(([key]) => key !== 'parameters') ? [[path, Object.fromEntries(allowed)]] : []
}

export function ok(schema: JsonSchema): Readonly<Record<200, JsonSchema>> {
  return { 200: { description: 'OK', content: { 'application/json': { schema } } } }
}

/** Returns the body of a response with one entry. */
export function entryOf(name: string): JsonSchema {
  return object({ data: ref(`${name}Entry`), meta: { type: 'object' } }, { required: ['data', 'meta'] })
}

/** Returns the body of a response with a page of entries. */
export function listOf(name: string): JsonSchema {
  const pagination = { oneOf: [ref('PaginationByPage'), ref('PaginationByOffset')] }
  return object({ data: arrayOf(ref(`${name}Entry`)), meta: object({ pagination }) }, { required: ['data', 'meta'] })
}

export function jsonBody(schema: JsonSchema, example: Example): JsonSchema {
  return { required: true, content: { 'application/json': { schema, example } } }
}
