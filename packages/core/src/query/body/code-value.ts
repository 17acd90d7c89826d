import type { ScalarType } from '@content-api/model'

/** Types whose values Strapi 4.26 converts to strings. Bigintegers become their digits. */
const strings: ReadonlySet<ScalarType> = new Set([
  ...(['string', 'text', 'richtext', 'enumeration', 'email', 'password', 'uid'] as const),
  'biginteger',
])
const numbers: ReadonlySet<ScalarType> = new Set(['integer', 'float', 'decimal'])

/**
 * Converts a value that code of the project writes without validation, such as a hook, as the columns of Strapi 4.26
 * do. A value that can't be converted stays, and is rejected later.
 */
export function fromCode(value: unknown, type: ScalarType): unknown {
  if (strings.has(type)) return isPrintable(value) ? String(value) : value
  if (numbers.has(type)) return numberOf(value)
  if (type === 'boolean') return booleanOf(value)
  return fromDate(value, type)
}

/** Converts a `Date`, which only code can write. Days and times of day are those of the server's time zone. */
export function fromDate(value: unknown, type: ScalarType): unknown {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return value
  const padded = (number: number, length = 2) => String(number).padStart(length, '0')
  if (type === 'date') {
    return [padded(value.getFullYear(), 4), padded(value.getMonth() + 1), padded(value.getDate())].join('-')
  }
  if (type === 'time') {
    const clock = [value.getHours(), value.getMinutes(), value.getSeconds()].map((part) => padded(part)).join(':')
    return `${clock}.${padded(value.getMilliseconds(), 3)}`
  }
  return type === 'json' ? value : value.toISOString()
}

/** Objects would become the string `[object Object]`, which nobody wants to store. */
const isPrintable = (value: unknown) =>
  ['number', 'bigint', 'boolean'].includes(typeof value) ||
  value instanceof Date ||
  (Array.isArray(value) && value.every((item) => typeof item !== 'object'))

function numberOf(value: unknown): unknown {
  const isConvertible = ['string', 'boolean', 'bigint'].includes(typeof value) || value instanceof Date
  const number = isConvertible ? Number(value) : value
  return Number.isNaN(number) ? value : number
}

const words = new Map<unknown, boolean>([
  ...['true', 't', '1', 1].map((word): [unknown, boolean] => [word, true]),
  ...['false', 'f', '0', 0].map((word): [unknown, boolean] => [word, false]),
])

const booleanOf = (value: unknown): boolean => words.get(value) ?? Boolean(value)
