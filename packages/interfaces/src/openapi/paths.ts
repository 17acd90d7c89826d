import {
  type ContentType,
  type Registry,
  type Attribute,
  isScalar,
  type ScalarAttribute,
  type ScalarType,
  type Schema,
} from '@content-api/model'
import { versionHeader } from '@content-api/core/entries/if-match'
import type { Action, Can } from '@content-api/core/query/plan-context'
import { arrayOf, type JsonSchema, object, ref, schemaName } from './json-schema.js'
import { entryParameters, listParameters } from './parameters.js'
import { failures } from './shared-schemas.js'
import { InvalidValue, scalarBehaviours } from '@content-api/engine/attributes'
import { BodyIssues, checkConstraints, relatesToMany } from '@content-api/engine/plan'

type Paths = Record<string, JsonSchema>

const readFailures = () =>
  failures('ValidationError', 'UnauthorizedError', 'ForbiddenError', 'InternalServerError', 'ServiceUnavailableError')
const writeFailures = () => ({
  ...readFailures(),
  ...failures('PayloadTooLargeError', 'UnsupportedMediaTypeError', 'InsufficientStorageError'),
})
const missing = () => failures('NotFoundError')

const byId = { $ref: '#/components/parameters/id' }
const ifMatch = { $ref: '#/components/parameters/ifMatch' }

/** The operations of a path by method (null if not allowed), and in `parameters` the parameters that they share. */
type PathItem = Readonly<Record<string, JsonSchema | readonly JsonSchema[] | null>>

/** Returns the paths of a content type (specification §4.1) with the operations that `can` allows. */
export function pathsOf(registry: Registry, type: ContentType, locales: readonly string[], can: Can): Paths {
  const { displayName } = type
  const name = schemaName(type)
  const operation = (action: Action, summary: string, rest: JsonSchema): JsonSchema | null =>
    can(action, type) ? { operationId: `${action}${name}`, tags: [displayName], summary, ...rest } : null
  const parameters = entryParameters(type, locales)
  const example = exampleInput(registry, type)
  const requestBody = jsonBody(object({ data: ref(`${name}Input`) }, { required: ['data'] }), { data: example })
  const reading = { parameters, responses: { ...versioned(entryOf(name)), ...readFailures(), ...missing() } }
  const creating = { parameters, requestBody, responses: { ...versioned(entryOf(name)), ...writeFailures() } }
  const conditional = [...parameters, ifMatch]
  const changed = failures('PreconditionFailedError')
  const saving = { ...creating, parameters: conditional, responses: { ...creating.responses, ...changed } }
  const updating = { ...saving, responses: { ...saving.responses, ...missing() } }
  const removed = { ...ok(entryOf(name)), ...readFailures(), ...missing(), ...changed }
  const deleting = { parameters: conditional, responses: removed }
  const isSingle = type.kind === 'singleType'
  const items: Record<string, PathItem> = isSingle
    ? {
        [`/${type.singularName}`]: {
          get: operation('find', `Read ${displayName}`, reading),
          put: operation('update', `Create or change ${displayName}`, saving),
          delete: operation('delete', `Delete ${displayName}`, deleting),
        },
      }
    : {
        [`/${type.pluralName}`]: {
          get: operation('find', `List ${displayName} entries`, {
            parameters: listParameters(registry, type, locales),
            responses: { ...ok(listOf(name)), ...readFailures() },
          }),
          post: operation('create', `Create a ${displayName} entry`, creating),
        },
        [`/${type.pluralName}/{id}`]: {
          parameters: [byId],
          get: operation('findOne', `Read a ${displayName} entry`, reading),
          put: operation('update', `Change attributes of a ${displayName} entry`, updating),
          delete: operation('delete', `Delete a ${displayName} entry`, deleting),
        },
      }
  if (type.localized) {
    // The body and the response of a localization contain the attributes directly, without `data`.
    const bare = object({ id: { type: 'integer' }, localizations: arrayOf({ type: 'object' }) }, { required: ['id'] })
    items[isSingle ? `/${type.singularName}/localizations` : `/${type.pluralName}/{id}/localizations`] = {
      ...(!isSingle && { parameters: [byId] }),
      post: operation('createLocalization', `Create a ${displayName} entry in another locale`, {
        requestBody: jsonBody(ref(`${name}Input`), { ...example, locale: locales[1] ?? 'fr' }),
        responses: { ...ok({ allOf: [bare, ref(name)] }), ...writeFailures(), ...missing() },
      }),
    }
  }
  return Object.fromEntries(Object.entries(items).flatMap(([path, item]) => allowedIn(path, item)))
}

function allowedIn(path: string, item: PathItem): [string, JsonSchema][] {
  const allowed = Object.entries(item).filter(([, operation]) => operation !== null)
  return allowed.some(([key]) => key !== 'parameters') ? [[path, Object.fromEntries(allowed)]] : []
}

function ok(schema: JsonSchema): Readonly<Record<200, JsonSchema>> {
  return { 200: { description: 'OK', content: { 'application/json': { schema } } } }
}

/** Returns the response with one entry, whose version is in a header. */
function versioned(schema: JsonSchema): Readonly<Record<200, JsonSchema>> {
  const headers = { [versionHeader]: { $ref: '#/components/headers/EntryVersion' } }
  return { 200: { ...ok(schema)[200], headers } }
}

function entryOf(name: string): JsonSchema {
  return object({ data: ref(`${name}Entry`), meta: { type: 'object' } }, { required: ['data', 'meta'] })
}

function listOf(name: string): JsonSchema {
  const pagination = { oneOf: [ref('PaginationByPage'), ref('PaginationByOffset')] }
  return object({ data: arrayOf(ref(`${name}Entry`)), meta: object({ pagination }) }, { required: ['data', 'meta'] })
}

function jsonBody(schema: JsonSchema, example: Example): JsonSchema {
  return { required: true, content: { 'application/json': { schema, example } } }
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
    if (first === undefined) return []
    return several({ __component: first, ...exampleInput(registry, registry.component(first), depth) })
  }
  // Entries may lack required media.
  if (attribute.type === 'media' || attribute.target === undefined) return undefined
  // The existing ids are unknown here, so the example uses 1.
  return relatesToMany(attribute) ? [1] : 1
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
  password: (attribute, name) => ['Passw0rd!'.padEnd(attribute.minLength ?? 0, '!'), ...texts(attribute, name)],
  uid: (attribute, name) => ['example'.padEnd(attribute.minLength ?? 0, '-'), ...texts(attribute, name)],
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
