import type { ScalarAttribute } from '../attribute.js'
import { type AttributeDefinition, defaultValue, reportDefault } from './definition.js'

const day = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/
const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?$/

/** Returns whether a value starts with a valid calendar date, as an ISO 8601 date-time does. */
function isDate(value: unknown): boolean {
  const found = typeof value === 'string' ? day.exec(value)?.[0] : undefined
  if (found === undefined || !isInstant(value)) return false
  // `Date` turns 31 February into a date in March.
  return new Date(`${found}T00:00:00Z`).toISOString().startsWith(found)
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && day.test(value) && !Number.isNaN(Date.parse(value))
}

function isEpoch(value: unknown): boolean {
  return (typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value))) && isTime(Number(value))
}

function isTime(milliseconds: number): boolean {
  return !Number.isNaN(new Date(milliseconds).getTime())
}

function temporal(expected: string, holds: (value: unknown) => boolean): AttributeDefinition<ScalarAttribute> {
  return {
    options: { default: defaultValue },
    check(attribute, report) {
      if (attribute.default !== undefined && !holds(attribute.default)) {
        reportDefault(report, expected, attribute.default)
      }
    },
  }
}

export const date = temporal('a date such as "2024-02-29"', isDate)
export const time = temporal(
  'a time such as "13:05:00.000"',
  (value) => typeof value === 'string' && timeOfDay.test(value),
)
export const datetime = temporal(
  'an ISO 8601 date-time such as "2024-02-29T13:05:00.000Z"',
  (value) => isDate(value) || isEpoch(value),
)
export const timestamp = temporal(
  'milliseconds since 1970 or an ISO 8601 date-time',
  (value) => isDate(value) || isEpoch(value),
)
