/** How messages name values and types; the server's configuration and requests use the same words. */

/** True for what JSON writes as `{}`. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as it is quoted in a message: JSON, cut when long. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** A type that zod expected, such as `a whole number` for `int`. */
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

/** The value at a path; undefined where the path leads nowhere. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value
  for (const part of path) found = (found as Record<PropertyKey, unknown> | undefined)?.[part]
  return found
}
