import { type ContentType, isRecord, isScalar } from '@content-api/model'
import type { Condition, Output, ReadPlan } from '@content-api/engine/plan'
import { joinsRows } from '../rules/joined-rows.js'
import { allOf } from '@content-api/core/query/field-filter'
import { parseFilters, parseSearch } from '@content-api/core/query/filters'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { envelope, flat, object, type ResponseForm } from '@content-api/core/query/populate/response-form'
import { QueryCounts } from '@content-api/core/query/query-counts'
import type { RawQuery } from '@content-api/core/query/raw-value'
import { parseSort } from '@content-api/core/query/sort'
import { besideStrapi, type DocumentRules } from './document-rules.js'
import { joinedFields } from './fields.js'
import { leftToStrapi } from '../left-to-strapi.js'
import { requireNoSiblings } from './siblings.js'
import { parsePages } from './pages.js'
import { everyLocale, parseLocales } from './locale.js'
import { type DocumentScope, parseDocumentMembers } from './populate.js'
import { everyVersion, parseVersions, type Versions, versionCondition } from './versions.js'

/** The parameters of reads in Strapi 5. */
export const documentParameters: ReadonlySet<string> = new Set([
  'filters',
  'sort',
  'fields',
  'populate',
  'status',
  'locale',
  'publicationFilter',
  'hasPublishedVersion',
  '_q',
  'pagination',
  // These have no effect.
  'count',
  'ordering',
])

/** In a list, these have no effect. Strapi leaves out that many documents otherwise. */
export const ignoredOfLists: ReadonlySet<string> = new Set(['start', 'limit'])

/** Strapi rejects these, also in a project without strict parameters. */
const rejected: ReadonlySet<string> = new Set(['lookup', 'page', 'pageSize'])

/**
 * Makes the plan of a list of documents, as Strapi 5.54 reads it.
 *
 * @throws ApiError, LeftToStrapi for what Strapi rejects, and for what is not read here in the same way
 */
export function planDocuments(
  type: ContentType,
  query: RawQuery,
  context: PlanContext,
  rules: DocumentRules = besideStrapi,
): ReadPlan {
  const draft = beginPlan(type, query, context, { isList: true, rules })
  const { scope, filters } = draft
  const sort = parseSort(type, query['sort'], scope)
  const fields = joinsRows(filters, sort) ? joinedFields(type, query['fields'], sort) : query['fields']
  return finishPlan(draft, fields, {
    mode: 'list',
    sort,
    pagination: parsePages(query['pagination'], context.limits),
  })
}

/**
 * Makes the plan of one document. The document of a collection is read by its id, which is an argument of the
 * read.
 */
export function planDocument(
  type: ContentType,
  query: RawQuery,
  context: PlanContext,
  rules: DocumentRules = besideStrapi,
): ReadPlan {
  // A sort of one document has no effect.
  if (query['sort'] !== undefined && !rules.servesAll) throw leftToStrapi('sorts one document')
  const draft = beginPlan(type, query, context, { isList: false, rules })
  return finishPlan(draft, query['fields'], { byDocument: type.kind === 'collectionType' })
}

/** What a read by code of the project returns. */
export interface ProjectRead extends Pick<ReadPlan, 'mode'> {
  /** `id` and `documentId`: one row, whose id is an argument of the read. */
  readonly by: 'filters' | 'id' | 'documentId'
  readonly pagination?: ReadPlan['pagination']
  /** Whether only the number of rows is read, as `{ total }`. */
  readonly counts?: boolean
  /** Whether rows of both states and all locales are read, at every level. */
  readonly allVersions?: boolean
}

/**
 * Makes the plan of a read by code of the project: entries without an envelope, in the order of Strapi 5.
 *
 * @throws ApiError, LeftToStrapi for what is not read here
 */
export function planProjectRead(
  type: ContentType,
  query: RawQuery,
  context: PlanContext,
  { mode, by, pagination = null, counts = false, allVersions = false }: ProjectRead,
): ReadPlan {
  const allLocales = allVersions || by === 'id'
  const reading = { isList: mode === 'list', rules: forProject, allVersions, allLocales }
  const draft = beginPlan(type, query, context, reading)
  const parts: Parts = {
    mode,
    ...(by === 'id' && { publicationState: 'preview' }),
    byId: by === 'id',
    byDocument: by === 'documentId',
    sort: by === 'filters' && !counts ? parseSort(type, query['sort'], draft.scope) : [],
    pagination,
  }
  return { ...finishPlan(draft, query['fields'], parts, counts ? respondWithTotal : flat.response), trusted: true }
}

const forProject: DocumentRules = { servesAll: true, form: 'flat' }

const respondWithTotal = (): Output => object([{ key: 'total', value: { kind: 'pagination', figure: 'total' } }])

interface PlanDraft {
  readonly type: ContentType
  readonly query: RawQuery
  readonly scope: DocumentScope
  readonly filters: Condition | null
  readonly locale: string | null
}

interface Reading {
  readonly isList: boolean
  readonly rules: DocumentRules
  readonly allVersions?: boolean
  readonly allLocales?: boolean
}

function beginPlan(
  type: ContentType,
  query: RawQuery,
  lenient: PlanContext,
  { isList, rules, allVersions = false, allLocales = false }: Reading,
): PlanDraft {
  // What strict parameters reject is left to Strapi, also if the project doesn't have them.
  const context: PlanContext = { ...lenient, strict: true }
  const isKnown = (name: string) =>
    documentParameters.has(name) || ((isList || rules.servesAll) && ignoredOfLists.has(name))
  const ignoresOthers = (name: string) => !lenient.strict && !rejected.has(name) && !ignoredOfLists.has(name)
  const unknown = Object.keys(query).find((name) => !isKnown(name) && !ignoresOthers(name))
  if (unknown !== undefined) throw leftToStrapi(`has the parameter ${unknown}`)
  const versions: Versions = allVersions ? everyVersion : parseVersions(query, rules)
  // A filter at the root replaces the locales that Strapi selects rows by.
  const replacesLocale = isRecord(query['filters']) && Object.hasOwn(query['filters'], 'locale')
  const acceptsAny = rules.servesAll && !lenient.strict
  const locales = allLocales ? everyLocale : parseLocales(type, query['locale'], context, { isList, acceptsAny })
  const hasOneLocale = locales.locale !== null && !replacesLocale
  const scope = { context, counts: new QueryCounts(), publicationState: versions.state, versions, hasOneLocale, rules }
  if (!rules.servesAll) {
    requireNoSiblings(query)
    requireOwnFilters(query['filters'], isList)
  }
  if (query['_q'] !== undefined && !rules.servesAll) requirePublicSearch(type)
  const filters = allOf([
    replacesLocale ? null : locales.filters,
    versionCondition(type, versions),
    parseFilters(type, query['filters'] ?? undefined, scope),
    parseSearch(type, query['_q'], context),
  ])
  return { type, query, scope, filters, locale: replacesLocale ? null : locales.locale }
}

type Parts = Partial<Pick<ReadPlan, 'mode' | 'byId' | 'byDocument' | 'publicationState' | 'sort' | 'pagination'>>

function finishPlan(
  { type, query, scope, filters, locale }: PlanDraft,
  fields: unknown,
  parts: Parts,
  respond: ResponseForm['response'] = envelope.response,
): ReadPlan {
  const members = parseDocumentMembers(type, { fields, populate: query['populate'] }, scope)
  const plan = {
    type,
    mode: 'one' as const,
    byId: false,
    filters,
    sort: [],
    pagination: null,
    locale,
    publicationState: scope.versions.state,
    ...parts,
  }
  return { ...plan, output: respond({ kind: 'entries', members }, plan) }
}

/** Strapi searches private attributes too, which this server doesn't imitate. */
function requirePublicSearch({ uid, attributes }: ContentType): void {
  const isPrivate = Object.values(attributes).some(
    (attribute) => isScalar(attribute) && attribute.private === true && attribute.searchable !== false,
  )
  if (isPrivate) throw leftToStrapi(`searches ${uid}, which has private attributes`)
}

/** Filters of these attributes replace the locale and the document that Strapi selects one row by. */
function requireOwnFilters(filters: unknown, isList: boolean): void {
  if (isList) return
  const name = ['locale', 'documentId'].find((each) => isRecord(filters) && Object.hasOwn(filters, each))
  if (name !== undefined) throw leftToStrapi(`filters by ${name}`)
}
