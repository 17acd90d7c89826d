import type { ScalarAttribute, ScalarType } from '@content-api/model'
import type { JsonSchema } from './json-schema.js'

interface ScalarSchema {
  /** The schema in responses, without null. */
  readonly output: (attribute: ScalarAttribute) => JsonSchema
  /** The schema in request bodies. By default the same as `output`. */
  readonly input?: (attribute: ScalarAttribute) => JsonSchema
}

const text = (attribute: ScalarAttribute): JsonSchema => ({
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

const formatted = (format: string, examples: readonly string[]) => (): JsonSchema => ({
  type: 'string',
  format,
  examples,
})

const digits: JsonSchema = { type: 'string', pattern: '^-?[0-9]+$' }

/** The schemas of each attribute type (specification §2.3). A missing row is a compile error. */
export const scalarSchemas = {
  string: { output: text },
  text: { output: text },
  richtext: { output: text },
  enumeration: { output: ({ enum: values = [] }) => ({ type: 'string', enum: values }) },
  email: { output: (attribute) => ({ ...text(attribute), format: 'email' }) },
  password: {
    output: () => ({ writeOnly: true, type: 'string' }),
    input: (attribute) => ({ ...text(attribute), writeOnly: true }),
  },
  uid: { output: (attribute) => ({ ...text(attribute), pattern: '^[A-Za-z0-9\\-_.~]*$' }) },
  date: { output: formatted('date', ['2026-01-31']) },
  time: { output: formatted('time', ['13:30:00.000']) },
  datetime: { output: formatted('date-time', ['2026-01-31T13:30:00.000Z']) },
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

export function scalarOutput(attribute: ScalarAttribute): JsonSchema {
  return scalarSchemas[attribute.type].output(attribute)
}

export function scalarInput(attribute: ScalarAttribute): JsonSchema {
  const row: ScalarSchema = scalarSchemas[attribute.type]
  const schema = (row.input ?? row.output)(attribute)
  return attribute.default === undefined ? schema : { ...schema, default: attribute.default }
}
