import { isRecord } from './read.js'

/** One difference between two JSON values. The format of `path` is `data[0].attributes.title`. */
export interface Difference {
  readonly path: string
  readonly expected: unknown
  readonly actual: unknown
}

/** Represents an absent key, so that reports distinguish it from null. */
export const absent = '(absent)'

const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)

/** Returns every difference between two values. The order of keys doesn't matter, the order of arrays does. */
export function differences(actual: unknown, expected: unknown, path = ''): Difference[] {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length)
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      differences(
        index < actual.length ? actual[index] : absent,
        index < expected.length ? expected[index] : absent,
        `${path}[${index}]`,
      ),
    )
  }
  if (isRecord(expected) && isRecord(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)])
    return [...keys].flatMap((key) =>
      differences(key in actual ? actual[key] : absent, key in expected ? expected[key] : absent, join(path, key)),
    )
  }
  return Object.is(actual, expected) ? [] : [{ path, expected, actual }]
}
