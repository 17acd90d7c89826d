import type { ContentType } from '@content-api/model'
import { type Output, type OutputObject, pageFigures, type ReadPlan, type RowOptions } from '@content-api/engine/plan'
import { isObjectType } from 'graphql'
import { derivedNames, typeName } from '@content-api/interfaces/graphql/naming'
import { type SelectedField, selectMembers } from '@content-api/interfaces/graphql/plan/collect-fields'
import type { RootRequest } from '@content-api/interfaces/graphql/plan/plan-root'
import type { SelectScope } from '@content-api/interfaces/graphql/plan/select-scope'
import { allOf } from '@content-api/core/query/field-filter'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { object } from '@content-api/core/query/populate/response-form'
import { leftToStrapi } from '../../left-to-strapi.js'
import type { Locales } from '../../rest5/locale.js'
import { type Versions, versionCondition } from '../../rest5/versions.js'
import type { DocumentQueryRules } from '../query-rules.js'
import { filtersByLocale, readDocumentList, readLocales, readVersions } from './document-arguments.js'
import { countedRows, documentForm } from './document-form.js'

/** The kinds of root fields that read documents. */
export type DocumentQuery = 'findOne' | 'findSingle' | 'find' | 'findConnection'

/**
 * Makes the plan of a root field, as Strapi 5.54 reads it. The id of a document is an argument of the read.
 *
 * @throws ApiError; LeftToStrapi for what Strapi reads in another way
 */
export function planDocumentField(
  kind: DocumentQuery,
  request: RootRequest,
  lenient: PlanContext,
  rules: DocumentQueryRules,
): ReadPlan {
  const { type, nodes, args } = request
  const context: PlanContext = { ...lenient, strict: true }
  const isList = kind === 'find' || kind === 'findConnection'
  const versions = readVersions(args, rules)
  const requested = readLocales(type, args, lenient, { isList, rules })
  const locales: Locales = filtersByLocale(args) ? { locale: null, filters: null } : requested
  const state = { context, counts: request.counts, publicationState: versions.state }
  const list = isList ? readDocumentList(type, args, state, rules) : null
  const scope = scopeOf(request, context, { versions, rules }, list ? countedRows(list.limit) : 1)
  return {
    ...one(type, versions),
    mode: isList ? 'list' : 'one',
    output:
      kind === 'findConnection'
        ? selectCollection(scope, request, list)
        : { kind: 'entries', members: scope.form.attributes(scope, type, nodes) },
    byDocument: kind === 'findOne',
    filters: allOf([locales.filters, versionCondition(type, versions), list?.filters ?? null]),
    sort: list?.sort ?? [],
    pagination: list && {
      by: 'offset',
      start: list.start,
      limit: list.limit ?? allRows,
      withCount: kind === 'findConnection',
    },
    locale: locales.locale,
  }
}

/** What a mutation has written: the version of a document in one locale; null for types without locales. */
interface WrittenVersion {
  readonly state: Versions['state']
  readonly locale: string | null
}

/** Makes the plan of the response to a mutation. The id of the document is an argument of the read. @throws ApiError */
export function planWrittenDocument(
  request: RootRequest,
  lenient: PlanContext,
  rules: DocumentQueryRules,
  { state, locale }: WrittenVersion,
): ReadPlan {
  const { type, nodes } = request
  const versions: Versions = { state, filters: [] }
  const scope = { ...scopeOf(request, { ...lenient, strict: true }, { versions, rules }, 1), reads: false }
  const members = scope.form.attributes(scope, type, nodes)
  return { ...one(type, versions), output: { kind: 'entries', members }, byDocument: true, locale }
}

/** Makes the plan of a record, such as a user. Its field shows the record itself, or has it as `data`. @throws ApiError */
export function planDocumentRecord(request: RootRequest, lenient: PlanContext, rules: DocumentQueryRules): ReadPlan {
  const { type, nodes, document } = request
  const versions: Versions = { state: 'live', filters: [] }
  const scope = { ...scopeOf(request, { ...lenient, strict: true }, { versions, rules }, 1), reads: false }
  const entries = (selected: RootRequest['nodes']): Output => ({
    kind: 'entries',
    members: scope.form.attributes(scope, type, selected),
  })
  const response = derivedNames.response(typeName(type))
  const output = isObjectType(document.schema.getType(response))
    ? object(selectMembers(scope, response, nodes, (selected) => entries(selected.nodes)))
    : entries(nodes)
  return { ...one(type, versions), output, byId: true }
}

const one = (type: ContentType, { state }: Versions) =>
  ({
    type,
    mode: 'one',
    byId: false,
    filters: null,
    sort: [],
    pagination: null,
    publicationState: state,
    locale: null,
  }) as const

function scopeOf(
  { document, counts, form }: RootRequest,
  context: PlanContext,
  options: { readonly versions: Versions; readonly rules: DocumentQueryRules },
  count: number,
): SelectScope {
  counts.addEntries(count)
  const publicationState = options.versions.state
  return { document, form: form ?? documentForm(options), context, counts, publicationState, reads: true, count }
}

/** More rows than a table has. */
const allRows = 2 ** 31 - 1

/** Selects the fields of `XEntityResponseCollection`: the documents and the figures of the page. */
function selectCollection(scope: SelectScope, { type, nodes }: RootRequest, list: RowOptions | null): Output {
  const figures = ({ nodes: selected }: Pick<SelectedField, 'nodes'>): OutputObject =>
    selectMembers(scope, 'Pagination', selected, (inner) => figureOf(inner.name, list))
  const members = selectMembers(scope, derivedNames.collection(typeName(type)), nodes, (selected): Output => {
    if (selected.name === 'pageInfo') return object(figures(selected))
    if (selected.name !== 'meta') {
      return { kind: 'entries', members: scope.form.attributes(scope, type, selected.nodes), nonNull: true }
    }
    return object(selectMembers(scope, 'ResponseCollectionMeta', selected.nodes, (inner) => object(figures(inner))))
  })
  return { kind: 'object', members, absorbs: true }
}

function figureOf(name: string, list: RowOptions | null): Output {
  if (list?.limit === null && name !== 'total') return figureOfAll(name, list)
  const figure = pageFigures.find((known) => known === name)
  if (!figure) throw leftToStrapi(`selects ${name}`)
  return { kind: 'pagination', figure }
}

/** Returns a figure of a page with all rows from `start` on, as in Strapi. */
function figureOfAll(name: string, { start }: RowOptions): Output {
  if (name === 'page' || name === 'pageCount') return { kind: 'text', text: '1' }
  if (name !== 'pageSize' || start !== 0) throw leftToStrapi(`selects ${name} of a page without a limit`)
  return { kind: 'pagination', figure: 'total' }
}
