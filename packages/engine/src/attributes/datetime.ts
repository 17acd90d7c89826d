import { dayTime, inRange, offsetMinutes } from './date.js'
import { InvalidValue, printed, type ScalarBehaviour, usualBehaviour } from './scalar-behaviour.js'

/**
 * ISO 8601. Everything after the year is optional, such as the month, the time or fractions of a second. A
 * time without an offset is in UTC.
 */
const iso =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/i

const epoch = /^[+-]?\d{1,15}$/

export const datetime: ScalarBehaviour = {
  storage: 'datetime',
  ...usualBehaviour,
  parse: (value, _attribute, name) => (isStoredForm(value) ? value : new Date(readInstant(value, name)).toISOString()),
  comparand: (value, _attribute, name) => new Date(readInstant(value, name)).toISOString(),
}

const storedForm = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Returns whether a value needs no parsing, like most values of imports. Parsing takes twice as long as this check. */
function isStoredForm(value: unknown): value is string {
  if (typeof value !== 'string' || !storedForm.test(value)) return false
  const time = new Date(value)
  return !Number.isNaN(time.getTime()) && time.toISOString() === value
}

/** Reads an ISO 8601 string or milliseconds (a number or a string of digits). Returns milliseconds since 1970. */
function readInstant(value: unknown, name: string): number {
  const instant = typeof value === 'string' ? instantOfString(value) : instantOfNumber(value)
  if (instant === undefined) {
    throw new InvalidValue(`Invalid format, expected a timestamp or an ISO date: ${name} is ${printed(value)}`, true)
  }
  return instant
}

function instantOfNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? inRange(Math.trunc(value)) : undefined
}

function instantOfString(value: string): number | undefined {
  const parts = iso.exec(value)
  if (!parts) return epoch.test(value) ? inRange(Number(value)) : undefined
  const [, year, month = '01', day = '01', hour = '0', minute = '0', second = '0', fraction = '', offset = 'Z'] = parts
  const midnight = dayTime(Number(year), Number(month), Number(day))
  const shift = offsetMinutes(offset)
  if (midnight === undefined || shift === undefined) return undefined
  const seconds = (Number(hour) * 60 + Number(minute) - shift) * 60 + Number(second)
  return inRange(midnight + seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0')))
}

/** A date-time. Responses contain it as a string of milliseconds since 1970. */
export const timestamp: ScalarBehaviour = {
  ...datetime,
  storage: 'bigint',
  outputAsString: true,
  parse: (value, _attribute, name) => String(readInstant(value, name)),
  comparand: (value, _attribute, name) => String(readInstant(value, name)),
}
