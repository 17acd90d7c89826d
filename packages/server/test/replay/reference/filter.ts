import { type Attribute, type ContentType, type ScalarAttribute, type Schema, isScalar } from '@content-api/model'
import type { Row } from '../../../../engine/src/database/database.js'
import { isRecord } from '../request-target.js'
import { type Linked, type World, idOf } from '../world.js'
import { equalsJson, isJson } from './json.js'
import { shownValue } from './values.js'

export interface FilterScope {
  readonly world: World
  readonly preview: boolean
}

/** The row compared if there is no related row: all values are null. */
const nothing: Row = {}

/**
 * Whether `filters` matches a row. Follows the specification and the documented behaviour, without the
 * server's code. Negation applies to each comparison: `$not` on `tags.name = x` matches entries with another
 * tag. Null matches neither a comparison nor its negation.
 */
export async function matches(
  scope: FilterScope,
  schema: Schema,
  row: Row,
  filters: unknown,
  negated = false,
): Promise<boolean> {
  if (Array.isArray(filters)) return every(negated, filters, (part) => matches(scope, schema, row, part, negated))
  if (!isRecord(filters)) return !negated
  return every(negated, Object.entries(filters), ([key, below]) => {
    switch (key) {
      case '$and':
        return every(negated, listOf(below), (part) => matches(scope, schema, row, part, negated))
      case '$or':
        // An empty group matches every row.
        if (listOf(below).length === 0) return Promise.resolve(!negated)
        return every(!negated, listOf(below), (part) => matches(scope, schema, row, part, negated))
      case '$not':
        return matches(scope, schema, row, below, !negated)
      default:
        return matchesAttribute(scope, schema, row, key, below, negated)
    }
  })
}

/** Combines conditions: all must hold, or with `any` at least one. Negation swaps the two. */
async function every<Part>(
  any: boolean,
  parts: readonly Part[],
  holds: (part: Part) => Promise<boolean>,
): Promise<boolean> {
  for (const part of parts) {
    if ((await holds(part)) === any) return any
  }
  return !any
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : isRecord(value) ? [value] : [])

async function matchesAttribute(
  scope: FilterScope,
  schema: Schema,
  row: Row,
  name: string,
  below: unknown,
  negated: boolean,
): Promise<boolean> {
  const attribute = schema.attributes[name] as Attribute
  if (isScalar(attribute))
    return matchesValue(row === nothing ? null : read(row, name, attribute), attribute, below, negated)
  const linked = await visible(scope, schema, row, name)
  const target = linked[0]?.schema ?? targetOf(scope.world, attribute)
  const where = isIdCondition(below) ? { id: below } : below
  const candidates = linked.length > 0 ? linked.map((one) => one.row) : [nothing]
  for (const candidate of candidates) {
    if (await matches(scope, target, candidate, where, negated)) return true
  }
  return false
}

export async function visible(scope: FilterScope, schema: Schema, row: Row, name: string): Promise<readonly Linked[]> {
  if (row === nothing) return []
  const linked = await scope.world.linked(schema, row, name)
  return linked.filter((one) => scope.preview || isLive(one.schema, one.row))
}

export function isLive(schema: Schema, row: Row): boolean {
  return schema.model !== 'contentType' || !schema.draftAndPublish || row['publishedAt'] !== null
}

function targetOf({ registry }: World, attribute: Attribute): ContentType | Schema {
  if (attribute.type === 'component') return registry.component(attribute.component)
  if (attribute.type === 'media') return registry.contentType('plugin::upload.file')
  return registry.contentType((attribute as { target: string }).target)
}

/** `filters[category]=1` and `filters[category][$in]=1` compare the id. */
function isIdCondition(below: unknown): boolean {
  if (!isRecord(below)) return true
  return Object.keys(below).some((key) => key.startsWith('$') && !['$and', '$or', '$not'].includes(key))
}

function read(row: Row, name: string, attribute: ScalarAttribute): unknown {
  return name === 'id' ? idOf(row) : shownValue(row, name, attribute)
}

function matchesValue(value: unknown, attribute: ScalarAttribute, condition: unknown, negated: boolean): boolean {
  if (condition === null) return compare('$null', value, attribute, 'true', negated)
  if (Array.isArray(condition)) return compare('$in', value, attribute, condition, negated)
  if (!isRecord(condition)) return compare('$eq', value, attribute, condition, negated)
  const parts = Object.entries(condition).map(([operator, operand]) =>
    operator === '$not'
      ? matchesValue(value, attribute, operand, !negated)
      : compare(operator, value, attribute, operand, negated),
  )
  return negated ? parts.some(Boolean) : parts.every(Boolean)
}

function compare(
  operator: string,
  value: unknown,
  attribute: ScalarAttribute,
  operand: unknown,
  negated: boolean,
): boolean {
  if (operator === '$null' || operator === '$notNull') {
    const wanted =
      (operator === '$null') === !['false', '0', '', 'f'].includes(`${(operand ?? '') as string | number | boolean}`)
    return ((value === null) === wanted) !== negated
  }
  if (operand === null) {
    const requested = comparedWithNull[operator]
    return requested ? compare(requested, value, attribute, 'true', negated) : negated
  }
  const isValue = isJson(attribute) && ['$eq', '$ne'].includes(operator)
  if (!isValue && Array.isArray(operand) && operand.includes(null)) {
    if (operator === '$in' && value === null) return !negated
    return compare(
      operator,
      value,
      attribute,
      operand.filter((item) => item !== null),
      negated,
    )
  }
  if (value === null) return false
  const opposite = opposites[operator]
  if (opposite) return compare(opposite, value, attribute, operand, !negated)
  const holds = comparisons[operator]
  if (!holds) throw new Error(`The reference knows no operator ${operator}`)
  return holds({ value, operand, attribute }) !== negated
}

const opposites: Readonly<Record<string, string>> = {
  $ne: '$eq',
  $nei: '$eqi',
  $notIn: '$in',
  $notContains: '$contains',
  $notContainsi: '$containsi',
}

/** The meaning of each operator with null as its value. Other operators do not accept null. */
const comparedWithNull: Readonly<Record<string, '$null' | '$notNull'>> = {
  $eq: '$null',
  $eqi: '$null',
  $in: '$null',
  $ne: '$notNull',
  $nei: '$notNull',
  $notIn: '$notNull',
}

interface Comparison {
  readonly value: unknown
  readonly operand: unknown
  readonly attribute: ScalarAttribute
}

const numeric = new Set(['integer', 'float', 'decimal'])
const whole = new Set(['biginteger', 'timestamp'])

/** Returns both sides as compared. */
function sides({ value, operand, attribute }: Comparison): [string | number | bigint, string | number | bigint] {
  const text = isJson(attribute) ? JSON.stringify(operand) : String(operand)
  if (numeric.has(attribute.type)) return [Number(value), Number(text)]
  if (whole.has(attribute.type)) {
    return [BigInt(String(value)), BigInt(/^-?\d+$/.test(text) ? text : new Date(text).getTime())]
  }
  if (attribute.type === 'boolean') return [Number(value), Number(['true', 't', '1'].includes(text))]
  if (attribute.type === 'datetime') {
    return [String(value), new Date(/^\d+$/.test(text) ? Number(text) : text).toISOString()]
  }
  if (attribute.type === 'date') return [String(value), text.slice(0, 10)]
  if (attribute.type === 'time') return [String(value), text.length === 8 ? `${text}.000` : text]
  return [asText({ value, attribute }), text]
}

/** Orders by code point. `<` compares UTF-16 units, which puts emoji before some other characters. */
function order(a: string | number | bigint, b: string | number | bigint): number {
  if (typeof a === 'string' || typeof b === 'string')
    return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
  return a < b ? -1 : a > b ? 1 : 0
}

/** JSON is compared as its text: a JSON string keeps its quotes. */
const asText = ({ value, attribute }: Pick<Comparison, 'value' | 'attribute'>): string =>
  typeof value === 'string' && !isJson(attribute) ? value : JSON.stringify(value)

/** The `iu` flags of a regular expression use Unicode simple case folding. */
function found({ value, operand, attribute }: Comparison, before: string, after: string, flags: string): boolean {
  const literal = String(operand).replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  return new RegExp(`${before}${literal}${after}`, flags).test(asText({ value, attribute }))
}

const many = (operand: unknown): unknown[] => (Array.isArray(operand) ? operand : [operand])
const some = (comparison: Comparison, holds: (one: Comparison) => boolean) =>
  many(comparison.operand).some((operand) => holds({ ...comparison, operand }))

const equals = (one: Comparison) =>
  (isJson(one.attribute) && equalsJson(one.value, one.operand)) || order(...sides(one)) === 0

const comparisons: Readonly<Record<string, (comparison: Comparison) => boolean>> = {
  $eq: (all) => (isJson(all.attribute) ? equals(all) : some(all, equals)),
  $in: (all) => some(all, equals),
  $lt: (one) => order(...sides(one)) < 0,
  $lte: (one) => order(...sides(one)) <= 0,
  $gt: (one) => order(...sides(one)) > 0,
  $gte: (one) => order(...sides(one)) >= 0,
  $between: ({ value, operand, attribute }) => {
    const [low, high] = many(operand)
    return (
      order(...sides({ value, operand: low, attribute })) >= 0 &&
      order(...sides({ value, operand: high, attribute })) <= 0
    )
  },
  $eqi: (all) => some(all, (one) => found(one, '^', '$', 'iu')),
  $contains: (all) => some(all, (one) => asText(one).includes(String(one.operand))),
  $containsi: (all) => some(all, (one) => found(one, '', '', 'iu')),
  $startsWith: (all) => some(all, (one) => asText(one).startsWith(String(one.operand))),
  $startsWithi: (all) => some(all, (one) => found(one, '^', '', 'iu')),
  $endsWith: (all) => some(all, (one) => asText(one).endsWith(String(one.operand))),
  $endsWithi: (all) => some(all, (one) => found(one, '', '$', 'iu')),
}
