import { ApiError } from '../errors/api-error.js'
import { invalidParameter } from '../errors/invalid-parameter.js'
import type { Limits, PlanContext } from './plan-context.js'
import { isRawScalar, malformedParameter, readInteger, readToggle } from './raw-value.js'
import { isRecord } from '@content-api/model'
import type { Pagination } from './read-plan.js'

const pageKeys = ['page', 'pageSize'] as const
const offsetKeys = ['start', 'limit'] as const
/** What an error repeats of a value. */
const longestEchoed = 40
const knownKeys: readonly string[] = [...pageKeys, ...offsetKeys, 'withCount']

/**
 * Reads `pagination` (specification §4.2): by page or by offset. What exceeds the maximum is clamped to it; a limit of -1
 * asks for as much as is allowed, which stays -1 where there is no maximum.
 *
 * @throws ApiError PaginationError for numbers that make no sense, ValidationError for the two methods mixed
 */
export function parsePagination(raw: unknown, { limits, strict }: Pick<PlanContext, 'limits' | 'strict'>): Pagination {
  const given = readGroup(raw, strict)
  const has = (key: string) => Object.hasOwn(given, key)
  if (pageKeys.some(has) && offsetKeys.some(has)) {
    throw new ApiError('ValidationError', 'Invalid pagination parameters. Expected either start/limit or page/pageSize')
  }
  const read = strict ? atLeast : looselyAtLeast
  const withCount = has('withCount') ? readWithCount(given.withCount) : limits.withCount
  if (!offsetKeys.some(has)) {
    const page = has('page') ? read(1, 'page', given.page) : 1
    const pageSize = clamp(has('pageSize') ? read(1, 'pageSize', given.pageSize) : limits.defaultLimit, limits)
    if (!Number.isSafeInteger(page * pageSize)) throw invalidNumber('page', given.page, 'an integer within reach')
    return { by: 'page', page, pageSize, withCount }
  }
  const start = has('start') ? read(0, 'start', given.start) : 0
  const limit = has('limit') ? readLimit(given.limit, limits, read) : limits.defaultLimit
  return { by: 'offset', start, limit: limit === -1 ? limit : clamp(limit, limits), withCount }
}

/** Where a page begins, and how long it is; negative: without end. */
export function offsetOf(pagination: Pagination): { readonly start: number; readonly limit: number } {
  return pagination.by === 'page'
    ? { start: (pagination.page - 1) * pagination.pageSize, limit: pagination.pageSize }
    : { start: pagination.start, limit: pagination.limit }
}

/** The page that was asked for, where an offset lies on the one that it would begin or stand in the middle of. */
export function asPage(pagination: Pagination): { readonly page: number; readonly pageSize: number } {
  if (pagination.by === 'page') return pagination
  const { start, limit } = pagination
  return { page: Math.floor(start / limit) + 1, pageSize: limit }
}

/**
 * Refuses paging parameters beside `pagination` in place of inside it.
 *
 * @throws ApiError PaginationError
 */
export function refuseBarePagination(query: Readonly<Record<string, unknown>>): void {
  for (const key of [...pageKeys, ...offsetKeys]) {
    if (Object.hasOwn(query, key)) {
      throw new ApiError(
        'PaginationError',
        `Invalid pagination attributes: write pagination[${key}] in place of ${key}`,
      )
    }
  }
}

function readGroup(raw: unknown, strict: boolean): Readonly<Record<string, unknown>> {
  if (raw === undefined || raw === null) return {}
  if (!isRecord(raw)) {
    if (strict) throw malformedParameter('pagination', 'must be an object, as in pagination[page]=1')
    return {}
  }
  if (strict) {
    for (const key of Object.keys(raw)) {
      if (!knownKeys.includes(key)) throw invalidParameter(key, knownKeys)
    }
  }
  return raw
}

function readLimit(raw: unknown, limits: Limits, read: typeof atLeast): number {
  return readInteger(raw) === -1 ? (limits.maxLimit ?? -1) : read(1, 'limit', raw)
}

/** As observed, a lenient service takes every way in which JavaScript writes a number: `+1`, `1e1`, `0x2`. */
function looselyAtLeast(least: 0 | 1, key: string, raw: unknown): number {
  const isWritten = typeof raw === 'string' && raw.trim() !== '' && Number.isSafeInteger(Number(raw))
  return atLeast(least, key, isWritten ? Number(raw) : raw)
}

/** @throws ApiError PaginationError unless the value is an integer of `least` or more */
export function atLeast(least: 0 | 1, key: string, raw: unknown): number {
  const number = readInteger(raw)
  if (number === undefined || number < least)
    throw invalidNumber(key, raw, least === 1 ? 'an integer > 0' : 'an integer >= 0')
  return number
}

function invalidNumber(key: string, raw: unknown, expected: string): ApiError {
  const received = isRawScalar(raw) ? String(raw).slice(0, longestEchoed) : 'no single value'
  return new ApiError('PaginationError', `Invalid '${key}' parameter. Expected ${expected}, received: ${received}`)
}

function clamp(limit: number, { maxLimit }: Limits): number {
  return maxLimit === null ? limit : Math.min(limit, maxLimit)
}

function readWithCount(raw: unknown): boolean {
  const toggle = readToggle(raw)
  if (toggle !== undefined) return toggle
  throw new ApiError('ValidationError', 'Invalid withCount parameter. Expected "t","1","true","false","0","f"')
}
