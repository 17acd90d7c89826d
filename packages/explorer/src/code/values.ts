import type { AttributeType } from '@content-api/model'
import type { QueryValue } from '../state/query.js'

/** A value with its type in JSON, where a query string has strings only. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
export type JsonObject = { readonly [name: string]: Json }

const numberTypes: ReadonlySet<AttributeType> = new Set(['integer', 'float', 'decimal'])

/** The operators that compare texts, whatever the type of the attribute. */
export const textOperators: ReadonlySet<string> = new Set([
  '$eqi',
  '$nei',
  '$contains',
  '$notContains',
  '$containsi',
  '$notContainsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
])

const toggles: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  '1': true,
  false: false,
  f: false,
  '0': false,
}

/** How the server reads a switch, such as `populate[author]=t`. */
export const toggleOf = (text: string): boolean | undefined =>
  Object.hasOwn(toggles, text) ? toggles[text] : undefined

/** Any text but a no is a yes, as the server reads `$null` and `$notNull`. */
export const flagOf = (text: string): boolean => text !== '' && toggleOf(text) !== false

/** A string of a query as a value of an attribute; it stays a string where it is no such value, or where digits would be lost. */
export function valueOfType(text: string, type: AttributeType | undefined): Json {
  if (type === 'boolean') return toggleOf(text) ?? text
  return type !== undefined && numberTypes.has(type) ? numberOf(text) : text
}

export function numberOf(text: string): Json {
  const number = Number(text)
  const isNumber = text.trim() !== '' && Number.isFinite(number)
  const isExact = !Number.isInteger(number) || Number.isSafeInteger(number)
  return isNumber && isExact ? number : text
}

/** An option that is a whole number: `limit`, `page`. */
export function wholeNumberOf(value: QueryValue | undefined): number | undefined {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : undefined
}
