import type { ContentType, Registry } from '@content-api/model'
import type { Action, Can } from '../query/plan-context.js'
import { exampleInput } from './examples.js'
import { arrayOf, type JsonSchema, object, ref } from './json-schema.js'
import { schemaName } from './names.js'
import { entryParameters, listParameters } from './parameters.js'
import { failures } from './shared-schemas.js'

type Paths = Record<string, JsonSchema>

const readFailures = () =>
  failures('ValidationError', 'UnauthorizedError', 'ForbiddenError', 'InternalServerError', 'ServiceUnavailableError')
const writeFailures = () => ({
  ...readFailures(),
  ...failures('PayloadTooLargeError', 'UnsupportedMediaTypeError', 'InsufficientStorageError'),
})
const missing = () => failures('NotFoundError')

const byId = { $ref: '#/components/parameters/id' }

/** The operations of a path by method (null if not allowed), and in `parameters` the parameters that they share. */
type PathItem = Readonly<Record<string, JsonSchema | readonly JsonSchema[] | null>>

/** Returns the paths of a content type (specification §4.1) with the operations that `can` allows. */
export function pathsOf(registry: Registry, type: ContentType, locales: readonly string[], can: Can): Paths {
  const operation = operations(type, can)
  const items =
    type.kind === 'singleType'
      ? singlePaths(registry, type, locales, operation)
      : collectionPaths(registry, type, locales, operation)
  return Object.fromEntries(Object.entries(items).flatMap(([path, item]) => allowedIn(path, item)))
}

function allowedIn(path: string, item: PathItem): [string, JsonSchema][] {
  const allowed = Object.entries(item).filter(([, operation]) => operation !== null)
  return allowed.some(([key]) => key !== 'parameters') ? [[path, Object.fromEntries(allowed)]] : []
}

function collectionPaths(
  registry: Registry,
  type: ContentType,
  locales: readonly string[],
  operation: Operation,
): Readonly<Record<string, PathItem>> {
  const name = schemaName(type)
  const one = entryParameters(type, locales)
  const example = exampleInput(registry, type)
  return {
    [`/${type.pluralName}`]: {
      get: operation('find', `List ${type.displayName} entries`, {
        parameters: listParameters(registry, type, locales),
        responses: { 200: okResponse(listOf(name)), ...readFailures() },
      }),
      post: operation('create', `Create a ${type.displayName} entry`, {
        parameters: one,
        requestBody: dataBody(name, example),
        responses: { 200: okResponse(entryOf(name)), ...writeFailures() },
      }),
    },
    [`/${type.pluralName}/{id}`]: {
      parameters: [byId],
      get: operation('findOne', `Read a ${type.displayName} entry`, {
        parameters: one,
        responses: { 200: okResponse(entryOf(name)), ...readFailures(), ...missing() },
      }),
      put: operation('update', `Change attributes of a ${type.displayName} entry`, {
        parameters: one,
        requestBody: dataBody(name, example),
        responses: { 200: okResponse(entryOf(name)), ...writeFailures(), ...missing() },
      }),
      delete: operation('delete', `Delete a ${type.displayName} entry`, {
        parameters: one,
        responses: { 200: okResponse(entryOf(name)), ...readFailures(), ...missing() },
      }),
    },
    ...(type.localized && {
      [`/${type.pluralName}/{id}/localizations`]: {
        parameters: [byId],
        post: localization(type, operation, { ...example, locale: locales[1] ?? 'fr' }),
      },
    }),
  }
}

function singlePaths(
  registry: Registry,
  type: ContentType,
  locales: readonly string[],
  operation: Operation,
): Readonly<Record<string, PathItem>> {
  const name = schemaName(type)
  const one = entryParameters(type, locales)
  const example = exampleInput(registry, type)
  return {
    [`/${type.singularName}`]: {
      get: operation('find', `Read ${type.displayName}`, {
        parameters: one,
        responses: { 200: okResponse(entryOf(name)), ...readFailures(), ...missing() },
      }),
      put: operation('update', `Create or change ${type.displayName}`, {
        parameters: one,
        requestBody: dataBody(name, example),
        responses: { 200: okResponse(entryOf(name)), ...writeFailures() },
      }),
      delete: operation('delete', `Delete ${type.displayName}`, {
        parameters: one,
        responses: { 200: okResponse(entryOf(name)), ...readFailures(), ...missing() },
      }),
    },
    ...(type.localized && {
      [`/${type.singularName}/localizations`]: {
        post: localization(type, operation, { ...example, locale: locales[1] ?? 'fr' }),
      },
    }),
  }
}

type Operation = (action: Action, summary: string, rest: JsonSchema) => JsonSchema | null

function operations(type: ContentType, can: Can): Operation {
  return (action, summary, rest) =>
    can(action, type)
      ? { operationId: `${action}${schemaName(type)}`, tags: [type.displayName], summary, ...rest }
      : null
}

/**
 * Returns the operation that creates a localization. Its body and response contain the attributes directly,
 * without `data`.
 */
function localization(type: ContentType, operation: Operation, example: object): JsonSchema | null {
  const name = schemaName(type)
  const bare = object({ id: { type: 'integer' }, localizations: arrayOf({ type: 'object' }) }, { required: ['id'] })
  return operation('createLocalization', `Create a ${type.displayName} entry in another locale`, {
    requestBody: { required: true, content: { 'application/json': { schema: ref(`${name}Input`), example } } },
    responses: { 200: okResponse({ allOf: [bare, ref(name)] }), ...writeFailures(), ...missing() },
  })
}

function okResponse(schema: JsonSchema): JsonSchema {
  return { description: 'OK', content: { 'application/json': { schema } } }
}

function entryOf(name: string): JsonSchema {
  return object({ data: ref(`${name}Entry`), meta: { type: 'object' } }, { required: ['data', 'meta'] })
}

function listOf(name: string): JsonSchema {
  const pagination = { oneOf: [ref('PaginationByPage'), ref('PaginationByOffset')] }
  return object({ data: arrayOf(ref(`${name}Entry`)), meta: object({ pagination }) }, { required: ['data', 'meta'] })
}

function dataBody(name: string, example: object): JsonSchema {
  const schema = object({ data: ref(`${name}Input`) }, { required: ['data'] })
  return { required: true, content: { 'application/json': { schema, example: { data: example } } } }
}
