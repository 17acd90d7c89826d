import { createHash } from 'node:crypto'
import { invalid } from './request-error.js'
import type { Attribute } from './schema.js'

type Check = (value: unknown, name: string, attribute: Attribute) => unknown

const reject = (name: string, what: string): never => {
  throw invalid(`${name} must be ${what}`)
}

const text: Check = (value, name) => (typeof value === 'string' ? value : reject(name, 'a text'))

const number =
  (integer: boolean): Check =>
  (value, name) => {
    const result =
      typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
    return Number.isFinite(result) && (!integer || Number.isInteger(result))
      ? result
      : reject(name, integer ? 'an integer' : 'a number')
  }

const time = (value: unknown, name: string): number => {
  const result = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(result) ? reject(name, 'a time') : result
}

const matching =
  (pattern: RegExp, what: string): Check =>
  (value, name) =>
    typeof value === 'string' && pattern.test(value) ? value : reject(name, what)

/** The values that each attribute type accepts, and what is stored. */
const checks: Readonly<Record<string, Check>> = {
  string: text,
  text,
  richtext: text,
  password: (value, name, attribute) =>
    createHash('sha256')
      .update(String(text(value, name, attribute)))
      .digest('hex'),
  email: matching(/^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/, 'an e-mail address'),
  uid: matching(/^[\w.~-]*$/, 'made of letters, digits, dashes, dots, underscores and tildes'),
  enumeration: (value, name, attribute) =>
    attribute.enum?.includes(String(value)) ? value : reject(name, `one of ${attribute.enum?.join(', ')}`),
  date: (value, name) => {
    const day = /^(\d{4}-\d{2}-\d{2})(T.*)?$/.exec(typeof value === 'string' ? value : '')?.[1]
    return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : reject(name, 'a date')
  },
  time: (value, name) => {
    const match = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d{1,3})?$/.exec(String(value))
    return match
      ? `${match[1]}:${match[2]}:${match[3]}${(match[4] ?? '.').padEnd(4, '0')}`
      : reject(name, 'a time of day')
  },
  datetime: (value, name) => new Date(time(value, name)).toISOString(),
  timestamp: (value, name) => String(time(value, name)),
  integer: number(true),
  float: number(false),
  decimal: number(false),
  biginteger: (value, name) => (/^-?\d+$/.test(String(value)) ? String(value) : reject(name, 'an integer')),
  boolean: (value, name) => {
    if (['true', 't', '1', 1, true].includes(value as string)) return true
    return ['false', 'f', '0', 0, false].includes(value as string) ? false : reject(name, 'a boolean')
  },
  json: (value) => value,
  array: (value, name) => (Array.isArray(value) ? value : reject(name, 'an array')),
}

/** Checks a value against its attribute and returns the stored value. */
export function keep(value: unknown, name: string, attribute: Attribute, draft: boolean): unknown {
  if (value === null || value === undefined) {
    if (attribute.required && !draft) reject(name, 'defined')
    return null
  }
  const kept = (checks[attribute.type] ?? text)(value, name, attribute)
  if (typeof kept === 'string') {
    if (attribute.minLength !== undefined && !draft && kept.length < attribute.minLength)
      reject(name, `at least ${attribute.minLength} characters long`)
    if (attribute.maxLength !== undefined && kept.length > attribute.maxLength)
      reject(name, `at most ${attribute.maxLength} characters long`)
    if (attribute.regex !== undefined && !new RegExp(attribute.regex).test(kept))
      reject(name, `a match of ${attribute.regex}`)
  }
  if (typeof kept === 'number') {
    if (attribute.min !== undefined && kept < attribute.min) reject(name, `at least ${attribute.min}`)
    if (attribute.max !== undefined && kept > attribute.max) reject(name, `at most ${attribute.max}`)
  }
  return kept
}
