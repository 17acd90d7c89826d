import { InvalidValue, printed, type ScalarBehaviour, usualBehaviour } from './scalar-behaviour.js'

const day = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](.*))?$/i

/** A calendar date. A date-time (with `T` or a space before the time) is cut to its date part, whatever its offset. */
export const date: ScalarBehaviour = {
  storage: 'date',
  ...usualBehaviour,
  parse: (value, _attribute, name) => readDate(value, name),
  comparand: (value, _attribute, name) => readDate(value, name),
}

function readDate(value: unknown, name: string): string {
  const parts = typeof value === 'string' ? day.exec(value) : null
  if (!parts) throw new InvalidValue(`Invalid format, expected yyyy-MM-dd: ${name} is ${printed(value)}`, true)
  const [, year, month, dayOfMonth, time] = parts
  const isDay = dayTime(Number(year), Number(month), Number(dayOfMonth)) !== undefined
  if (!isDay || (time !== undefined && !isTimeOfDay(time))) {
    throw new InvalidValue(`Invalid date: ${name} is ${printed(value)}`, true)
  }
  return `${year}-${month}-${dayOfMonth}`
}

/** The years 1 to 9999: they have at most four digits, and every database can store them. */
const earliest = Date.parse('0001-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** Returns midnight of a day in UTC, in milliseconds since 1970, or undefined when the day doesn't exist. */
export function dayTime(year: number, month: number, day: number): number | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  return inRange(date.getTime())
}

/** Returns the time if it is in the years 1 to 9999, otherwise undefined. */
export function inRange(milliseconds: number): number | undefined {
  return milliseconds >= earliest && milliseconds <= latest ? milliseconds : undefined
}

/** A time of day with an optional offset from UTC, as in ISO 8601. */
const clock = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i

/** Returns whether a string is a time of day that exists, with an offset that exists. */
function isTimeOfDay(text: string): boolean {
  const parts = clock.exec(text)
  return parts !== null && offsetMinutes(parts[1] ?? 'Z') !== undefined
}

/** Returns the minutes of an offset from UTC, such as `Z`, `+02:00` or `-0330`; undefined for one that can't exist. */
export function offsetMinutes(offset: string): number | undefined {
  if (offset.toUpperCase() === 'Z') return 0
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(3).replace(':', ''))
  if (hours > 23 || minutes > 59) return undefined
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
