import type { ContentType } from '@content-api/model'
import type { Output, ReadPlan } from '@content-api/engine/plan'
import { joinsRows } from '../rules/joined-rows.js'
import { parseFilters } from '@content-api/core/query/filters'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { QueryCounts } from '@content-api/core/query/query-counts'
import type { RawQuery } from '@content-api/core/query/raw-value'
import { parseSort } from '@content-api/core/query/sort'
import { besideStrapi } from './document-rules.js'
import { joinedFields } from './fields.js'
import { type DocumentScope, parseDocumentMembers } from './populate.js'

/** What a response of a plugin contains besides the entries. */
interface RowsOptions {
  readonly pagination?: ReadPlan['pagination']
  /** Returns the whole response; by default it consists of the entries alone. */
  readonly response?: (entries: Output, plan: Pick<ReadPlan, 'pagination'>) => Output
  /** Members after the attributes of each entry. */
  readonly added?: readonly { readonly key: string; readonly value: Output }[]
}

/**
 * Makes the plan of a list of rows whose type has no drafts and no locales, such as users and files. Plugins
 * of Strapi 5 read these by the database alone.
 *
 * @throws ApiError, LeftToStrapi for what Strapi rejects, and for what is not read here in the same way
 */
export function planRows(
  type: ContentType,
  query: RawQuery,
  context: PlanContext,
  { pagination = null, response, added = [] }: RowsOptions = {},
): ReadPlan {
  const scope = scopeOf(context)
  const filters = parseFilters(type, query['filters'], scope)
  const sort = parseSort(type, query['sort'], scope)
  const fields = joinsRows(filters, sort) ? joinedFields(type, query['fields'], sort) : query['fields']
  const members = parseDocumentMembers(type, { fields, populate: query['populate'] }, scope)
  // A page is also sorted by the ids of its rows.
  const ties = pagination === null ? scope.context.reading.ties(type, { filters, sort, fields }) : {}
  const plan = { ...base(type), mode: 'list' as const, filters, sort, ...ties, pagination }
  const entries: Output = { kind: 'entries', members: [...members, ...added] }
  return { ...plan, output: response ? response(entries, plan) : entries }
}

/**
 * Makes the plan of one row by its id.
 *
 * @throws ApiError as `planRows`
 */
export function planRow(
  type: ContentType,
  { fields, populate }: RawQuery,
  context: PlanContext,
  added: RowsOptions['added'] = [],
): ReadPlan {
  const members = parseDocumentMembers(type, { fields, populate }, scopeOf(context))
  return { ...base(type), mode: 'one', byId: true, output: { kind: 'entries', members: [...members, ...added] } }
}

const base = (type: ContentType) => ({
  type,
  byId: false,
  filters: null,
  sort: [],
  pagination: null,
  publicationState: 'live' as const,
  locale: null,
})

/** What strict parameters reject is left to Strapi, also if the project doesn't have them. */
const scopeOf = (context: PlanContext): DocumentScope => ({
  context: { ...context, strict: true },
  counts: new QueryCounts(),
  publicationState: 'live',
  versions: { state: 'live', filters: [] },
  hasOneLocale: false,
  rules: besideStrapi,
})
