import { ApiError } from '@content-api/engine/errors'
import type { Pagination } from '@content-api/engine/plan'
import { invalidParameter } from '../errors/invalid-parameter.js'
import type { Limits, PageContext } from './limits.js'
import { isRawScalar, malformedParameter, type RawQuery, readInteger, readToggle } from './raw-value.js'
import { isRecord } from '@content-api/model'

const pageKeys = ['page', 'pageSize'] as const
export const offsetKeys = ['start', 'limit'] as const
/** Maximum characters of an invalid value in an error message. */
const maximumShown = 40
const knownKeys: readonly string[] = [...pageKeys, ...offsetKeys, 'withCount']

/**
 * Parses `pagination` by page or by offset (specification §4.2). Values over the maximum are clamped to it. A
 * limit of -1 requests the maximum; if no maximum is configured, it stays -1.
 *
 * @throws ApiError PaginationError for invalid numbers, ValidationError for other invalid parameters and if
 * page and offset parameters are combined
 */
export function parsePagination(raw: unknown, { limits, strict }: PageContext): Pagination {
  const input = readGroup(raw, strict)
  const has = (key: string) => Object.hasOwn(input, key)
  if (pageKeys.some(has) && offsetKeys.some(has)) {
    throw new ApiError('ValidationError', 'Invalid pagination parameters. Expected either start/limit or page/pageSize')
  }
  const read = strict ? atLeast : lenientAtLeast
  const withCount = has('withCount') ? readWithCount(input.withCount) : limits.withCount
  if (!offsetKeys.some(has)) {
    const page = has('page') ? read(1, 'page', input.page) : 1
    const pageSize = clamp(has('pageSize') ? read(1, 'pageSize', input.pageSize) : limits.defaultLimit, limits)
    if (!Number.isSafeInteger(page * pageSize)) throw invalidNumber('page', input.page, 'a smaller integer')
    return { by: 'page', page, pageSize, withCount }
  }
  const start = has('start') ? read(0, 'start', input.start) : 0
  const limit = has('limit') ? readLimit(input.limit, limits, read) : limits.defaultLimit
  return { by: 'offset', start, limit: limit === -1 ? limit : clamp(limit, limits), withCount }
}

/**
 * Parses the argument `pagination` of GraphQL. Nulls in it count as absent.
 *
 * @throws ApiError ValidationError, PaginationError
 */
export function parsePageArgument(input: unknown, context: PageContext): Pagination {
  const present = isRecord(input) ? Object.entries(input).filter(([, value]) => value !== null) : []
  const keys = new Set(present.map(([key]) => key))
  if ((keys.has('page') || keys.has('pageSize')) && (keys.has('start') || keys.has('limit'))) {
    throw new ApiError('PaginationError', 'Cannot use both page & offset pagination in the same query')
  }
  return parsePagination(Object.fromEntries(present), context)
}

/**
 * Rejects pagination parameters at the top level of the query, outside `pagination`.
 *
 * @throws ApiError PaginationError
 */
export function rejectBarePagination(query: RawQuery): void {
  const bare = [...pageKeys, ...offsetKeys].find((key) => Object.hasOwn(query, key))
  if (bare === undefined) return
  throw elsewhere(`pagination[${bare}]`, bare)
}

/**
 * Parses the pagination of a list without an envelope: `start` and `limit` at the top level of the query, as in
 * Strapi 4.26. Without both it is null: the list has all rows, because its response can't show that there are more.
 *
 * @throws ApiError PaginationError for invalid numbers, and in strict mode for other forms of pagination
 */
export function parseFlatPagination(query: RawQuery, { limits, strict }: PageContext): Pagination | null {
  if (strict) rejectEnvelopePagination(query)
  const input = Object.fromEntries(
    offsetKeys.filter((key) => Object.hasOwn(query, key)).map((key) => [key, query[key]]),
  )
  if (Object.keys(input).length === 0) return null
  return parsePagination(input, { strict, limits: { ...limits, defaultLimit: -1, maxLimit: null } })
}

function rejectEnvelopePagination(query: RawQuery): void {
  const bare = pageKeys.find((key) => Object.hasOwn(query, key))
  if (bare !== undefined) throw elsewhere('start and limit', bare)
  if (!Object.hasOwn(query, 'pagination')) return
  const { pagination } = query
  const keys = isRecord(pagination) ? Object.keys(pagination) : []
  const [key = keys[0]] = offsetKeys.filter((known) => keys.includes(known))
  const isOffset = offsetKeys.some((known) => known === key)
  throw elsewhere(isOffset ? String(key) : 'start and limit', key === undefined ? 'pagination' : `pagination[${key}]`)
}

const elsewhere = (right: string, wrong: string) =>
  new ApiError('PaginationError', `Invalid pagination attributes: use ${right} instead of ${wrong}`)

function readGroup(raw: unknown, strict: boolean): Readonly<Record<string, unknown>> {
  if (raw === undefined || raw === null) return {}
  if (!strict) return isRecord(raw) ? raw : {}
  if (!isRecord(raw)) throw malformedParameter('pagination', 'must be an object, as in pagination[page]=1')
  const unknown = Object.keys(raw).find((key) => !knownKeys.includes(key))
  if (unknown !== undefined) throw invalidParameter(unknown, knownKeys)
  return raw
}

function readLimit(raw: unknown, limits: Limits, read: typeof atLeast): number {
  return readInteger(raw) === -1 ? (limits.maxLimit ?? -1) : read(1, 'limit', raw)
}

/** Lenient mode accepts all integers that `Number` parses, such as `+1`, `1e1` and `0x2` (as in Strapi 4.26). */
function lenientAtLeast(least: 0 | 1, key: string, raw: unknown): number {
  const isLiteral = typeof raw === 'string' && raw.trim() !== '' && Number.isSafeInteger(Number(raw))
  return atLeast(least, key, isLiteral ? Number(raw) : raw)
}

/** @throws ApiError PaginationError unless the value is an integer and at least `least` */
export function atLeast(least: 0 | 1, key: string, raw: unknown): number {
  const number = readInteger(raw)
  if (number === undefined || number < least)
    throw invalidNumber(key, raw, least === 1 ? 'an integer > 0' : 'an integer >= 0')
  return number
}

function invalidNumber(key: string, raw: unknown, expected: string): ApiError {
  const kind = raw === null ? 'null' : Array.isArray(raw) ? 'an array' : 'an object'
  const received = isRawScalar(raw) ? String(raw).slice(0, maximumShown) : kind
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
