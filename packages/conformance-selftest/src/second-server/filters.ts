import { isRecord } from '../is-record.js'
import type { Caller } from './callers.js'
import { invalid, unknown } from './request-error.js'
import type { Form } from './form.js'
import { type Attribute, isLink, type Schema, valueAttributes } from './schema.js'
import type { Row, Store } from './store.js'

export interface Entity {
  readonly id?: number
  readonly values: Record<string, unknown>
}

export interface Scope {
  readonly store: Store
  readonly caller: Caller
  readonly form: Form
  /** Whether the request can see a row: its version, but not its locale. */
  readonly shows: (row: Row) => boolean
}

type Test = (entity: Entity) => boolean
type Comparable = string | number | bigint | boolean

const isTrue = (value: unknown) => !['false', '0', 'f', '', false].includes(value as string)
export const fold = (text: string) => text.toLowerCase()

const numeric = new Set(['integer', 'float', 'decimal'])
const temporal = new Set(['datetime', 'timestamp'])

/** Converts an operand, or the value of an entry, to a value that can be compared. */
function comparable({ type }: Attribute, value: unknown): Comparable {
  if (numeric.has(type)) {
    const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
    if (Number.isNaN(number)) throw invalid(`'${String(value)}' is not a number`)
    return number
  }
  if (type === 'biginteger') {
    try {
      return BigInt(String(value))
    } catch {
      throw invalid(`'${String(value)}' is not an integer`)
    }
  }
  if (temporal.has(type)) {
    const time = /^\d{10,}$/.test(String(value)) ? Number(value) : Date.parse(String(value))
    if (Number.isNaN(time)) throw invalid(`'${String(value)}' is not a time`)
    return time
  }
  if (type === 'boolean') return ['true', 't', '1', true].includes(value as string)
  if (type === 'json') return JSON.stringify(value)
  return String(value)
}

const listOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value
  if (isRecord(value)) throw invalid('A list was expected')
  return [value]
}

type Operator = (attribute: Attribute, operand: unknown) => (value: unknown) => boolean

/** Creates an operator that doesn't match entries without a value. */
const present =
  (test: (attribute: Attribute, operand: unknown) => (value: Comparable) => boolean): Operator =>
  (attribute, operand) => {
    const check = test(attribute, operand)
    return (value) => value !== null && value !== undefined && check(comparable(attribute, value))
  }

const compare = (holds: (a: Comparable, b: Comparable) => boolean) =>
  present((attribute, operand) => {
    const bound = comparable(attribute, operand)
    return (value) => holds(value, bound)
  })

const text = (holds: (a: string, b: string) => boolean) =>
  present((_, operand) => {
    if (isRecord(operand) || Array.isArray(operand)) throw invalid('A string was expected')
    return (value) => holds(String(value), String(operand))
  })

const folded = (holds: (a: string, b: string) => boolean) => text((a, b) => holds(fold(a), fold(b)))

const operators: Readonly<Record<string, Operator>> = {
  $eq: compare((a, b) => a === b),
  $eqi: folded((a, b) => a === b),
  $ne: compare((a, b) => a !== b),
  $nei: folded((a, b) => a !== b),
  $lt: compare((a, b) => a < b),
  $lte: compare((a, b) => a <= b),
  $gt: compare((a, b) => a > b),
  $gte: compare((a, b) => a >= b),
  $in: present((attribute, operand) => {
    const values = listOf(operand).map((one) => comparable(attribute, one))
    return (value) => values.includes(value)
  }),
  $notIn: present((attribute, operand) => {
    const values = listOf(operand).map((one) => comparable(attribute, one))
    return (value) => !values.includes(value)
  }),
  $contains: text((a, b) => a.includes(b)),
  $notContains: text((a, b) => !a.includes(b)),
  $containsi: folded((a, b) => a.includes(b)),
  $notContainsi: folded((a, b) => !a.includes(b)),
  $startsWith: text((a, b) => a.startsWith(b)),
  $startsWithi: folded((a, b) => a.startsWith(b)),
  $endsWith: text((a, b) => a.endsWith(b)),
  $endsWithi: folded((a, b) => a.endsWith(b)),
  $between: present((attribute, operand) => {
    const [low, high, ...rest] = listOf(operand).map((one) => comparable(attribute, one))
    if (low === undefined || high === undefined || rest.length > 0) throw invalid('$between requires two values')
    return (value) => value >= low && value <= high
  }),
  $null: (_, operand) => (value) => (value === null || value === undefined) === isTrue(operand),
  $notNull: (_, operand) => (value) => (value !== null && value !== undefined) === isTrue(operand),
}

function fieldTest(attribute: Attribute, condition: unknown): (value: unknown) => boolean {
  if (Array.isArray(condition)) return operatorTest('$in', attribute, condition)
  if (!isRecord(condition))
    return operatorTest(condition === null ? '$null' : '$eq', attribute, condition === null ? true : condition)
  const tests = Object.entries(condition).map(([name, operand]) => operatorTest(name, attribute, operand))
  return (value) => tests.every((test) => test(value))
}

function operatorTest(name: string, attribute: Attribute, operand: unknown): (value: unknown) => boolean {
  if (name === '$not') {
    const test = fieldTest(attribute, operand)
    return (value) => value !== null && value !== undefined && !test(value)
  }
  const operator = operators[name]
  if (!operator) throw unknown(name)
  return operator(attribute, operand)
}

const group = (schema: Schema, operand: unknown, scope: Scope): Test[] => {
  if (!Array.isArray(operand)) throw invalid('A group must be a list of conditions')
  return operand.map((condition) => compileFilters(schema, condition, scope))
}

const nobody: Entity = { values: {} }

function linkTest(name: string, attribute: Attribute, condition: unknown, scope: Scope): Test {
  if (attribute.type === 'media' || attribute.type === 'dynamiczone') throw unknown(name)
  const schema = scope.store.schemaOf(attribute.target ?? attribute.component)
  if (attribute.type === 'relation' && !scope.caller.can(schema.uid, 'find')) throw unknown(name)
  const onId = !isRecord(condition) || Object.keys(condition).every((key) => key.startsWith('$') && key in operators)
  const test = compileFilters(schema, onId ? { id: condition } : condition, scope)
  return (entity) => {
    const found: Entity[] =
      attribute.type === 'relation'
        ? scope.store.linked(entity, name, attribute).filter(scope.shows)
        : [entity.values[name] ?? []].flat().map((item) => ({ values: item as Record<string, unknown> }))
    return found.length === 0 ? test(nobody) : found.some(test)
  }
}

/** Returns a test for entries. Rejects unknown names, operators and invalid shapes. */
export function compileFilters(schema: Schema, filters: unknown, scope: Scope): Test {
  if (filters === undefined) return () => true
  if (!isRecord(filters)) throw invalid('filters has an invalid shape')
  const values = valueAttributes(schema)
  const tests = Object.entries(filters).map(([name, condition]): Test => {
    if (name === '$and')
      return (
        (all) => (entity) =>
          all.every((test) => test(entity))
      )(group(schema, condition, scope))
    if (name === '$or')
      return (
        (all) => (entity) =>
          all.some((test) => test(entity))
      )(group(schema, condition, scope))
    if (name === '$not')
      return (
        (test) => (entity) =>
          !test(entity)
      )(compileFilters(schema, condition, scope))
    const attribute = schema.attributes[name]
    if (attribute && isLink(attribute)) return linkTest(name, attribute, condition, scope)
    const value = values[name]
    if (!value) throw unknown(name)
    const test = fieldTest(value, condition)
    return (entity) => test(name === 'id' ? (entity.id ?? entity.values['id']) : entity.values[name])
  })
  return (entity) => tests.every((test) => test(entity))
}
