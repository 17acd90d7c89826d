/** The years that four digits write and that every database holds. */
const earliest = Date.parse('0001-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** Milliseconds since 1970 of a day's midnight in UTC; undefined for a day that is in no calendar. */
export function dayTime(year: number, month: number, day: number): number | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  return inRange(date.getTime())
}

/** The milliseconds when they fall into the years 1 to 9999. */
export function inRange(milliseconds: number): number | undefined {
  return milliseconds >= earliest && milliseconds <= latest ? milliseconds : undefined
}
