import { getOrCreate } from '@content-api/engine/on-demand'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the milliseconds by which a time zone is ahead of UTC at a moment. */
function offsetAt(timeZone: string, instant: number): number {
  const format = getOrCreate(
    formats,
    timeZone,
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      }),
  )
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const [year, month, day, hour, minute, second] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map(
    (type) => parts.get(type as Intl.DateTimeFormatPartTypes) ?? 0,
  ) as [number, number, number, number, number, number]
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

const day = 24 * 60 * 60 * 1000

/**
 * Returns the moment of a local time, as JavaScript does: of a time that exists twice the first one, and for
 * one that doesn't exist the moment by the offset before.
 * @param local the local time as if it were in UTC, in milliseconds since 1970
 */
export function momentOfLocalTime(local: number, timeZone: string): number {
  const before = offsetAt(timeZone, local - day)
  const after = offsetAt(timeZone, local + day)
  const isBefore = offsetAt(timeZone, local - before) === before
  return isBefore || offsetAt(timeZone, local - after) !== after ? local - before : local - after
}
