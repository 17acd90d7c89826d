import type { Difference } from './difference.js'

const longest = 160

/** Returns a string as it is and other values as JSON, truncated if long. */
export function showValue(value: unknown): string {
  const text = value === undefined ? '(absent)' : typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Returns the first differences, one per line. */
export function differenceLines(differences: readonly Partial<Difference>[], most = 6): string[] {
  const lines = differences
    .slice(0, most)
    .map(
      ({ path = '', expected, actual }) =>
        `${path === '' ? '' : `${path}: `}expected ${showValue(expected)}, got ${showValue(actual)}`,
    )
  const more = differences.length - most
  return more > 0 ? [...lines, `and ${more} more differences`] : lines
}

/** Returns the first differences, one per line, without what the message of the failure says already. */
export const furtherLines = (message: string, differences: readonly Partial<Difference>[]): string[] =>
  differenceLines(differences).filter((line) => !message.includes(line))
