import type { Schema } from '@content-api/model'
import { type FilterScope, parseFilters } from '../filters.js'
import { atLeast } from '../pagination.js'
import { readInteger } from '../raw-value.js'
import type { RowOptions } from '../read-plan.js'
import { parseSort } from '../sort.js'
import type { LinkRequest } from './populate-tree.js'

/**
 * Which linked rows are answered and in which order. `start` and `limit` count per parent and know no maximum.
 *
 * @throws ApiError as filters, sort and pagination do
 */
export function readRowOptions(target: Schema, { options }: LinkRequest, scope: FilterScope): RowOptions {
  const { filters, sort, start, limit } = options
  return {
    filters: parseFilters(target, filters, scope),
    sort: parseSort(target, sort, scope),
    start: start === undefined ? 0 : atLeast(0, 'start', start),
    limit: isUnlimited(limit, scope) ? null : atLeast(1, 'limit', limit),
  }
}

/** A limit of -1 is none; where a service is lenient so are, as observed, 0 and an empty one. */
function isUnlimited(limit: unknown, { context }: FilterScope): boolean {
  if (limit === undefined || readInteger(limit) === -1) return true
  return !context.strict && (limit === null || limit === '' || readInteger(limit) === 0)
}
