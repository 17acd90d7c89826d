const units = ['B', 'kB', 'MB', 'GB']

/** Formats a size, for example `3.1 kB`. A kilobyte has 1000 bytes. */
export function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1000 ** power
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}

/** Formats a duration, for example `8 ms`, `0.4 ms` or `1.2 s`. */
export function timeText(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`
  return `${milliseconds < 10 ? milliseconds.toFixed(1).replace(/\.0$/, '') : Math.round(milliseconds)} ms`
}
