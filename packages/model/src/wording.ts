/** Formats values and types in messages. The server uses the same words for configuration and requests. */

/** Returns whether a value is an object, but not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Formats a value for a message: as JSON, truncated to 60 characters. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** Lists names for a message, such as `title, slug`. A list without names is `none`, so that the message is complete. */
export function listed(names: Iterable<string>): string {
  return [...names].join(', ') || 'none'
}

/** Describes a type that zod expected, such as `a whole number` for `int`. */
export function typeName(expected: string): string {
  return typeNames[expected] ?? expected
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** Returns the value at a path, or undefined if the path doesn't exist. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value
  for (const part of path) found = (found as Record<PropertyKey, unknown> | undefined)?.[part]
  return found
}
