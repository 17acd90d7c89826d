import { isRecord } from '@content-api/model'
import type { Pagination } from '@content-api/engine/plan'
import type { Limits } from '@content-api/core/query/limits'
import { isRawScalar, readToggle } from '@content-api/core/query/raw-value'
import { leftToStrapi } from '../left-to-strapi.js'

type PageLimits = Pick<Limits, 'defaultLimit' | 'maxLimit' | 'withCount'>

/**
 * Parses `pagination` as Strapi 5 does. It ignores unknown names and a value that isn't an object, raises
 * numbers that are too small, and reads a size that is no number as the largest one.
 *
 * @throws LeftToStrapi for values that Strapi rejects
 */
export function parsePages(raw: unknown, { defaultLimit, maxLimit, withCount: counts }: PageLimits): Pagination {
  if (Array.isArray(raw)) throw leftToStrapi('has a list as pagination')
  const input = isRecord(raw) ? raw : {}
  const withCount = Object.hasOwn(input, 'withCount') ? toggle(input['withCount']) : counts
  const [page, pageSize, start, limit] = ['page', 'pageSize', 'start', 'limit'].map((name) => numberIn(input, name))
  const sized = (size: number): number => {
    const clamped = maxLimit === null || size < maxLimit ? size : maxLimit
    if (!Number.isSafeInteger(clamped)) throw leftToStrapi('has a page of no known size')
    return clamped
  }
  if (start !== undefined || limit !== undefined) {
    if (page !== undefined || pageSize !== undefined) throw leftToStrapi('has a page and an offset')
    const offset = Math.max(start ?? 0, 0)
    if (!Number.isSafeInteger(offset)) throw leftToStrapi('has no whole number as start')
    return { by: 'offset', start: offset, limit: sized(Math.max(limit ?? defaultLimit, 1)), withCount }
  }
  const size = sized(Math.max(pageSize ?? defaultLimit, 1))
  const offset = Math.max(((page ?? 1) - 1) * size, 0)
  if (!Number.isSafeInteger(offset)) throw leftToStrapi('has no whole number as page')
  const number = offset / size + 1
  return { by: 'page', page: number, pageSize: size, withCount }
}

/** Returns a number as JavaScript converts it; NaN for other texts, undefined without a value. */
function numberIn(input: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = input[name]
  if (value === undefined) return undefined
  if (!isRawScalar(value)) throw leftToStrapi(`has no number as ${name}`)
  return Number(value)
}

function toggle(value: unknown): boolean {
  const read = readToggle(value)
  if (read === undefined) throw leftToStrapi('has another value than true and false as withCount')
  return read
}
