/** Matches characters that control a terminal or reorder text instead of being visible. */
const invisible = /[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Matches commands that CI systems read from output: GitHub at the start of a line, others anywhere. */
const commands = /^[^\S\n\r\u2028\u2029]*::|##(?:\[|vso\[|teamcity\[)/gm

const hexadecimal = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
}

/**
 * Returns a string that is safe to write to a terminal or a log: control characters are escaped as in
 * `\x1b`, and so are workflow commands. Line breaks and tabs stay.
 */
export const printable = (text: string): string =>
  text
    .replaceAll(invisible, hexadecimal)
    .replaceAll(commands, (match) =>
      match.startsWith('#') ? `${hexadecimal('#')}${match.slice(1)}` : `${match.slice(0, -2)}${hexadecimal(':')}:`,
    )

/** Returns a JSON value in which every string is printable, including keys. */
export function printableIn<T>(value: T): T {
  if (typeof value === 'string') return printable(value) as T
  if (Array.isArray(value)) return value.map((one: unknown) => printableIn(one)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [printable(key), printableIn(inner)])) as T
}
