import type { Schema } from '@content-api/model'
import { type FilterScope, parseFilters } from '../../query/filters.js'
import { rawFilters } from '../filters.js'
import { readPagination } from '../service-arguments.js'
import { offsetOf } from '../../query/pagination.js'
import type { Condition, Pagination, PublicationState, RowOptions, SortKey } from '../../query/read-plan.js'
import { parseSort } from '../../query/sort.js'

/** A field's arguments, coerced; those with a default are never absent. */
export type Arguments = Readonly<Record<string, unknown>>

interface ListOptions {
  readonly filters: Condition | null
  readonly sort: readonly SortKey[]
  readonly pagination: Pagination
}

/**
 * What the arguments of a list say, at the root and below an entry alike (specification §4.5).
 * @throws ApiError ValidationError, PaginationError
 */
export function readList(schema: Schema, args: Arguments, scope: FilterScope): ListOptions {
  const { context } = scope
  return {
    filters: parseFilters(schema, rawFilters(context.registry, schema, args['filters']), scope),
    sort: parseSort(schema, readSort(args['sort']), scope),
    pagination: readPagination(args['pagination'], context),
  }
}

/** The same of the rows that a link leads to: the page counts per parent. */
export function readLinkedList(schema: Schema, args: Arguments, scope: FilterScope): RowOptions {
  const { filters, sort, pagination } = readList(schema, args, scope)
  return { filters, sort, ...offsetOf(pagination) }
}

/** GraphQL's lists may hold nulls, which say nothing. */
function readSort(args: unknown): unknown {
  return Array.isArray(args) ? args.filter((item) => item !== null) : args
}

/** What `publicationState` says; absent, or null: what holds around it. */
export function readState(args: Arguments, otherwise: PublicationState): PublicationState {
  const state = args['publicationState']
  if (state === 'PREVIEW') return 'preview'
  return state === 'LIVE' ? 'live' : otherwise
}
