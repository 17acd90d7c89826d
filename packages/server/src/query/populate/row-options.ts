import type { Schema } from '@content-api/model'
import { type FilterScope, parseFilters } from '../filters.js'
import { atLeast } from '../pagination.js'
import { readInteger } from '../raw-value.js'
import type { RowOptions } from '@content-api/engine/plan/read-plan'
import { parseSort } from '../sort.js'
import type { LinkRequest } from './populate-tree.js'

/**
 * Parses the filters, sort, start and limit of linked rows. `start` and `limit` apply to each parent and have
 * no maximum.
 *
 * @throws ApiError for invalid filters, sort, start or limit
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

/**
 * Returns whether a limit means no limit: -1 or an absent value always, and in lenient mode also 0 and an
 * empty value (as in Strapi 4.26).
 */
function isUnlimited(limit: unknown, { context }: FilterScope): boolean {
  if (limit === undefined || readInteger(limit) === -1) return true
  return !context.strict && (limit === null || limit === '' || readInteger(limit) === 0)
}
