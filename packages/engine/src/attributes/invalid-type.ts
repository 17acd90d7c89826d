import { InvalidValue } from './scalar-behaviour.js'

const longestPrinted = 100

/** Names of JSON types in error messages. */
export type JsonKind = 'string' | 'number' | 'boolean' | 'array' | 'object'

export function invalidType(name: string, kind: JsonKind, value: unknown): InvalidValue {
  return new InvalidValue(`${name} must be a \`${kind}\` type, but the final value was: \`${printed(value)}\`.`)
}

/** Formats a value for an error message: as JSON, shortened to 100 characters. */
export function printed(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > longestPrinted ? `${text.slice(0, longestPrinted)}…` : text
}
