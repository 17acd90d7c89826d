import type { Values } from '@content-api/engine/plan'
import { guarded } from '../host/guarded.js'
import { errors } from './strapi-errors.js'

interface Options {
  readonly defaults?: { readonly page?: Values; readonly offset?: Values }
  readonly maxLimit?: number
}

/**
 * `withDefaultPagination` of `@strapi/utils`: returns `start` and `limit` for parameters of a page or an
 * offset, with limits.
 * @throws PaginationError for parameters of both
 */
function withDefaultPagination(input: Values, { defaults = {}, maxLimit = -1 }: Options = {}): Values {
  const { page, pageSize, start, limit, ...others } = input
  const isPaged = page !== undefined || pageSize !== undefined
  if (isPaged && (start !== undefined || limit !== undefined)) {
    throw new errors.PaginationError('Cannot use both page & offset pagination in the same query')
  }
  const bounded = (size: number) => {
    if (size === -1) return maxLimit
    return maxLimit === -1 ? Math.max(size, 1) : Math.min(Math.max(size, 1), maxLimit)
  }
  if (!isPaged) {
    const { start: firstStart = 0, limit: usual = 10 } = defaults.offset ?? {}
    return { ...others, start: Math.max(Number(start ?? firstStart), 0), limit: bounded(Number(limit ?? usual)) }
  }
  const { page: firstPage = 1, pageSize: usual = 10 } = defaults.page ?? {}
  const size = bounded(Math.max(Number(pageSize ?? usual), 1))
  return { ...others, start: (Math.max(Number(page ?? firstPage), 1) - 1) * size, limit: size }
}

/** Returns the figures of a page for a response. An offset is converted to a page. */
function transformPagedPaginationInfo(info: Values, total: number): Values {
  const isOffset = !isSet(info['page']) && isSet(info['start'])
  if (!isSet(info['page']) && !isOffset) return { ...info, page: 1, pageSize: 10, pageCount: 1, total }
  const pageSize = Number(isOffset ? info['limit'] : info['pageSize'])
  const page = isOffset ? Math.floor(Number(info['start']) / pageSize) + 1 : info['page']
  return { page, pageSize, pageCount: pageSize > 0 ? Math.ceil(total / pageSize) : 0, total }
}

/** Returns the figures of an offset for a response. A page is converted to an offset. */
function transformOffsetPaginationInfo(info: Values, total: number): Values {
  if (isSet(info['page'])) {
    const limit = Number(info['pageSize'])
    return { limit, start: (Number(info['page']) - 1) * limit, total }
  }
  if (isSet(info['start'])) return { start: info['start'], limit: info['limit'], total }
  return { ...info, start: 0, limit: 10, total }
}

const isSet = (value: unknown) => value !== undefined && value !== null

/** `pagination` of `@strapi/utils`. */
export const pagination = guarded('pagination of @strapi/utils', {
  withDefaultPagination,
  transformPagedPaginationInfo,
  transformOffsetPaginationInfo,
})
