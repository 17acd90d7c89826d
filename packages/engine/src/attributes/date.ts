import { dayTime, isTimeOfDay } from './calendar.js'
import { InvalidValue, printed, type ScalarBehaviour } from './scalar-behaviour.js'

const day = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](.*))?$/i

/** A calendar date. A date-time (with `T` or a space before the time) is cut to its date part, whatever its offset. */
export const date: ScalarBehaviour = {
  storage: 'date',
  outputAsString: false,
  filterable: true,
  sortable: true,
  searchable: 'never',
  hidden: false,
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
