import type { ScalarAttribute } from '@content-api/model'
import { scalarBehaviours, type StorageKind, type Stored } from '@content-api/engine/attributes'
import type { Condition, LikeForm, ValueOperator } from '@content-api/engine/plan'
import { isRawScalar, type RawScalar, readToggle } from '@content-api/core/query/raw-value'
import type { ComparedField, ReadingRules } from '@content-api/core/query/reading-rules'
import { leftToStrapi } from '../left-to-strapi.js'
import { momentOfLocalTime } from './local-times.js'
import type { StrapiProcess } from './strapi-process.js'

/** The attribute that a filter compares, with the operator. */
interface Compared extends ComparedField {
  readonly strapi: StrapiProcess
  readonly operator: ValueOperator
}

/** The most items of a list. In a longer one, Strapi's parser of query strings ignores the condition. */
const mostItems = 100

/** The operators with a list of values. With every other operator, a list means any of its values. */
const ofLists: ReadonlySet<ValueOperator> = new Set(['$in', '$notIn', '$between'])

/**
 * Returns the comparison of one operator as Strapi reads it. It throws `LeftToStrapi` for values that Strapi
 * rejects or may read in another way.
 */
export const comparisonIn =
  (strapi: StrapiProcess): ReadingRules['compare'] =>
  (field, operator, raw) =>
    compare({ ...field, operator, strapi }, operator, raw)

function compare(compared: Compared, operator: ValueOperator, raw: unknown): Condition {
  if (Array.isArray(raw)) {
    if (raw.length > mostItems || raw.length === 0) throw unread(compared, 'has an unusual number of values')
    if (ofLists.has(operator)) return compareList(compared, operator, raw)
    return { op: 'or', of: raw.map((item: unknown) => compareOne(compared, operator, item)) }
  }
  return operator === '$in' || operator === '$notIn'
    ? compareList(compared, operator, [raw])
    : compareOne(compared, operator, raw)
}

function compareList(compared: Compared, operator: ValueOperator, raw: readonly unknown[]): Condition {
  if (operator === '$between' && raw.length !== 2) throw unread(compared, 'has another number of values than two')
  return condition(
    compared,
    operator,
    raw.map((item) => comparand(compared, item)),
  )
}

type Compare = (compared: Compared, raw: unknown) => Condition

const valued =
  (operator: ValueOperator): Compare =>
  (compared, raw) =>
    condition(compared, operator, [comparand(compared, raw)])

const valuedOrNull =
  (operator: ValueOperator, ofNull: '$null' | '$notNull'): Compare =>
  (compared, raw) =>
    raw === null ? condition(compared, ofNull, [true]) : valued(operator)(compared, raw)

const toggled =
  (operator: '$null' | '$notNull'): Compare =>
  (compared, raw) => {
    if (raw !== null && !isRawScalar(raw)) throw unread(compared, 'is not compared with a value')
    return condition(compared, operator, [raw !== null && raw !== '' && raw !== 0 && readToggle(raw) !== false])
  }

const like =
  (form: LikeForm, pattern: (value: string) => string): Compare =>
  (compared, raw) => {
    const { name, attribute, strapi } = compared
    // PostgreSQL has no LIKE for values other than text.
    const isText = form === 'lower' || strapi.dialect === 'sqlite' || storageOf(compared) === 'text'
    if (!isText) throw unread(compared, 'is not text')
    if (raw !== null && !isRawScalar(raw)) throw unread(compared, 'is not compared with a value')
    if (strapi.version !== 5) return { op: 'like', name, attribute, form, pattern: pattern(String(raw)) }
    // Strapi 5 escapes wildcards. On SQLite, both of its forms ignore the case of ASCII letters.
    const escaped = String(raw).replaceAll(/[%_\\]/g, String.raw`\$&`)
    return {
      op: 'like',
      name,
      attribute,
      form: strapi.dialect === 'sqlite' ? 'search' : form,
      pattern: pattern(escaped),
    }
  }

const likeOrNull =
  (ofNull: '$null' | '$notNull', pattern: (value: string) => string): Compare =>
  (compared, raw) =>
    raw === null ? condition(compared, ofNull, [true]) : like('lower', pattern)(compared, raw)

const not =
  (compare: Compare): Compare =>
  (compared, raw) => ({ op: 'not', of: compare(compared, raw) })

const whole = (value: string) => value
const atStart = (value: string) => `${value}%`
const atEnd = (value: string) => `%${value}`
const anywhere = (value: string) => `%${value}%`

/** Null for operators that Strapi 4.26 reads as lists. */
const comparisons: Readonly<Record<ValueOperator, Compare | null>> = {
  $eq: valuedOrNull('$eq', '$null'),
  $ne: valuedOrNull('$ne', '$notNull'),
  $eqi: likeOrNull('$null', whole),
  $nei: (compared, raw) =>
    raw === null ? condition(compared, '$notNull', [true]) : not(like('lower', whole))(compared, raw),
  $lt: valued('$lt'),
  $lte: valued('$lte'),
  $gt: valued('$gt'),
  $gte: valued('$gte'),
  $in: null,
  $notIn: null,
  $between: null,
  $contains: like('column', anywhere),
  $notContains: not(like('column', anywhere)),
  $containsi: like('lower', anywhere),
  $notContainsi: not(like('lower', anywhere)),
  $startsWith: like('column', atStart),
  $startsWithi: like('lower', atStart),
  $endsWith: like('column', atEnd),
  $endsWithi: like('lower', atEnd),
  $null: toggled('$null'),
  $notNull: toggled('$notNull'),
}

function compareOne(compared: Compared, operator: ValueOperator, raw: unknown): Condition {
  const compareBy = comparisons[operator]
  if (!compareBy) throw unread(compared, `has one value for ${operator}`)
  return compareBy(compared, raw)
}

const condition = ({ name, attribute }: Compared, operator: ValueOperator, values: readonly Stored[]): Condition => ({
  op: 'value',
  name,
  attribute,
  operator,
  values,
  ...(isJson(attribute) && operator !== '$null' && operator !== '$notNull' && { asStored: true }),
})

const isJson = ({ type }: ScalarAttribute) => scalarBehaviours[type].storage === 'json'

function storageOf({ name, attribute }: Compared): StorageKind | 'id' | 'timestamp' {
  if (name === 'id') return 'id'
  return attribute.type === 'timestamp' ? 'timestamp' : scalarBehaviours[attribute.type].storage
}

function comparand(compared: Compared, raw: unknown): Stored {
  if (!isRawScalar(raw)) throw unread(compared, 'is not compared with a value')
  // As a BigInt of GraphQL, zero makes Strapi fail.
  if (compared.typed && compared.attribute.type === 'biginteger' && String(raw) === '0')
    throw unread(compared, 'is compared with zero')
  const storage = storageOf(compared)
  if (storage === 'id' && isOrder.has(compared.operator) && noNumber.test(String(raw)))
    throw unread(compared, 'has no number')
  const cast = (compared.strapi.version === 5 && castsOf5[storage]) || casts[storage]
  const value = cast(raw, compared.strapi)
  if (value === undefined) throw unread(compared, `is compared with a value that Strapi may convert`)
  return value
}

/** Converts a value as Strapi does before a comparison. Undefined if the conversion isn't known to be equal. */
type Cast = (raw: RawScalar, strapi: StrapiProcess) => Stored | undefined

const integral = /^-?(?:0|[1-9]\d{0,14})$/
const fractional = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/

const safeInteger: Cast = (raw) => (integral.test(String(raw)) ? Number(raw) : undefined)

/** PostgreSQL fails on ids of more than 32 bits. */
const id: Cast = (raw, strapi) => {
  const value = safeInteger(raw, strapi)
  return strapi.dialect === 'postgres' && Math.abs(Number(value)) >= 2 ** 31 ? undefined : value
}

/** PostgreSQL fails on integers of more than 32 bits, and on fractions. */
const integer: Cast = (raw, { dialect }) => {
  const number = fractional.test(String(raw)) ? Number(raw) : undefined
  if (number === undefined || dialect === 'sqlite') return number
  return Number.isInteger(number) && number >= -(2 ** 31) && number < 2 ** 31 ? number : undefined
}

const number: Cast = (raw) => (fractional.test(String(raw)) ? Number(raw) : undefined)

const day = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const clock = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/

/** Returns the day or undefined if it doesn't exist. */
const date: Cast = (raw) => {
  if (typeof raw !== 'string' || !day.test(raw)) return undefined
  return new Date(`${raw}T00:00:00Z`).toISOString().startsWith(raw) ? raw : undefined
}

const time: Cast = (raw) => {
  if (typeof raw !== 'string' || !clock.test(raw)) return undefined
  return raw.includes('.') ? raw : `${raw}.000`
}

/** Times without an offset are local times of Strapi's process. */
const datetime: Cast = (raw, strapi) => {
  const text = String(raw)
  const [, offset] = moment.exec(text) ?? []
  const isDay = date(raw, strapi) !== undefined
  if (!isDay && !moment.test(text)) return undefined
  const instant = Date.parse(isDay ? `${text}T00:00:00Z` : offset === undefined ? `${text}Z` : text)
  if (Number.isNaN(instant)) return undefined
  return new Date(offset === undefined ? momentOfLocalTime(instant, strapi.timeZone) : instant).toISOString()
}

/** Strapi reads words that aren't listed as true. */
const boolean: Cast = (raw) => {
  if (raw === 'false' || raw === 'f' || raw === '0') return false
  return Boolean(raw)
}

const unknown: Cast = () => undefined

const casts: Readonly<Record<ReturnType<typeof storageOf>, Cast>> = {
  id,
  text: (raw) => (typeof raw === 'string' && !raw.includes('\0') ? raw : undefined),
  integer,
  bigint: (raw) => (integral.test(String(raw)) ? String(raw) : undefined),
  double: number,
  decimal: number,
  boolean,
  date,
  time,
  datetime,
  timestamp: unknown,
  json: (raw) => JSON.stringify(raw),
}

/** An id in another form than a number: no row has it. SQLite finds none, and PostgreSQL rejects it. */
const noNumber = /^[a-z][a-z0-9_-]*$/i
const noId = 0

const isOrder: ReadonlySet<ValueOperator> = new Set(['$lt', '$lte', '$gt', '$gte', '$between'])

const isInt64 = (value: bigint) => BigInt.asIntN(64, value) === value

/** The conversions of Strapi 5.54 that differ from those of Strapi 4.26. */
const castsOf5: Partial<typeof casts> = {
  id: (raw, strapi) => (strapi.dialect === 'sqlite' && noNumber.test(String(raw)) ? noId : id(raw, strapi)),
  bigint(raw) {
    const text = String(raw).trim()
    return /^[+-]?\d{1,19}$/.test(text) && isInt64(BigInt(text)) ? String(BigInt(text)) : undefined
  },
  // The day at the beginning of a date-time, too.
  date: (raw, strapi) => (typeof raw === 'string' ? date(raw.slice(0, 10), strapi) : undefined),
  // With fewer digits of the fraction, too.
  time(raw, strapi) {
    const [clockTime = '', fraction = ''] = String(raw).split('.')
    return time(/^\d{1,3}$/.test(fraction) ? `${clockTime}.${fraction.padEnd(3, '0')}` : raw, strapi)
  },
  // Also milliseconds since 1970. Fewer digits could be a year with a day.
  datetime: (raw, strapi) =>
    /^[1-9]\d{10,12}$/.test(String(raw)) ? new Date(Number(raw)).toISOString() : datetime(raw, strapi),
  timestamp(raw, strapi) {
    const instant = castsOf5.datetime?.(raw, strapi)
    return instant === undefined ? undefined : String(Date.parse(String(instant)))
  },
  // Strapi 5 compares the text itself, which must be JSON on PostgreSQL.
  json: (raw, { dialect }) => (dialect === 'sqlite' || isJsonText(String(raw)) ? String(raw) : undefined),
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return !text.includes(String.raw`\u0000`)
  } catch {
    return false
  }
}

const unread = ({ name, attribute }: Compared, what: string) =>
  leftToStrapi(`has a filter on ${name} (${attribute.type}) that ${what}`)
