import { isRecord } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { Pagination } from '@content-api/engine/plan'
import type { Limits } from '@content-api/core/query/limits'
import { leftToStrapi } from '../left-to-strapi.js'

/**
 * Reads the argument `pagination` of GraphQL as Strapi 4.26 does: a page without a size has one entry, and
 * values below the minimum are raised to it.
 *
 * @throws ApiError PaginationError for pages with offsets, as Strapi does
 * @throws LeftToStrapi for pages without a limit
 */
export function pageArgumentInStrapi(input: unknown = {}, { defaultLimit, maxLimit, withCount }: Limits): Pagination {
  if (!isRecord(input)) throw leftToStrapi('has null as pagination')
  const number = (name: string) => (typeof input[name] === 'number' ? input[name] : undefined)
  const [page, pageSize, start, limit] = ['page', 'pageSize', 'start', 'limit'].map(number)
  const byPage = page !== undefined || pageSize !== undefined
  if (byPage && (start !== undefined || limit !== undefined)) {
    throw new ApiError('PaginationError', 'Cannot use both page & offset pagination in the same query')
  }
  const size = byPage ? Math.max(1, pageSize ?? 0) : (limit ?? defaultLimit)
  const offset = byPage ? ((page ?? 1) - 1) * size : (start ?? 0)
  if (size === -1 || (maxLimit !== null && size > maxLimit)) throw leftToStrapi('has a page without a limit')
  return { by: 'offset', start: Math.max(offset, 0), limit: Math.max(size, 1), withCount }
}

/**
 * Returns the parameter `pagination` of REST with values that Strapi 4.26 raises to the minimum: numbers
 * below it, except a limit of -1.
 */
export function raisedPages(pagination: unknown): unknown {
  if (!isRecord(pagination)) return pagination
  const raised = Object.entries(pagination).map(([key, value]): [string, unknown] => {
    const least = minimum[key]
    const isLow = least !== undefined && typeof value === 'string' && /^-?\d{1,9}$/.test(value) && Number(value) < least
    return [key, isLow && !(key === 'limit' && value === '-1') ? String(least) : value]
  })
  return Object.fromEntries(raised)
}

const minimum: Readonly<Record<string, number>> = { page: 1, pageSize: 1, start: 0, limit: 1 }
