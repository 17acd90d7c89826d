import { InvalidValue } from './scalar-behaviour.js'

const longestPrinted = 100

/** The JSON kind that a type wants, as the error names it. */
export type JsonKind = 'string' | 'number' | 'boolean' | 'array' | 'object'

export function invalidType(name: string, kind: JsonKind, value: unknown): InvalidValue {
  return new InvalidValue(`${name} must be a \`${kind}\` type, but the final value was: \`${printed(value)}\`.`)
}

/** A value as a message shows it: JSON, cut when long. */
export function printed(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > longestPrinted ? `${text.slice(0, longestPrinted)}…` : text
}
