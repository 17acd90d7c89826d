import { isRecord, type ScalarAttribute } from '@content-api/model'
import { InvalidValue, scalarBehaviours, storableText, type Stored } from '@content-api/engine/attributes'
import { ApiError } from '@content-api/engine/errors'
import { type Condition, operatorRow, type ValueOperator } from '@content-api/engine/plan'
import { allOf, anyOf, never, not } from './field-filter.js'
import type { Limits } from './limits.js'
import { isRawScalar, malformedParameter, type RawScalar, readToggle } from './raw-value.js'
import type { ComparedField } from './reading-rules.js'

/**
 * Returns the condition of one operator (specification §4.3). Null if it restricts nothing.
 *
 * @throws ApiError ValidationError for values that can't be compared with the attribute, and above a limit
 */
export function compareValue(
  field: ComparedField,
  operator: ValueOperator,
  raw: unknown,
  limits: Limits,
): Condition | null {
  return byArity[operatorRow(operator).arity](field, operator, raw, limits)
}

type Read = (field: ComparedField, operator: ValueOperator, raw: unknown, limits: Limits) => Condition | null

const byArity: Readonly<Record<ReturnType<typeof operatorRow>['arity'], Read>> = {
  one: (field, operator, raw, limits) => {
    const { list, ofNull } = operatorRow(operator)
    if (raw === null) return ofNull ? condition(field, ofNull, [true]) : never
    const equal = comparesJson(field, operator) ? structure(field, raw, limits) : null
    if (equal) return operator === '$ne' ? not(equal) : equal
    if (!Array.isArray(raw)) return condition(field, operator, [comparand(field, operator, raw, limits)])
    if (!list) throw malformedParameter(operator, `takes one value, but the filter on ${field.name} has an array`)
    checkLength(field, raw, limits)
    const each = raw.map((item: unknown) => byArity.one(field, operator, Array.isArray(item) ? {} : item, limits))
    return list === 'any' ? anyOf(each) : allOf(each)
  },
  many: (field, operator, raw, limits) => {
    const { ofNull } = operatorRow(operator)
    // Without an equals sign, `filters[name][$in]` and `filters[name][$notIn]` match nothing (as in Strapi 4.26).
    if (raw === null) return never
    const items: readonly unknown[] = Array.isArray(raw) ? raw : [raw]
    checkLength(field, items, limits)
    const present = items.filter((item) => item !== null)
    const equals = present.map((item) => (comparesJson(field, operator) ? structure(field, item, limits) : null))
    const structures = equals.filter((equal) => equal !== null)
    field.counts?.addConditions(structures.length, limits)
    const values = present.filter((_item, at) => !equals[at]).map((item) => comparand(field, operator, item, limits))
    const compared = values.length > 0 ? condition(field, operator, values) : null
    const nulls = ofNull && present.length < items.length ? condition(field, ofNull, [true]) : null
    if (operator === '$notIn') return allOf([compared, ...structures.map(not)]) ?? nulls
    return anyOf([nulls, compared, ...structures]) ?? never
  },
  two: (field, operator, raw, limits) => {
    if (!Array.isArray(raw) || raw.length !== 2) {
      throw malformedParameter(operator, `takes exactly two values, as in filters[${field.name}][${operator}][0]=1`)
    }
    const values = raw.map((item: unknown) => comparand(field, operator, item, limits))
    return condition(field, operator, values)
  },
  flag: (field, operator, raw) => {
    if (raw !== null && !isRawScalar(raw)) throw malformedParameter(operator, 'takes true or false')
    // As in Strapi 4.26, an empty string, `false`, `f`, `0` and a key without a value are false. All others are true.
    return condition(field, operator, [raw !== null && raw !== '' && raw !== 0 && readToggle(raw) !== false])
  },
}

function condition({ name, attribute }: ComparedField, operator: ValueOperator, values: readonly Stored[]): Condition {
  return { op: 'value', name, attribute, operator, values }
}

/**
 * The operators that use `ComparedField.fallback`. Compared with a value that no row has, each is always true or
 * always false.
 */
const equalities: ReadonlySet<ValueOperator> = new Set(['$eq', '$ne', '$in', '$notIn'])

const comparesJson = (field: ComparedField, operator: ValueOperator) => holdsJson(field) && equalities.has(operator)

function comparand(
  { name, label = name, attribute, fallback }: ComparedField,
  operator: ValueOperator,
  raw: unknown,
  limits: Limits,
): Stored {
  if (raw === undefined) return withoutValue(label, attribute, operator)
  if (!isRawScalar(raw)) throw malformedParameter(operator, `compares ${label} with a single value`)
  if (typeof raw === 'string' && raw.length > limits.filterText) {
    throw malformedParameter(operator, `compares ${label} with at most ${limits.filterText} characters`)
  }
  try {
    if (operatorRow(operator).text) return storableText(String(raw), label)
    return scalarBehaviours[attribute.type].comparand(raw satisfies RawScalar, attribute, label)
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    if (fallback !== undefined && equalities.has(operator)) return fallback
    throw new ApiError('ValidationError', `${error.message}${adviceFor(raw)}`)
  }
}

/** Returns advice for values that clients send by mistake. */
function adviceFor(raw: RawScalar): string {
  if (raw === 'null') return '. For entries without a value write [$null]=true'
  // A query string decodes `+` as a space.
  if (typeof raw === 'string' && / \d\d:?\d\d$/.test(raw)) return '. In a URL write + as %2B'
  return ''
}

/**
 * Only code of a project can compare with undefined. As in Strapi 4, a string then equals the empty string.
 * @throws TypeError for other attributes and operators
 */
function withoutValue(name: string, attribute: ScalarAttribute, operator: ValueOperator): Stored {
  const isText = scalarBehaviours[attribute.type].storage === 'text'
  if (isText && equalities.has(operator)) return ''
  throw new TypeError(
    `The filter on ${name} compares with undefined. Use a value, or null for entries without a value.`,
  )
}

function checkLength({ name }: ComparedField, items: readonly unknown[], { arrayLimit }: Limits): void {
  if (items.length > arrayLimit) throw malformedParameter(name, `is compared with more than ${arrayLimit} values`)
}

/** Returns whether the attribute can have an object or an array as its value. */
const holdsJson = ({ attribute }: ComparedField): boolean => scalarBehaviours[attribute.type].storage === 'json'

/**
 * Returns the condition that a JSON attribute equals an object or an array, independent of the order of keys.
 * Without types, a string may be the JSON text of one. Returns null for other operands.
 *
 * @throws ApiError ValidationError for invalid operands, and for those that are too long
 * @throws TypeError for operands with undefined, which only code of a project can pass
 */
function structure(field: ComparedField, operand: unknown, limits: Limits): Condition | null {
  const { name, attribute, typed = false } = field
  try {
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
  } catch (error) {
    throw error instanceof InvalidValue ? new ApiError('ValidationError', error.message) : error
  }
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

function jsonText({ name, attribute }: ComparedField, structure: object, { filterText }: Limits): string {
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
