import { enumValueSlug, slugOf } from '@content-api/engine/attributes'
import { readToggle } from '@content-api/core/query/raw-value'

const nameToCollectionName = (name: string) => slugOf(name, { separator: '_' })

function getCommonBeginning(...texts: readonly string[]): string {
  const [first = '', ...others] = texts
  let length = 0
  while (length < first.length && others.every((other) => other[length] === first[length])) length++
  return first.slice(0, length)
}

const escapeQuery = (query: string, charactersToEscape: string, escapeCharacter = '\\') =>
  Array.from(query, (one) => (charactersToEscape.includes(one) ? `${escapeCharacter}${one}` : one)).join('')

const stringEquals = (one: unknown, other: unknown) => String(one) === String(other)
const stringIncludes = (list: readonly unknown[], value: unknown) => list.some((one) => stringEquals(one, value))

export const isCamelCase = (value: string): boolean => /^[a-z][a-zA-Z0-9]+$/.test(value)
export const isKebabCase = (value: string): boolean => /^([a-z][a-z0-9]*)(-[a-z0-9]+)*$/.test(value)
const toKebabCase = (value: string) =>
  // Bounded input: names that code of a project gives to its parts.
  (value.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? []).join('-').toLowerCase()
const startsWithANumber = (value: string) => /^\d/.test(value)

/** Joins texts with exactly one separator between two of them. */
function joinBy(separator: string, ...texts: readonly string[]): string {
  const last = texts.length - 1
  return texts
    .map((text, index) => {
      const begin = index === 0 ? text : withoutStart(text, separator)
      return index === last ? begin : withoutEnd(begin, separator)
    })
    .join(separator)
}

function withoutStart(text: string, part: string): string {
  if (part === '') return text
  let start = 0
  while (text.startsWith(part, start)) start += part.length
  return text.slice(start)
}

function withoutEnd(text: string, part: string): string {
  if (part === '') return text
  let end = text.length
  while (text.endsWith(part, end)) end -= part.length
  return text.slice(0, end)
}

/** The functions of `@strapi/utils` for strings. */
export const stringUtilities = {
  nameToSlug: slugOf,
  nameToCollectionName,
  toRegressedEnumValue: enumValueSlug,
  getCommonBeginning,
  escapeQuery,
  stringEquals,
  stringIncludes,
  isCamelCase,
  isKebabCase,
  toKebabCase,
  startsWithANumber,
  joinBy,
}

type Parse = (value: unknown, forced: boolean) => unknown

function parseBoolean(value: unknown, forced: boolean): boolean {
  const known = readToggle(String(value).toLowerCase())
  if (known !== undefined) return known
  if (forced) return Boolean(value)
  throw new Error('Invalid boolean input. Expected "t","1","true","false","0","f"')
}

/** Returns `HH:mm:ss.SSS`. */
function parseTime(value: unknown): string {
  const text = value instanceof Date ? value.toISOString().slice(11, 23) : String(value)
  const [, hours, minutes, seconds, fraction = ''] =
    /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?$/.exec(text) ?? []
  if (hours === undefined) throw new Error('Invalid time format, expected HH:mm:ss.SSS')
  return `${hours}:${minutes}:${seconds}.${fraction.padEnd(3, '0')}`
}

/** Returns `yyyy-MM-dd`. */
function parseDate(value: unknown): string {
  const [day] = typeof value === 'string' ? (/^\d{4}-\d\d-\d\d/.exec(value) ?? []) : []
  const date = new Date(value as string)
  if (Number.isNaN(date.getTime())) throw new Error('Invalid format, expected an ISO compatible date')
  return day ?? date.toISOString().slice(0, 10)
}

function parseMoment(value: unknown): Date {
  const isMilliseconds = typeof value === 'string' && /^\d+$/.test(value)
  const date = new Date(isMilliseconds ? Number(value) : (value as string))
  if (Number.isNaN(date.getTime())) throw new Error('Invalid format, expected a timestamp or an ISO date')
  return date
}

const types: Readonly<Record<string, Parse>> = {
  boolean: parseBoolean,
  integer: Number,
  biginteger: Number,
  float: Number,
  decimal: Number,
  time: parseTime,
  date: parseDate,
  timestamp: parseMoment,
  datetime: parseMoment,
}

interface TypedValue {
  readonly type: string
  readonly value: unknown
  readonly forceCast?: boolean
}

/**
 * `parseType` of `@strapi/utils`: converts a value to the type of an attribute.
 * @throws Error for a value that isn't of the type
 */
export function parseType({ type, value, forceCast = false }: TypedValue): unknown {
  const parse = Object.hasOwn(types, type) ? types[type] : undefined
  return parse ? parse(value, forceCast) : value
}
