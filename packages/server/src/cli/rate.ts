/** For example `171,075 entries in 12.3 s, 13,908 per second`. */
export function rateOf(entries: number, started: number): string {
  const seconds = Math.max((performance.now() - started) / 1_000, 0.001)
  const number = new Intl.NumberFormat('en')
  const count = `${number.format(entries)} ${entries === 1 ? 'entry' : 'entries'}`
  return `${count} in ${seconds.toFixed(1)} s, ${number.format(Math.round(entries / seconds))} per second`
}
