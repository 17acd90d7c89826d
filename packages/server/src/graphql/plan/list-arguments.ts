import type { ContentType, Schema } from '@content-api/model'
import { ApiError } from '../../errors/api-error.js'
import { parseFilters } from '../../query/filters.js'
import { parsePagination } from '../../query/pagination.js'
import type { PlanContext } from '../../query/plan-context.js'
import { isRecord } from '../../query/raw-value.js'
import type { Condition, LinkedRows, Pagination, PublicationState, SortKey } from '../../query/read-plan.js'
import { parseSort } from '../../query/sort.js'
import { rawFilters } from './raw-filters.js'

/** A field's arguments, coerced; those with a default are never absent. */
export type Arguments = Readonly<Record<string, unknown>>

export interface ListScope {
  readonly context: PlanContext
  readonly publicationState: PublicationState
}

interface ListOptions {
  readonly filters: Condition | null
  readonly sort: readonly SortKey[]
  readonly pagination: Pagination
}

/**
 * What the arguments of a list say, at the root and below an entry alike (specification §4.5).
 * @throws ApiError ValidationError, PaginationError
 */
export function readList(schema: Schema, given: Arguments, scope: ListScope): ListOptions {
  const { context } = scope
  return {
    filters: parseFilters(schema, rawFilters(context.registry, schema, given['filters']), scope),
    sort: parseSort(schema, readSort(given['sort']), scope),
    pagination: readPagination(given['pagination'], context),
  }
}

/** The same of the rows that a link leads to: the page counts per parent. */
export function readLinkedList(
  schema: Schema,
  given: Arguments,
  scope: ListScope,
): Pick<LinkedRows, 'filters' | 'sort' | 'start' | 'limit'> {
  const { filters, sort, pagination } = readList(schema, given, scope)
  return { filters, sort, ...offsetOf(pagination) }
}

/** GraphQL's lists may hold nulls, which say nothing. */
function readSort(given: unknown): unknown {
  return Array.isArray(given) ? given.filter((item) => item !== null) : given
}

function readPagination(given: unknown, context: PlanContext): Pagination {
  const present = isRecord(given) ? Object.entries(given).filter(([, value]) => value !== null) : []
  const keys = new Set(present.map(([key]) => key))
  if ((keys.has('page') || keys.has('pageSize')) && (keys.has('start') || keys.has('limit'))) {
    throw new ApiError('PaginationError', 'Cannot use both page & offset pagination in the same query')
  }
  return parsePagination(Object.fromEntries(present), context)
}

/** What `publicationState` says; absent, or null: what holds around it. */
export function readState(given: Arguments, otherwise: PublicationState): PublicationState {
  const state = given['publicationState']
  if (state === 'PREVIEW') return 'preview'
  return state === 'LIVE' ? 'live' : otherwise
}

/**
 * The arguments of a field as `entityService` takes them, which `info` tells what it answers with.
 * @throws ApiError ValidationError, PaginationError
 */
export function serviceArguments(
  type: ContentType,
  { filters, pagination, publicationState, ...others }: Arguments,
  context: PlanContext,
): Arguments {
  const state = typeof publicationState === 'string' ? publicationState.toLowerCase() : undefined
  return {
    ...others,
    ...(state !== undefined && { publicationState: state }),
    ...(pagination !== undefined && offsetOf(readPagination(pagination, context))),
    ...(isRecord(filters) && { filters: rawFilters(context.registry, type, filters) }),
  }
}

function offsetOf(pagination: Pagination) {
  return pagination.by === 'page'
    ? { start: (pagination.page - 1) * pagination.pageSize, limit: pagination.pageSize }
    : { start: pagination.start, limit: pagination.limit }
}
