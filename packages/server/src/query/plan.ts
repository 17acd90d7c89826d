import type { ContentType } from '@content-api/model'
import { invalidParameter } from '../errors/invalid-parameter.js'
import { allOf } from './conditions.js'
import { QueryCounts } from './count-conditions.js'
import { type FilterScope, parseFilters } from './filters.js'
import { localeFilters, parseLocale } from './locale.js'
import { parsePagination, refuseBarePagination } from './pagination.js'
import type { PlanContext } from './plan-context.js'
import { parseEntryMembers } from './populate/entry-members.js'
import { emptyObject, envelope, flat, object, results } from './populate/response-form.js'
import { parsePublicationState } from './publication-state.js'
import type { Output, OutputObject, PublicationState, ReadPlan } from './read-plan.js'
import { parseSearch } from './search.js'
import { parseSort } from './sort.js'

/** A query whose brackets are nested objects and arrays already; the same from a URL and from GraphQL arguments. */
export type RawQuery = Readonly<Record<string, unknown>>

const forms = { envelope, flat, results } as const

export interface PlanOptions {
  /**
   * `envelope` (specification §2.1) unless `flat`, the bare objects of the users and upload plugins, or `results`, bare objects
   * with a list's pagination.
   */
  readonly shape?: keyof typeof forms
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
  const planning = begin(type, query, context, options)
  const locales = localeFilters(type, query.locale, context)
  const filters = [parseFilters(type, query.filters, planning.scope), parseSearch(type, query._q, context)]
  const members = readMembers(planning)
  return finish(planning, members, {
    mode: 'list',
    filters: allOf([...filters, ...(locales ? [parseFilters(type, locales, planning.scope)] : [])]),
    sort: parseSort(type, query.sort, planning.scope),
    pagination: parsePagination(query.pagination, context),
    locale: locales ? null : parseLocale(type, query.locale, context, context.locales.default),
  })
}

/** The plan of `GET /:id`. An id names one entry in one locale, so that `locale` is checked and says no more. */
export function planOne(type: ContentType, query: RawQuery, context: PlanContext, options: PlanOptions = {}): ReadPlan {
  refuseUnknown(query, entryParameters, context)
  const planning = begin(type, query, context, options)
  parseLocale(type, query.locale, context, null)
  checkUnused(planning)
  return finish(planning, readMembers(planning), { byId: true })
}

/** The plan of a single type: its entry in the requested locale; with `locale=all` the list of its localizations. */
export function planSingle(
  type: ContentType,
  query: RawQuery,
  context: PlanContext,
  options: PlanOptions = {},
): ReadPlan {
  refuseUnknown(query, entryParameters, context)
  const planning = begin(type, query, context, options)
  const locale = parseLocale(type, query.locale, context, context.locales.default)
  parseSort(type, query.sort, planning.scope)
  const members = readMembers(planning)
  const mode = type.localized && locale === null ? 'list' : 'one'
  return finish(planning, members, { mode, filters: parseFilters(type, query.filters, planning.scope), locale })
}

/**
 * The plan of what a create, update or delete answers: the entry as it was written, drafts included at every level. It
 * is made before anything is written, to know that the query is valid.
 */
export function planWritten(
  type: ContentType,
  query: RawQuery,
  context: PlanContext,
  options: PlanOptions = {},
): ReadPlan {
  refuseUnknown(query, entryParameters, context)
  const planning = begin(type, query, context, options, 'preview')
  if (context.strict) {
    parsePublicationState(query.publicationState, 'preview')
    parseLocale(type, query.locale, context, null)
  }
  checkUnused(planning)
  return finish(planning, readMembers(planning), { byId: true }, emptyObject)
}

/** A plan that is being made. */
interface Planning {
  readonly type: ContentType
  readonly query: RawQuery
  readonly scope: FilterScope
  readonly shape: NonNullable<PlanOptions['shape']>
}

/** @param state in place of the query's own */
function begin(
  type: ContentType,
  query: RawQuery,
  context: PlanContext,
  { shape = 'envelope' }: PlanOptions,
  state?: PublicationState,
): Planning {
  const publicationState = state ?? parsePublicationState(query.publicationState, 'live')
  return { type, query, scope: { context, counts: new QueryCounts(), publicationState }, shape }
}

function readMembers({ type, query, scope, shape }: Planning): OutputObject {
  return parseEntryMembers(type, query, scope, forms[shape])
}

type Parts = Partial<Pick<ReadPlan, 'mode' | 'byId' | 'filters' | 'sort' | 'pagination' | 'locale'>>

/** @param meta of each entry in an envelope (decision: where the specification shows it) */
function finish({ type, scope, shape }: Planning, members: OutputObject, parts: Parts, meta = localesOf(type, scope)) {
  const plan = {
    type,
    mode: 'one',
    byId: false,
    filters: null,
    sort: [],
    pagination: null,
    locale: null,
    publicationState: scope.publicationState,
    ...parts,
  } satisfies Omit<ReadPlan, 'output'>
  const shown = meta && shape === 'envelope' ? [...members, { key: 'meta', value: meta }] : members
  const output = forms[shape].response({ kind: 'entries', members: shown }, plan)
  return { ...plan, output }
}

/** Specification §2.2: entries of localised types tell the locales that they are available in. */
function localesOf({ localized }: ContentType, { publicationState }: FilterScope): Output | null {
  return localized ? object([{ key: 'availableLocales', value: { kind: 'locales', publicationState } }]) : null
}

/** Filters and sorts mean nothing for one entry; where they are let pass, they are still held to names that exist. */
function checkUnused({ type, query: { filters, sort }, scope }: Planning): void {
  parseFilters(type, filters, scope)
  parseSort(type, sort, scope)
}

function refuseUnknown(query: RawQuery, known: readonly string[], { strict }: PlanContext): void {
  if (!strict) return
  for (const key of Object.keys(query)) {
    if (!known.includes(key)) throw invalidParameter(key, known)
  }
}
