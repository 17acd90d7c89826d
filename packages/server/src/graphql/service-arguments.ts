import { type ContentType, isRecord } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors/api-error'
import { rawFilters } from './filters.js'
import { offsetOf } from '@content-api/engine/plan/page'
import { parsePagination } from '../query/pagination.js'
import type { PlanContext } from '../query/plan-context.js'
import type { Pagination } from '@content-api/engine/plan/read-plan'

type Values = Readonly<Record<string, unknown>>

/**
 * Converts the arguments of a field to arguments of `entityService`. As in Strapi 4, the `info` of a
 * resolver's result contains the converted arguments.
 * @throws ApiError ValidationError, PaginationError
 */
export function serviceArguments(
  type: ContentType,
  { filters, pagination, publicationState, ...others }: Values,
  context: Pick<PlanContext, 'registry' | 'limits' | 'strict'>,
): Values {
  const state = typeof publicationState === 'string' ? publicationState.toLowerCase() : undefined
  return {
    ...others,
    ...(state !== undefined && { publicationState: state }),
    ...(pagination !== undefined && offsetOf(readPagination(pagination, context))),
    ...(isRecord(filters) && { filters: rawFilters(context.registry, type, filters) }),
  }
}

/** Reads the argument `pagination`. Nulls in it count as absent. @throws ApiError ValidationError, PaginationError */
export function readPagination(input: unknown, context: Pick<PlanContext, 'limits' | 'strict'>): Pagination {
  const present = isRecord(input) ? Object.entries(input).filter(([, value]) => value !== null) : []
  const keys = new Set(present.map(([key]) => key))
  if ((keys.has('page') || keys.has('pageSize')) && (keys.has('start') || keys.has('limit'))) {
    throw new ApiError('PaginationError', 'Cannot use both page & offset pagination in the same query')
  }
  return parsePagination(Object.fromEntries(present), context)
}
