import type { ContentType } from '@content-api/model'
import type { Output, OutputObject, ReadPlan } from '@content-api/engine/plan'
import type { RawQuery } from './raw-value.js'
import { invalidParameter, replacedParameter } from '../errors/invalid-parameter.js'
import { allOf } from './field-filter.js'
import { QueryCounts } from './query-counts.js'
import { type FilterScope, parseFilters, parseSearch } from './filters.js'
import { localeFilters, parseLocale, rejectOtherLocales } from './locale.js'
import { offsetKeys, parseFlatPagination, rejectBarePagination } from './pagination.js'
import { type PlanContext, parsePublicationState } from './plan-context.js'
import { withDeepPopulate } from './populate/deep.js'
import { parseEntryMembers } from './populate/populate.js'
import { emptyObject, envelope, flat, object, type ResponseForm, results } from './populate/response-form.js'
import type { ResponseShape } from './reading-rules.js'
import { replacementOf } from './parameter-of-others.js'
import { parseSort } from './sort.js'

const forms: Readonly<Record<ResponseShape, ResponseForm>> = { envelope, flat, results }

export interface PlanOptions {
  /**
   * The shape of the response. `envelope` is the default (specification §2.1). `flat` returns bare objects,
   * like Strapi's users and upload plugins. `results` returns bare objects, and lists with their pagination.
   */
  readonly shape?: ResponseShape
}

const entryParameters = ['fields', 'populate', 'publicationState', 'locale'] as const
const listParameters = [...entryParameters, 'sort', 'filters', 'pagination', '_q'] as const
const flatListParameters = [...entryParameters, 'sort', 'filters', ...offsetKeys, '_q'] as const

/**
 * Makes the plan of a list (specification §4.1 to §4.3). Lists of the shape `flat` have `start` and `limit` instead
 * of `pagination`.
 *
 * @throws ApiError ValidationError or PaginationError for invalid query parameters
 */
export function planList(
  type: ContentType,
  query: RawQuery,
  context: PlanContext,
  options: PlanOptions = {},
): ReadPlan {
  const pagination = pageOf(query, context, options)
  const parameters = options.shape === 'flat' ? flatListParameters : listParameters
  const draft = beginPlan(type, query, context, { ...options, parameters })
  const locales = localeFilters(type, query.locale, context)
  const filters = [parseFilters(type, query.filters, draft.scope), parseSearch(type, query._q, context)]
  const all = allOf([...filters, ...(locales ? [parseFilters(type, locales, draft.scope)] : [])])
  if (query.locale === undefined) rejectOtherLocales(type, all, context)
  const sort = parseSort(type, query.sort, draft.scope)
  const { reading } = context
  const fields = reading.shownFields(type, draft.query.fields, { filters: all, sort })
  const members = readMembers({ ...draft, query: { ...draft.query, fields } })
  return finishPlan(draft, members, {
    mode: 'list',
    filters: all,
    sort,
    ...reading.ties(type, { filters: all, sort, fields }),
    pagination,
    locale: locales ? null : parseLocale(type, query.locale, context, context.locales.default),
  })
}

function pageOf(query: RawQuery, context: PlanContext, { shape }: PlanOptions): ReadPlan['pagination'] {
  if (shape === 'flat') return parseFlatPagination(query, context)
  rejectBarePagination(query)
  return context.reading.page(query.pagination, context)
}

/**
 * Makes the plan of `GET /:id`. An id belongs to one locale: in strict mode the plan finds no entry of another one than
 * the request names. In lenient mode `locale` has no effect, as in Strapi 4.26.
 */
export function planOne(type: ContentType, query: RawQuery, context: PlanContext, options: PlanOptions = {}): ReadPlan {
  const draft = beginPlan(type, query, context, { ...options, byId: true })
  const locale = parseLocale(type, query.locale, context, null)
  checkUnused(draft)
  return finishPlan(draft, readMembers(draft), { byId: true, locale: context.strict ? locale : null })
}

/**
 * Makes the plan of a single type: its entry in the requested locale, or a list of all localizations for
 * `locale=all`.
 */
export function planSingle(
  type: ContentType,
  query: RawQuery,
  context: PlanContext,
  options: PlanOptions = {},
): ReadPlan {
  const draft = beginPlan(type, query, context, options)
  const locale = parseLocale(type, query.locale, context, context.locales.default)
  parseSort(type, query.sort, draft.scope)
  const members = readMembers(draft)
  const mode = type.localized && locale === null ? 'list' : 'one'
  return finishPlan(draft, members, { mode, filters: parseFilters(type, query.filters, draft.scope), locale })
}

/**
 * Makes the plan of the response to a create, update or delete: the written entry, with drafts at every
 * level. Callers make the plan before they write, so that an invalid query changes nothing.
 */
export function planWritten(
  type: ContentType,
  query: RawQuery,
  context: PlanContext,
  options: PlanOptions = {},
): ReadPlan {
  const draft = beginPlan(type, query, context, { ...options, writes: true })
  if (context.strict) {
    parsePublicationState(query.publicationState, 'preview')
    parseLocale(type, query.locale, context, null)
  }
  checkUnused(draft)
  return finishPlan(draft, readMembers(draft), { byId: true }, emptyObject)
}

/** The input of a plan while it is built. */
interface PlanDraft {
  readonly type: ContentType
  readonly query: RawQuery
  readonly scope: FilterScope
  readonly shape: NonNullable<PlanOptions['shape']>
}

interface DraftOptions extends PlanOptions {
  /** The parameters that the query may have. */
  readonly parameters?: readonly string[]
  /** Whether the plan is the response to a write, which shows drafts. */
  readonly writes?: boolean
  readonly byId?: boolean
}

function beginPlan(type: ContentType, query: RawQuery, context: PlanContext, options: DraftOptions): PlanDraft {
  const { shape = 'envelope', writes, byId = false } = options
  if (context.strict) rejectUnknown(query, context, options)
  context.reading.checkQuery(query, shape)
  const publicationState = writes ? 'preview' : context.reading.stateOfQuery(query, { byId, shape })
  return {
    type,
    query: withDeepPopulate(type, query, context),
    scope: { context, counts: new QueryCounts(), publicationState },
    shape,
  }
}

function readMembers({ type, query, scope, shape }: PlanDraft): OutputObject {
  return parseEntryMembers(type, query, scope, forms[shape])
}

type Parts = Partial<Pick<ReadPlan, 'mode' | 'byId' | 'filters' | 'sort' | 'ties' | 'pagination' | 'locale'>>

/** @param meta the `meta` of each entry; only the shape `envelope` contains it */
function finishPlan(
  { type, scope, shape }: PlanDraft,
  members: OutputObject,
  parts: Parts,
  meta = scope.context.reading.showsLocales ? localesOf(type, scope) : null,
) {
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

/** Returns `meta` of localised entries: the locales in which they are available (specification §2.2). */
function localesOf({ localized }: ContentType, { publicationState }: FilterScope): Output | null {
  return localized ? object([{ key: 'availableLocales', value: { kind: 'locales', publicationState } }]) : null
}

/** Checks filters and sort of a single entry. They have no effect, but unknown names in them are errors. */
function checkUnused({ type, query: { filters, sort }, scope }: PlanDraft): void {
  parseFilters(type, filters, scope)
  parseSort(type, sort, scope)
}

function rejectUnknown(
  query: RawQuery,
  { deepPopulate }: PlanContext,
  { parameters = entryParameters, shape, writes }: DraftOptions,
): void {
  const known = deepPopulate ? [...parameters, 'pLevel'] : parameters
  // Project code has no `pagination`.
  const pageKey = (name: string) =>
    shape === 'results' ? name : shape === 'flat' ? 'start and limit' : `pagination[${name}]`
  for (const [key, value] of Object.entries(query)) {
    if (known.includes(key)) continue
    const instead = replacementOf(key, value, { known, pageKey, writes })
    throw instead === undefined ? invalidParameter(key, known) : replacedParameter(key, instead)
  }
}
