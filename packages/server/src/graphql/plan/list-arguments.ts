import type { Schema } from '@content-api/model'
import { type FilterScope, parseFilters } from '../../query/filters.js'
import { rawFilters, readPagination } from '../service-arguments.js'
import {
  type Condition,
  offsetOf,
  type Pagination,
  type PublicationState,
  type RowOptions,
  type SortKey,
} from '@content-api/engine/plan'
import { parseSort } from '../../query/sort.js'

/** The coerced arguments of a field. Arguments with a default value are never absent. */
export type Arguments = Readonly<Record<string, unknown>>

interface ListOptions {
  readonly filters: Condition | null
  readonly sort: readonly SortKey[]
  readonly pagination: Pagination
}

/**
 * Reads the arguments of a list, at the root or below an entry (specification §4.5).
 * @throws ApiError ValidationError, PaginationError
 */
export function readList(schema: Schema, args: Arguments, scope: FilterScope): ListOptions {
  const { context } = scope
  return {
    filters: parseFilters(schema, rawFilters(context.registry, schema, args['filters']), { ...scope, typed: true }),
    sort: parseSort(schema, readSort(args['sort']), scope),
    pagination: readPagination(args['pagination'], context),
  }
}

/** Reads the arguments of a list of linked rows. The page applies to each parent separately. */
export function readLinkedList(schema: Schema, args: Arguments, scope: FilterScope): RowOptions {
  const { filters, sort, pagination } = readList(schema, args, scope)
  return { filters, sort, ...offsetOf(pagination) }
}

/** Removes nulls from `sort`, which lists in GraphQL may contain. */
function readSort(args: unknown): unknown {
  return Array.isArray(args) ? args.filter((item) => item !== null) : args
}

/** Reads `publicationState`. If it is absent or null, the state of the parent applies. */
export function readState(args: Arguments, inherited: PublicationState): PublicationState {
  const state = args['publicationState']
  if (state === 'PREVIEW') return 'preview'
  return state === 'LIVE' ? 'live' : inherited
}
