import { isRecord } from '@content-api/model'
import { Cron } from 'croner'

/** Returns the next moment after `moment`, both in milliseconds since 1970; null if there is none. */
export type NextRun = (moment: number) => number | null

/** The units of a rule object, in the order of a pattern, each with its value if a larger unit is set. */
const units = [
  ['second', '0'],
  ['minute', '0'],
  ['hour', '0'],
  ['date', '*'],
  ['month', '*'],
  ['dayOfWeek', '*'],
] as const

/**
 * Reads when a task runs: a pattern, a moment, an object of units such as `{ hour: 3, minute: 30 }`, or one
 * of these as `rule` with `tz`, `start` and `end`.
 * @throws Error for a rule that isn't valid
 */
export function nextRunOf(options: unknown): NextRun {
  if (!isRecord(options) || options instanceof Date) return nextByRule(options, {})
  const { rule, tz, start, end } = options
  const zone = typeof tz === 'string' ? { timezone: tz } : {}
  const limits = { ...zone, ...(end !== undefined && { stopAt: dateOf(end) }) }
  const next = nextByRule(rule ?? patternOf(options), limits)
  if (start === undefined) return next
  const first = dateOf(start).getTime()
  // A run at the start itself counts.
  return (moment) => next(Math.max(moment, first - 1))
}

function nextByRule(rule: unknown, limits: { readonly timezone?: string; readonly stopAt?: Date }): NextRun {
  if (rule instanceof Date || typeof rule === 'number') {
    const moment = dateOf(rule).getTime()
    return (after) => (moment > after ? moment : null)
  }
  const pattern = isRecord(rule) ? patternOf(rule) : rule
  if (typeof pattern !== 'string') throw new TypeError('a rule must be a pattern such as "0 3 * * *"')
  const cron = new Cron(pattern, { paused: true, sloppyRanges: true, ...limits })
  return (moment) => cron.nextRun(new Date(moment))?.getTime() ?? null
}

/** Converts `{ hour: 3 }` to a pattern. Units smaller than the first one that is set are 0. */
function patternOf(rule: Readonly<Record<string, unknown>>): string {
  const first = units.findIndex(([unit]) => rule[unit] !== undefined && rule[unit] !== null)
  if (first < 0) throw new TypeError('a rule needs a unit such as "hour"')
  const parts = units.map(([unit, least], index) => {
    const value = rule[unit]
    if (value === undefined || value === null) return index < first ? least : '*'
    // Months begin at 0 in rules, and at 1 in patterns.
    const offset = unit === 'month' ? 1 : 0
    const list = Array.isArray(value) ? (value as unknown[]) : [value]
    return list.map((each) => rangeOf(each, offset)).join(',')
  })
  return parts.join(' ')
}

function rangeOf(value: unknown, offset: number): string {
  if (!isRecord(value)) return String(Number(value) + offset)
  const { start, end, step = 1 } = value
  return `${Number(start) + offset}-${Number(end) + offset}/${Number(step)}`
}

function dateOf(value: unknown): Date {
  const date = new Date(value as string)
  if (Number.isNaN(date.getTime())) throw new TypeError(`${String(value)} is not a date`)
  return date
}
