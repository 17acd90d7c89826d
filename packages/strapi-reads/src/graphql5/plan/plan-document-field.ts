import { type Output, pageFigures, type ReadPlan } from '@content-api/engine/plan'
import type { FieldNode } from 'graphql'
import { derivedNames, typeName } from '@content-api/interfaces/graphql/naming'
import { type OperationDocument, selectMembers } from '@content-api/interfaces/graphql/plan/collect-fields'
import type { Arguments } from '@content-api/interfaces/graphql/plan/list-arguments'
import { allOf } from '@content-api/core/query/field-filter'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { object } from '@content-api/core/query/populate/response-form'
import type { QueryCounts } from '@content-api/core/query/query-counts'
import { leftToStrapi } from '../../left-to-strapi.js'
import type { Locales } from '../../rest5/locale.js'
import { versionCondition } from '../../rest5/versions.js'
import type { DocumentField } from '../schema/document-root-fields.js'
import {
  type DocumentList,
  filtersByLocale,
  readDocumentList,
  readLocales,
  readVersions,
} from './document-arguments.js'
import { countedRows, selectRow, type SelectionScope } from './select-document.js'

/** A root field to plan. */
export interface DocumentFieldRequest {
  readonly field: DocumentField
  readonly nodes: readonly FieldNode[]
  /** The coerced arguments. */
  readonly args: Arguments
  readonly document: OperationDocument
  /** Counts what the plan requests. */
  readonly counts: QueryCounts
}

/**
 * Makes the plan of a root field, as Strapi 5.54 reads it. The id of a document is an argument of the read.
 *
 * @throws ApiError, LeftToStrapi for what Strapi rejects, and for what is not read here in the same way
 */
export function planDocumentField(request: DocumentFieldRequest, lenient: PlanContext): ReadPlan {
  const { field, nodes, args, document, counts } = request
  const { type, kind } = field
  const context: PlanContext = { ...lenient, strict: true }
  const isList = kind === 'list' || kind === 'connection'
  const versions = readVersions(args)
  const requested = readLocales(type, args, context, isList)
  const locales: Locales = filtersByLocale(args) ? { locale: null, filters: null } : requested
  const state = { context, counts, publicationState: versions.state }
  const list = isList ? readDocumentList(type, args, state) : null
  const count = list ? countedRows(list) : 1
  counts.addEntries(count)
  const scope: SelectionScope = { ...state, document, versions, count }
  return {
    type,
    mode: isList ? 'list' : 'one',
    output:
      kind === 'connection'
        ? selectCollection(scope, request, list)
        : { kind: 'entries', members: selectRow(scope, type, nodes) },
    byId: false,
    byDocument: kind === 'one',
    filters: allOf([locales.filters, versionCondition(type, versions), list?.filters ?? null]),
    sort: list?.sort ?? [],
    pagination: list && {
      by: 'offset',
      start: list.start,
      limit: list.limit ?? allRows,
      withCount: kind === 'connection',
    },
    locale: locales.locale,
    publicationState: versions.state,
  }
}

/** More rows than a table has. */
const allRows = 2 ** 31 - 1

/** Selects the fields of `XEntityResponseCollection`: the documents and the figures of the page. */
function selectCollection(
  scope: SelectionScope,
  { field: { type }, nodes }: DocumentFieldRequest,
  list: DocumentList | null,
): Output {
  const name = derivedNames.collection(typeName(type))
  return object(
    selectMembers(scope, name, nodes, (selected): Output => {
      if (selected.name === 'nodes') return { kind: 'entries', members: selectRow(scope, type, selected.nodes) }
      return object(selectMembers(scope, 'Pagination', selected.nodes, (inner) => figureOf(inner.name, list)))
    }),
  )
}

function figureOf(name: string, list: DocumentList | null): Output {
  if (list?.limit === null && name !== 'total') return figureOfAll(name, list)
  const figure = pageFigures.find((known) => known === name)
  if (!figure) throw leftToStrapi(`selects ${name}`)
  return { kind: 'pagination', figure }
}

/** Returns a figure of a page with all rows from `start` on, as in Strapi. */
function figureOfAll(name: string, { start }: DocumentList): Output {
  if (name === 'page' || name === 'pageCount') return { kind: 'text', text: '1' }
  if (name !== 'pageSize' || start !== 0) throw leftToStrapi(`selects ${name} of a page without a limit`)
  return { kind: 'pagination', figure: 'total' }
}
