import { QueryError } from '../errors/query-error.js'
import { isObject } from './json-value.js'

/** What `text && { … }` and `flag && { … }` return instead of a condition. */
const absent = [false, null, undefined, ''] as const
type Absent = (typeof absent)[number]

/** Conditions that must all hold. */
interface AllOf<Condition> {
  readonly $and?: readonly Condition[]
}

/**
 * Joins conditions for `filters`, all of which must hold. Ignores `false`, `null`, `undefined` and `''`, so
 * that a condition may depend on a value. Without any condition, all entries match.
 *
 * @throws QueryError for any other value that is not a condition, such as the 0 of `rating && { rating }`
 * @example
 * ```ts
 * const search = async (text: string, kind?: 'news' | 'review') =>
 *   api.collection('articles').find({ filters: allOf(text && { title: { $containsi: text } }, kind && { kind }) })
 * ```
 */
export function allOf<const Conditions extends readonly (object | Absent)[]>(
  ...conditions: Conditions
): AllOf<Exclude<Conditions[number], Absent>> {
  const $and = conditions.filter((condition: unknown, index) => {
    if (absent.some((value) => value === condition)) return false
    if (isObject(condition)) return Object.keys(condition).length > 0
    throw new QueryError(
      `argument ${index + 1} of allOf`,
      `is ${String(condition)}, not a condition: write value !== undefined && { … }`,
    )
  }) as Exclude<Conditions[number], Absent>[]
  return $and.length > 0 ? { $and } : {}
}
