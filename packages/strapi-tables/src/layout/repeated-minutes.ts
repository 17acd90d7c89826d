const day = 86_400_000
const first = Date.parse('1970-01-01T00:00:00Z')
const last = Date.parse('2100-01-01T00:00:00Z')

/**
 * Returns by how many minutes the clocks of a zone are set back, each number once. The local times of such a
 * span exist twice. Empty for a zone that never sets them back from 1970 on.
 *
 * @throws RangeError for an unknown zone
 */
export function repeatedMinutes(timeZone: string): readonly number[] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', year: 'numeric' })
  const steps = new Set<number>()
  let before = offsetAt(format, first)
  // Clocks that are set back are set forward weeks earlier.
  for (let at = first; at < last; at += 7 * day) {
    const offset = offsetAt(format, at)
    if (offset < before) steps.add(before - offset)
    before = offset
  }
  return [...steps]
}

/** Returns the offset of a zone from UTC in minutes. */
function offsetAt(format: Intl.DateTimeFormat, moment: number): number {
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
