import { invalidParameter } from '../errors/invalid-parameter.js'
import type { PageContext } from './limits.js'
import { offsetKeys, parseFlatPagination } from './pagination.js'
import type { RawQuery } from './raw-value.js'

/**
 * Returns the part of a list that `start` and `limit` of the query select. The list takes no other parameters.
 *
 * @throws ApiError PaginationError for invalid numbers; in strict mode ValidationError for other parameters
 */
export function pageOfRows<Row>(rows: readonly Row[], query: RawQuery, context: PageContext): readonly Row[] {
  const page = parseFlatPagination(query, context)
  const unknown = Object.keys(query).find((key) => !offsetKeys.some((known) => known === key))
  if (context.strict && unknown !== undefined) throw invalidParameter(unknown, offsetKeys)
  if (page?.by !== 'offset') return rows
  return rows.slice(page.start, page.limit === -1 ? undefined : page.start + page.limit)
}
