import {
  type Attribute,
  isScalar,
  type Registry,
  type ScalarAttribute,
  type ScalarType,
  type Schema,
} from '@content-api/model'
import { InvalidValue, scalarBehaviours } from '@content-api/engine/attributes'
import { BodyIssues, checkConstraints, relatesToMany } from '@content-api/engine/plan'

export type Example = Record<string, unknown>

/** The deepest nesting of components. It ends the recursion if components require each other. */
const deepest = 8

/**
 * Returns attributes of an entry that the server accepts: the required ones, and simple values that aren't
 * unique. Relations, media and components are left out where they aren't required.
 */
export function exampleInput(registry: Registry, schema: Schema, depth = 0): Example {
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
