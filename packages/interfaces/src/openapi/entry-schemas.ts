import { type Registry, type Schema, isScalar, type ScalarAttribute, type ScalarType } from '@content-api/model'
import { scalarBehaviours } from '@content-api/engine/attributes'
import { isConcealed } from '@content-api/core/query/usable-attributes'
import type { EntryForm, LinkSchemas, Schemas } from './form.js'
import { arrayOf, id, type JsonSchema, object, orNull, ref, schemaName } from './json-schema.js'
import { fileContentType, type ValueOperator, valueOperators } from '@content-api/engine/plan'

interface EntrySchemasOptions {
  readonly form: EntryForm
  /** Whether it has request bodies. */
  readonly writable: boolean
}

/** Returns the schemas of a content type or component: attributes, entries and, if it is `writable`, request bodies. */
export function entrySchemas(registry: Registry, schema: Schema, { form, writable }: EntrySchemasOptions): Schemas {
  const name = schemaName(schema)
  const attributes = object(outputs(registry, schema, form))
  const input = object(inputs(registry, schema, form), { closed: true })
  if (schema.model === 'component') {
    return {
      [name]: { allOf: [object({ id }, { required: ['id'] }), attributes] },
      [`${name}Input`]: {
        ...input,
        description: 'With an `id`, changes the existing component. Without an `id`, adds a component.',
      },
    }
  }
  const description = 'Contains relations, media, components and zones only if they are populated.'
  return {
    ...form.entry(name, { ...attributes, description }),
    ...(writable && { [`${name}Input`]: input }),
  }
}

function outputs(registry: Registry, schema: Schema, form: EntryForm): Schemas {
  const links: LinkSchemas = { ...partOutputs, ...form.outputs }
  const shown = Object.entries(schema.attributes).filter(
    ([name, attribute]) => name !== 'id' && !isConcealed(attribute),
  )
  return Object.fromEntries(
    shown.map(([name, declared]) => {
      const attribute = form.checked(declared, schema)
      return [
        name,
        isScalar(attribute) ? orNull(scalarOutput(attribute)) : links[attribute.type](registry, attribute as never),
      ]
    }),
  )
}

/** The schemas of populated components and zones (specification §2.2). */
const partOutputs: Pick<LinkSchemas, 'component' | 'dynamiczone'> = {
  component: (registry, { component, repeatable }) => {
    const item = ref(schemaName(registry.component(component)))
    return repeatable ? arrayOf(item) : orNull(item)
  },
  dynamiczone: (registry, { components }) =>
    arrayOf({ oneOf: components.map((uid) => named(uid, ref(schemaName(registry.component(uid))))) }),
}

/** Returns the schema of a component in a zone, which names its type in `__component`. */
function named(uid: string, component: JsonSchema): JsonSchema {
  return { allOf: [object({ __component: { const: uid } }, { required: ['__component'] }), component] }
}

function inputs(registry: Registry, schema: Schema, form: EntryForm): Schemas {
  const links: LinkSchemas = { ...partInputs, ...form.inputs }
  const properties: Schemas = schema.model === 'component' ? { id } : {}
  for (const [name, declared] of Object.entries(schema.declared)) {
    const attribute = form.checked(declared, schema)
    properties[name] = isScalar(attribute)
      ? orNull(scalarInput(attribute))
      : links[attribute.type](registry, attribute as never)
  }
  if (schema.model === 'contentType') Object.assign(properties, form.standardInputs(schema))
  return properties
}

const partInputs: Pick<LinkSchemas, 'component' | 'dynamiczone'> = {
  component: (registry, { component, repeatable, min, max }) => {
    const item = ref(`${schemaName(registry.component(component))}Input`)
    return orNull(repeatable ? { ...arrayOf(item), ...bounds({ min, max }) } : item)
  },
  dynamiczone: (registry, { components, min, max }) =>
    orNull({
      ...arrayOf({ oneOf: components.map((uid) => ref(`${schemaName(registry.component(uid))}ZoneInput`)) }),
      ...bounds({ min, max }),
    }),
}

function bounds({ min, max }: { min: number | undefined; max: number | undefined }): JsonSchema {
  return { ...(min !== undefined && { minItems: min }), ...(max !== undefined && { maxItems: max }) }
}

/** Returns the input schemas of components in zones: like the input of the component, with `__component`. */
export function zoneInputs(registry: Registry, form: EntryForm): Schemas {
  const schemas: Schemas = {}
  for (const component of registry.components.values()) {
    const properties = { __component: { const: component.uid }, ...inputs(registry, component, form) }
    schemas[`${schemaName(component)}ZoneInput`] = object(properties, { required: ['__component'], closed: true })
  }
  return schemas
}

interface ScalarSchema {
  /** The schema in responses, without null. */
  readonly output: (attribute: ScalarAttribute) => JsonSchema
  /** The schema in request bodies. By default the same as `output`. */
  readonly input?: (attribute: ScalarAttribute) => JsonSchema
}

const textSchema = (attribute: ScalarAttribute): JsonSchema => ({
  type: 'string',
  ...(attribute.minLength !== undefined && { minLength: attribute.minLength }),
  ...(attribute.maxLength !== undefined && { maxLength: attribute.maxLength }),
  ...(attribute.regex !== undefined && { pattern: attribute.regex }),
})

const number =
  (type: 'integer' | 'number') =>
  (attribute: ScalarAttribute): JsonSchema => ({
    type,
    ...(attribute.min !== undefined && { minimum: Number(attribute.min) }),
    ...(attribute.max !== undefined && { maximum: Number(attribute.max) }),
  })

const formatted = (format: string, example: string) => (): JsonSchema => ({
  type: 'string',
  format,
  examples: [example],
})

const digits: JsonSchema = { type: 'string', pattern: '^-?[0-9]+$' }

/** The schemas of each attribute type (specification §2.3). A missing row is a compile error. */
const scalarSchemas = {
  string: { output: textSchema },
  text: { output: textSchema },
  richtext: { output: textSchema },
  enumeration: { output: ({ enum: values = [] }) => ({ type: 'string', enum: values }) },
  email: { output: (attribute) => ({ ...textSchema(attribute), format: 'email' }) },
  password: {
    output: () => ({ writeOnly: true, type: 'string' }),
    input: (attribute) => ({ ...textSchema(attribute), writeOnly: true }),
  },
  uid: { output: (attribute) => ({ ...textSchema(attribute), pattern: '^[A-Za-z0-9\\-_.~]*$' }) },
  date: { output: formatted('date', '2026-01-31') },
  time: { output: formatted('time', '13:30:00.000') },
  datetime: { output: formatted('date-time', '2026-01-31T13:30:00.000Z') },
  timestamp: {
    output: () => ({ ...digits, description: 'Milliseconds since 1970.' }),
    input: () => ({
      anyOf: [{ type: 'string' }, { type: 'integer' }],
      description: 'ISO 8601, or milliseconds since 1970.',
    }),
  },
  integer: { output: (attribute) => ({ format: 'int32', ...number('integer')(attribute) }) },
  biginteger: {
    output: () => ({ ...digits, description: 'All digits of a 64-bit integer.' }),
    input: () => ({ anyOf: [digits, { type: 'integer' }] }),
  },
  float: { output: (attribute) => ({ format: 'double', ...number('number')(attribute) }) },
  decimal: { output: number('number') },
  boolean: { output: () => ({ type: 'boolean' }) },
  array: { output: () => ({ type: 'array', items: {} }) },
  json: { output: () => ({ description: 'Any JSON value.' }) },
  blocks: { output: () => ({ type: 'array', items: { type: 'object', required: ['type', 'children'] } }) },
} satisfies Record<ScalarType, ScalarSchema>

function scalarOutput(attribute: ScalarAttribute): JsonSchema {
  return scalarSchemas[attribute.type].output(attribute)
}

function scalarInput(attribute: ScalarAttribute): JsonSchema {
  const row: ScalarSchema = scalarSchemas[attribute.type]
  const schema = (row.input ?? row.output)(attribute)
  return attribute.default === undefined ? schema : { ...schema, default: attribute.default }
}

const value: JsonSchema = { type: ['string', 'number', 'boolean'] }
const text: JsonSchema = { type: 'string' }

/** A value of a JSON attribute: also an object or an array. */
const anything: JsonSchema = { type: ['string', 'number', 'boolean', 'object', 'array'] }
const equalities: ReadonlySet<ValueOperator> = new Set(['$eq', '$ne', '$in', '$notIn'])

const arities: Readonly<
  Record<(typeof valueOperators)[ValueOperator]['arity'], (operator: ValueOperator, operand: JsonSchema) => JsonSchema>
> = {
  one: (operator, operand) => (valueOperators[operator].text ? text : operand),
  many: (_, operand) => arrayOf(operand),
  two: () => ({ ...arrayOf(value), minItems: 2, maxItems: 2 }),
  flag: () => ({ type: 'boolean' }),
}

/** Returns the schemas of all value operators (specification §4.3). A plain value means `$eq`. */
export function operatorSchemas(): Record<string, JsonSchema> {
  return { FilterValue: operators('FilterValue', value), JsonFilterValue: operators('JsonFilterValue', anything) }
}

function operators(name: string, operand: JsonSchema): JsonSchema {
  const names = Object.keys(valueOperators).filter((key): key is ValueOperator => key in valueOperators)
  const properties = Object.fromEntries(
    names.map((operator) => {
      const own = equalities.has(operator) ? operand : value
      return [operator, arities[valueOperators[operator].arity](operator, own)]
    }),
  )
  return {
    anyOf: [value, arrayOf(operand), object({ ...properties, $not: ref(name) }, { closed: true })],
    description: 'A value means $eq, an array means $in.',
  }
}

/** Returns the schema of `filters` for a content type or component. */
export function filterSchemas(
  registry: Registry,
  schema: Schema,
  { filtersFiles }: Pick<EntryForm, 'filtersFiles'>,
): Schemas {
  const name = `${schemaName(schema)}Filters`
  const properties: Record<string, JsonSchema> = {}
  for (const [key, attribute] of Object.entries(schema.attributes)) {
    if (attribute.private) continue
    if (isScalar(attribute)) {
      const { filterable, storage } = scalarBehaviours[attribute.type]
      if (filterable) properties[key] = ref(storage === 'json' ? 'JsonFilterValue' : 'FilterValue')
    } else if (attribute.type === 'relation' && attribute.target !== undefined) {
      properties[key] = linked(registry.contentType(attribute.target))
    } else if (attribute.type === 'component') {
      properties[key] = linked(registry.component(attribute.component))
    } else if (attribute.type === 'media' && filtersFiles) {
      properties[key] = linked(fileContentType(registry))
    }
  }
  const groups = { $and: arrayOf(ref(name)), $or: arrayOf(ref(name)), $not: ref(name) }
  return { [name]: object({ ...properties, ...groups }, { closed: true }) }
}

/** Returns the schema of a filter by attributes of the linked entry or component, or by its id. */
function linked(target: Schema): JsonSchema {
  return { anyOf: [ref(`${schemaName(target)}Filters`), ref('FilterValue')] }
}
