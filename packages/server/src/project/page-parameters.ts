import { errors } from './strapi-errors.js'

type Values = Readonly<Record<string, unknown>>

interface Options {
  readonly defaults?: { readonly page?: Values; readonly offset?: Values }
  readonly maxLimit?: number
}

/**
 * `withDefaultPagination` of `@strapi/utils`: returns `start` and `limit` for parameters of a page or an
 * offset, with limits.
 * @throws PaginationError for parameters of both
 */
export function withDefaultPagination(input: Values, { defaults = {}, maxLimit = -1 }: Options = {}): Values {
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
