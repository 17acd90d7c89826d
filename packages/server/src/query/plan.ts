import type { ContentType, ScalarAttribute } from '@content-api/model'
import { invalidParameter } from '../errors/invalid-parameter.js'
import { allOf } from './conditions.js'
import { type FilterScope, parseFilters } from './filters.js'
import { localeFilters, parseLocale } from './locale.js'
import { parsePagination, refuseBarePagination } from './pagination.js'
import type { PlanContext } from './plan-context.js'
import { parseSelection } from './populate/selection.js'
import { parsePublicationState } from './publication-state.js'
import type { Condition, ReadPlan, Shape } from './read-plan.js'
import { parseSearch } from './search.js'
import { parseSort } from './sort.js'

/** A query whose brackets are nested objects and arrays already; the same from a URL and from GraphQL arguments. */
export type RawQuery = Readonly<Record<string, unknown>>

export interface PlanOptions {
  /** `entry` unless given. */
  readonly shape?: Shape
}

const entryParameters = ['fields', 'populate', 'publicationState', 'locale'] as const
const listParameters = [...entryParameters, 'sort', 'filters', 'pagination', '_q'] as const

/**
 * The plan of a list (specification §4.1 to §4.3).
 *
 * @throws ApiError ValidationError or PaginationError for whatever the query asks that can't be answered
 */
export function planList(
  type: ContentType,
  query: RawQuery,
  context: PlanContext,
  options: PlanOptions = {},
): ReadPlan {
  refuseBarePagination(query)
  refuseUnknown(query, listParameters, context)
  const publicationState = parsePublicationState(query.publicationState, 'live')
  const scope = { context, publicationState }
  const locales = localeFilters(type, query.locale, context)
  const filters = [parseFilters(type, query.filters, scope), parseSearch(type, query._q, context)]
  return {
    type,
    mode: 'list',
    selection: parseSelection(type, query, scope),
    filters: allOf([...filters, ...(locales ? [parseFilters(type, locales, scope)] : [])]),
    sort: parseSort(type, query.sort, scope),
    pagination: parsePagination(query.pagination, context),
    publicationState,
    locale: locales ? null : parseLocale(type, query.locale, context, context.locales.default),
    ...dress(type, options),
  }
}

/** The plan of `GET /:id`. An id names one entry in one locale, so that `locale` is checked and says no more. */
export function planOne(
  type: ContentType,
  query: RawQuery,
  id: number,
  context: PlanContext,
  options: PlanOptions = {},
): ReadPlan {
  refuseUnknown(query, entryParameters, context)
  const publicationState = parsePublicationState(query.publicationState, 'live')
  const scope = { context, publicationState }
  parseLocale(type, query.locale, context, null)
  checkUnused(type, query, scope)
  return {
    type,
    mode: 'one',
    selection: parseSelection(type, query, scope),
    filters: hasId(type, id),
    sort: [],
    pagination: null,
    publicationState,
    locale: null,
    ...dress(type, options),
  }
}

/** The plan of a single type: its entry in the locale asked for; with `locale=all` the list of its localizations. */
export function planSingle(
  type: ContentType,
  query: RawQuery,
  context: PlanContext,
  options: PlanOptions = {},
): ReadPlan {
  refuseUnknown(query, entryParameters, context)
  const publicationState = parsePublicationState(query.publicationState, 'live')
  const scope = { context, publicationState }
  const locale = parseLocale(type, query.locale, context, context.locales.default)
  parseSort(type, query.sort, scope)
  return {
    type,
    mode: type.localized && locale === null ? 'list' : 'one',
    selection: parseSelection(type, query, scope),
    filters: parseFilters(type, query.filters, scope),
    sort: [],
    pagination: null,
    publicationState,
    locale,
    ...dress(type, options),
  }
}

/**
 * The plan of what a create, update or delete answers: the entry as it was written, drafts included at every level. It
 * can be made before anything is written, with any id, to know that the query is valid; `withId` gives it the id.
 */
export function planWritten(
  type: ContentType,
  query: RawQuery,
  id: number,
  context: PlanContext,
  options: PlanOptions = {},
): ReadPlan {
  refuseUnknown(query, entryParameters, context)
  const scope: FilterScope = { context, publicationState: 'preview' }
  if (context.strict) {
    parsePublicationState(query.publicationState, 'preview')
    parseLocale(type, query.locale, context, null)
  }
  checkUnused(type, query, scope)
  return {
    type,
    mode: 'one',
    selection: parseSelection(type, query, scope),
    filters: hasId(type, id),
    sort: [],
    pagination: null,
    publicationState: 'preview',
    locale: null,
    shape: options.shape ?? 'entry',
    ...((options.shape ?? 'entry') === 'entry' ? { entryMeta: 'empty' as const } : {}),
  }
}

/** Filters and sorts mean nothing for one entry; where they are let pass, they are still held to names that exist. */
function checkUnused(type: ContentType, { filters, sort }: RawQuery, scope: FilterScope): void {
  parseFilters(type, filters, scope)
  parseSort(type, sort, scope)
}

/** The same plan for the entry with this id. */
export function withId(plan: ReadPlan, id: number): ReadPlan {
  return { ...plan, filters: hasId(plan.type, id) }
}

/** Holds for the entry with this id. */
export function hasId(type: ContentType, id: number): Condition {
  const attribute = type.attributes['id'] as ScalarAttribute
  return { op: 'value', name: 'id', attribute, operator: '$eq', values: [id] }
}

/** Specification §2.2: entries of localised types tell the locales that they are available in. */
function dress(type: ContentType, { shape = 'entry' }: PlanOptions): Pick<ReadPlan, 'shape' | 'entryMeta'> {
  return type.localized && shape === 'entry' ? { shape, entryMeta: 'locales' } : { shape }
}

function refuseUnknown(query: RawQuery, known: readonly string[], { strict }: PlanContext): void {
  if (!strict) return
  for (const key of Object.keys(query)) {
    if (!known.includes(key)) throw invalidParameter(key, known)
  }
}
