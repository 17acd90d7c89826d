import { isRecord, type ScalarAttribute } from '@content-api/model'
import { scalarBehaviours } from '@content-api/engine/attributes/scalar-behaviours'
import { anyOf } from './conditions.js'
import type { Limits } from './plan-context.js'
import { malformedParameter } from './raw-value.js'
import type { Condition } from '@content-api/engine/plan/read-plan'

/** A JSON attribute that a filter compares. */
interface JsonField {
  readonly name: string
  readonly attribute: ScalarAttribute
  /** True if a string in an operand is always a string, as in GraphQL. A query string only has strings. */
  readonly typed?: boolean
}

/** Returns whether the attribute can have an object or an array as its value. */
export const holdsJson = ({ attribute }: JsonField): boolean => scalarBehaviours[attribute.type].storage === 'json'

/**
 * Returns the condition that a JSON attribute equals an object or an array, independent of the order of keys.
 * Without types, a string may be the JSON text of one. Returns null for other operands.
 *
 * @throws InvalidValue
 * @throws ApiError ValidationError for operands that are too long
 * @throws TypeError for operands with undefined, which only code of a project can pass
 */
export function equalsStructure(field: JsonField, operand: unknown, limits: Limits): Condition | null {
  const { name, attribute, typed = false } = field
  if (isStructure(operand)) {
    const text = jsonText(field, operand, limits)
    return { op: 'json', name, attribute, readings: typed ? [text] : readingsOf(text) }
  }
  if (typed || typeof operand !== 'string' || operand.length > limits.filterText) return null
  const parsed = parsedStructure(operand)
  if (parsed === undefined) return null
  const value = scalarBehaviours[attribute.type].comparand(operand, attribute, name)
  return anyOf([
    { op: 'json', name, attribute, readings: [jsonText(field, parsed, limits)] },
    // The attribute may also have the string itself.
    { op: 'value', name, attribute, operator: '$eq', values: [value] },
  ])
}

const isStructure = (value: unknown): value is object =>
  Array.isArray(value) || (isRecord(value) && !(value instanceof Date))

function parsedStructure(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return isStructure(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function jsonText({ name, attribute }: JsonField, structure: object, { filterText }: Limits): string {
  const text = String(scalarBehaviours.json.parse(structure, attribute, name))
  if (text.length > filterText) throw malformedParameter(name, `is compared with more than ${filterText} characters`)
  if (hasUndefined(structure)) {
    throw new TypeError(`The filter on ${name} compares with undefined. Leave the key out, or use null.`)
  }
  return text
}

const hasUndefined = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'object' && value !== null && !(value instanceof Date) && Object.values(value).some(hasUndefined))

/**
 * Returns the JSON text of an operand, and the text with the numbers, booleans and nulls that its strings
 * spell. A row equals the operand if each of its values is the one or the other. An operand with other values
 * than strings has types of its own, so its strings are strings.
 */
function readingsOf(text: string): [string, string?] {
  let hasTypes = false
  const spelled: unknown = JSON.parse(text, (_key, value: unknown) => {
    hasTypes ||= typeof value === 'number' || typeof value === 'boolean'
    return typeof value === 'string' ? spelledValue(value) : value
  })
  const other = JSON.stringify(spelled)
  return hasTypes || other === text ? [text] : [text, other]
}

/** Returns the value that JSON writes like this string; otherwise the string itself. */
function spelledValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null') return null
  const isPlain = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)
  return isPlain && String(Number(text)) === text ? Number(text) : text
}
