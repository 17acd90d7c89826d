import type { AttributeType } from '@content-api/model'
import type { QueryValue } from '../state/query.js'

/** A value with its type in JSON. Query strings only have strings. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
export type JsonObject = { readonly [name: string]: Json }

const numberTypes: ReadonlySet<AttributeType> = new Set(['integer', 'float', 'decimal'])

/** The operators that always compare strings, for attributes of every type. */
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

/** Reads a boolean as the server does, such as `populate[author]=t`. */
export const toggleOf = (text: string): boolean | undefined =>
  Object.hasOwn(toggles, text) ? toggles[text] : undefined

/**
 * Reads the value of `$null` and `$notNull` as the server does: true, except for an empty string and the
 * words for false.
 */
export const flagOf = (text: string): boolean => text !== '' && toggleOf(text) !== false

/**
 * Converts a string of a query to the type of an attribute. It stays a string if it is not valid or would
 * lose digits.
 */
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

/** Reads an option that is a whole number, such as `limit` or `page`. */
export function wholeNumberOf(value: QueryValue | undefined): number | undefined {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : undefined
}
