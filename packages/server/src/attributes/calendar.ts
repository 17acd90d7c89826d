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
