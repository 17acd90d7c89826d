import { QueryError } from '../errors/query-error.js'

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Returns whether a value is an object, but not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value)
}

/** Longer than any path in real data: only an object that contains itself reaches it. */
const MAX_PATH_LENGTH = 2000

/**
 * Returns a value as `JSON.stringify` writes it: a date becomes a string.
 *
 * @throws QueryError for `NaN`, `Infinity`, invalid dates and functions, which JSON turns into null or leaves
 * out; for objects that hide their content, such as files, maps and promises; for a path that never ends
 */
export function jsonValue(path: string, value: unknown): unknown {
  if (path.length > MAX_PATH_LENGTH) throw new QueryError(path.slice(0, 50), 'contains itself')
  const json = isObject(value) && typeof value['toJSON'] === 'function' ? (value['toJSON']() as unknown) : value
  const isLost = isObject(json) ? Symbol.toStringTag in json : typeof json === 'function'
  if (isLost || (typeof json === 'number' && !Number.isFinite(json)) || (json === null && value !== null)) {
    throw new QueryError(path, `is ${String(value)}`)
  }
  return json
}

/**
 * Returns a value that JSON text contains, as {@link jsonValue} does.
 *
 * @throws QueryError also for bigints, which JSON has no form for
 */
export function jsonMember(path: string, value: unknown): unknown {
  const json = jsonValue(path, value)
  if (typeof json === 'bigint') throw new QueryError(path, 'is a bigint: write a string')
  return json
}

/**
 * Checks that JSON text holds all members of a value.
 *
 * @throws QueryError for members that JSON turns into null or leaves out, and for bigints
 */
export function expectWhole(path: string, value: unknown): void {
  const json = jsonMember(path, value)
  if (json === undefined) throw new QueryError(path, 'is undefined')
  if (isObject(json)) for (const name of Object.keys(json)) expectWhole(`${path}[${name}]`, json[name])
}
