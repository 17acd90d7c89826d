import { isRecord } from '@content-api/model'

/** The times that change with each new database, though the content is the same. */
const times = new Set(['createdAt', 'updatedAt', 'publishedAt'])

/**
 * Returns a new value with the times of an old one, for each object whose other members are equal. A second
 * recording of the same content is then the same.
 */
export function keepTimes(old: unknown, next: unknown): unknown {
  if (isSame(old, next)) return old
  if (Array.isArray(old) && Array.isArray(next)) return next.map((each, index) => keepTimes(old[index], each))
  if (!isRecord(old) || !isRecord(next)) return next
  return Object.fromEntries(Object.entries(next).map(([name, member]) => [name, keepTimes(old[name], member)]))
}

/** Returns whether values are equal, except for times. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((each, i) => isSame(each, other[i]))
  }
  if (!isRecord(one) || !isRecord(other)) return one === other
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && (isTime(name, one, other) || isSame(one[name], other[name])))
  )
}

type Values = Readonly<Record<string, unknown>>

const isTime = (name: string, one: Values, other: Values) =>
  times.has(name) && typeof one[name] === 'string' && typeof other[name] === 'string'
