import {
  type ContentType,
  type Registry,
  type Attribute,
  type Component,
  isScalar,
  type ScalarAttribute,
  type ScalarType,
  type Schema,
} from '@content-api/model'
import type { Action, Can } from '../query/plan-context.js'
import { arrayOf, type JsonSchema, object, ref, schemaName } from './json-schema.js'
import { entryParameters, listParameters } from './parameters.js'
import { failures } from './shared-schemas.js'
import { InvalidValue, scalarBehaviours } from '@content-api/engine/attributes'
import { BodyIssues, checkConstraints } from '@content-api/engine/plan'
import { isToMany } from './entry-schemas.js'

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
  operation: DescribeOperation,
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
  operation: DescribeOperation,
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

type DescribeOperation = (action: Action, summary: string, rest: JsonSchema) => JsonSchema | null

function operations(type: ContentType, can: Can): DescribeOperation {
  return (action, summary, rest) =>
    can(action, type)
      ? { operationId: `${action}${schemaName(type)}`, tags: [type.displayName], summary, ...rest }
      : null
}

/**
 * Returns the operation that creates a localization. Its body and response contain the attributes directly,
 * without `data`.
 */
function localization(type: ContentType, operation: DescribeOperation, example: object): JsonSchema | null {
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

type Example = Record<string, unknown>

/** The deepest nesting of components. It ends the recursion if components require each other. */
const deepest = 8

/**
 * Returns attributes of an entry that the server accepts: the required ones, and simple values that aren't
 * unique. Relations, media and components are left out where they aren't required.
 */
function exampleInput(registry: Registry, schema: Schema, depth = 0): Example {
  const example: Example = {}
  for (const [name, attribute] of Object.entries(schema.declared)) {
    const value = isScalar(attribute)
      ? scalarExample(schema, name, attribute)
      : linkExample(registry, attribute, depth + 1)
    if (value !== undefined) example[name] = value
  }
  return example
}

function scalarExample(schema: Schema, name: string, attribute: ScalarAttribute): unknown {
  const { type, required, unique, default: preset } = attribute
  // Examples of these types aren't helpful, and the server generates a `uid` from another attribute.
  const isSpecial = attribute.private === true || ['uid', 'password', 'json', 'blocks', 'array'].includes(type)
  if (required !== true && (unique === true || isSpecial)) return undefined
  const candidates = [...(preset === undefined ? [] : [preset]), ...candidatesOf[type](attribute, name)]
  const accepted = candidates.find((value) => isAccepted(value, schema, name, attribute))
  // If no candidate matches the `regex`, the example is invalid. The schema shows readers the expression.
  return accepted ?? (required === true ? candidates.at(0) : undefined)
}

function isAccepted(value: unknown, schema: Schema, name: string, attribute: ScalarAttribute): boolean {
  const issues = new BodyIssues('required')
  try {
    const stored = scalarBehaviours[attribute.type].parse(value, attribute, name)
    checkConstraints(stored, { schema, name, attribute, path: [name] }, issues)
    return !issues.isBroken
  } catch (error) {
    if (error instanceof InvalidValue) return false
    throw error
  }
}

function linkExample(registry: Registry, attribute: Exclude<Attribute, ScalarAttribute>, depth: number): unknown {
  const least = 'min' in attribute ? (attribute.min ?? 0) : 0
  if ((attribute.required !== true && least === 0) || depth > deepest) return undefined
  const several = (item: unknown) => Array.from({ length: Math.max(least, 1) }, () => item)
  if (attribute.type === 'component') {
    const item = exampleInput(registry, registry.component(attribute.component), depth)
    return attribute.repeatable ? several(item) : item
  }
  if (attribute.type === 'dynamiczone') {
    const [first] = attribute.components
    return first === undefined ? [] : several(zoneItem(registry, registry.component(first), depth))
  }
  // Entries may lack required media.
  if (attribute.type === 'media' || attribute.target === undefined) return undefined
  // The existing ids are unknown here, so the example uses 1.
  return isToMany(attribute) ? [1] : 1
}

function zoneItem(registry: Registry, component: Component, depth: number): Example {
  return { __component: component.uid, ...exampleInput(registry, component, depth) }
}

/** Candidates for attributes with a `regex`. Content types often use expressions that match one of these. */
const commonTexts = [
  'example',
  'Example',
  'EXAMPLE',
  'A',
  'a',
  '1',
  '12345',
  'AB-1',
  'AB-123',
  'ABC-123',
  'abc-123',
  '#336699',
  '+15550100',
  '+1 555 0100',
  '1.0.0',
  '2026-01-31',
  '13:30',
  'user@example.com',
  'https://example.com',
]

const texts = ({ minLength = 0, maxLength = Infinity }: ScalarAttribute, name: string) =>
  [name.charAt(0).toUpperCase() + name.slice(1), ...commonTexts].map((text) =>
    text.padEnd(minLength, text.at(-1)).slice(0, Math.max(maxLength, 0)),
  )

/** Returns 1, `min`, `max` and 0 as candidates. If an attribute has a bound, at least the bound itself is valid. */
const numbers = ({ min, max }: ScalarAttribute) =>
  [1, min, max, 0].flatMap((value) => (value === undefined ? [] : [Number(value), Math.ceil(Number(value))]))

/**
 * Candidates for the example of each attribute type, the best one first. If a type is missing here, the code
 * doesn't compile.
 */
const candidatesOf: Readonly<Record<ScalarType, (attribute: ScalarAttribute, name: string) => readonly unknown[]>> = {
  string: texts,
  text: texts,
  richtext: texts,
  enumeration: ({ enum: values = [] }) => values,
  email: ({ minLength = 0 }) => [`${'user'.padEnd(minLength - '@example.com'.length, 'r')}@example.com`, 'a@b.co'],
  password: ({ minLength = 0, ...attribute }, name) => [
    'Passw0rd!'.padEnd(minLength, '!'),
    ...texts({ minLength, ...attribute }, name),
  ],
  uid: ({ minLength = 0, ...attribute }, name) => [
    'example'.padEnd(minLength, '-'),
    ...texts({ minLength, ...attribute }, name),
  ],
  date: () => ['2026-01-31'],
  time: () => ['13:30:00.000'],
  datetime: () => ['2026-01-31T13:30:00.000Z'],
  timestamp: () => ['2026-01-31T13:30:00.000Z'],
  integer: numbers,
  biginteger: ({ min, max }) => ['1', min, max, '0'].flatMap((value) => (value === undefined ? [] : [String(value)])),
  float: numbers,
  decimal: numbers,
  boolean: () => [true],
  array: () => [[]],
  json: () => [{}],
  blocks: () => [[{ type: 'paragraph', children: [{ type: 'text', text: 'Example' }] }]],
}
