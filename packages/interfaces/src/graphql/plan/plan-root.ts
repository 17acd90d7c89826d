import type { ContentType, Schema } from '@content-api/model'
import type { FieldNode } from 'graphql'
import { parseLocale, rejectOtherLocales } from '@content-api/core/query/locale'
import {
  asPage,
  type Output,
  type OutputObject,
  pageFigures,
  type PublicationState,
  type ReadPlan,
} from '@content-api/engine/plan'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { object } from '@content-api/core/query/populate/response-form'
import { derivedNames, typeName } from '../naming.js'
import { type OperationDocument, selectMembers } from './collect-fields.js'
import { type Arguments, readLinkedList, readList, requestedState } from './list-arguments.js'
import type { QueryCounts } from '@content-api/core/query/query-counts'
import type { EntriesField, SelectionForm, SelectScope } from './select-scope.js'
import { idField, selectAttribute, selectUsedBy } from './select-attribute.js'

/** A root field to plan. */
export interface RootRequest {
  readonly type: ContentType
  readonly nodes: readonly FieldNode[]
  /** The coerced arguments. */
  readonly args: Arguments
  readonly document: OperationDocument
  /** Counts what the plan requests. */
  readonly counts: QueryCounts
  /** The form of rows. By default, they are read as the text of the response. */
  readonly form?: SelectionForm
}

/** The selection of a root field, without its arguments. */
export type RootSelection = Omit<RootRequest, 'args' | 'counts'>

/** Plans a root field such as `articles`: a page of entries. @throws ApiError */
export function planCollection(request: RootRequest, context: PlanContext): ReadPlan {
  const { type, nodes, args } = request
  const publicationState = requestedState(args) ?? 'live'
  const list = readList(type, args, { context, counts: request.counts, publicationState })
  if ((args['locale'] ?? null) === null) rejectOtherLocales(type, list.filters, context)
  const scope = scopeOf(request, { context, publicationState, reads: true }, asPage(list.pagination).pageSize)
  const output = scope.form.entries(scope, {
    type,
    nodes,
    many: true,
    rows: entriesWith,
    meta: (selected) => selectMeta(scope, selected),
  })
  return {
    ...base(type, output),
    mode: 'list',
    ...list,
    ...context.reading.ties(type, list),
    publicationState,
    locale: readLocale(type, args, context),
  }
}

/** Plans a root field such as `article(id:)`: one entry. */
export function planEntry(request: RootRequest, context: PlanContext): ReadPlan {
  const plan = planOneEntry(request, context, context.reading.stateOfEntry(requestedState(request.args)))
  // In strict mode, an entry of another locale than the argument isn't found.
  const locale = context.strict ? parseLocale(request.type, request.args['locale'] ?? undefined, context, null) : null
  return { ...plan, locale }
}

function planOneEntry(request: RootRequest, context: PlanContext, publicationState: PublicationState): ReadPlan {
  const output = selectResponse(request, { context, publicationState, reads: true })
  return { ...base(request.type, output), byId: true, publicationState }
}

/** Plans the entry of a single type. */
export function planSingleEntry(request: RootRequest, context: PlanContext): ReadPlan {
  const plan = planOneEntry(request, context, requestedState(request.args) ?? 'live')
  return { ...plan, byId: false, locale: readLocale(request.type, request.args, context) }
}

/**
 * Plans the response of a mutation: the entry that it wrote, which may be a draft. The id is a parameter of
 * the plan.
 */
export function planMutationResponse(request: RootRequest, context: PlanContext): ReadPlan {
  const output = selectResponse(request, { context, publicationState: 'preview', reads: false })
  return { ...base(request.type, output), byId: true, publicationState: 'preview' }
}

type OuterScope = Pick<SelectScope, 'context' | 'publicationState' | 'reads'>

function scopeOf(
  { document, form = responseForm, counts }: RootRequest,
  outer: OuterScope,
  count: number,
): SelectScope {
  counts.addEntries(count)
  return { document, form, ...outer, counts, count }
}

function base(type: ContentType, output: Output) {
  return { type, mode: 'one', output, byId: false, filters: null, sort: [], pagination: null, locale: null } as const
}

function selectResponse(request: RootRequest, outer: OuterScope): Output {
  const { type, nodes } = request
  const scope = scopeOf(request, outer, 1)
  return scope.form.entries(scope, { type, nodes, many: false, rows: entriesWith })
}

const entriesWith = (members: OutputObject): Output => ({ kind: 'entries', members })

function selectMeta(scope: SelectScope, nodes: readonly FieldNode[]): OutputObject {
  return selectMembers(scope, 'ResponseCollectionMeta', nodes, (selected): Output => {
    if (selected.name !== 'pagination') return resolvedElsewhere
    const figures = selectMembers(scope, 'Pagination', selected.nodes, ({ name }) => {
      const figure = pageFigures.find((known) => known === name)
      return figure ? { kind: 'pagination', figure } : resolvedElsewhere
    })
    return object(figures)
  })
}

/** Reads `locale`. If it is absent or null, the default locale applies. */
function readLocale(type: ContentType, args: Arguments, context: PlanContext): string | null {
  context.reading.checkLocaleArgument(args['locale'])
  return parseLocale(type, args['locale'] ?? undefined, context, context.locales.default)
}

/** How links lead to entries with an envelope, which exists without an entry, too. */
export const entryLinks: Pick<SelectionForm, 'linkedList' | 'linkedOne' | 'isNonNull'> = {
  linkedList: (target, args, scope) => {
    const rows = readLinkedList(target, args, scope)
    return { rows, count: rows.limit ?? 1 }
  },
  linkedOne: () => null,
  isNonNull: ({ required = false }) => required,
}

/** Returns the name of the type around entries. A root field with several has `meta`. */
export function envelopeName({ type, many, meta }: Pick<EntriesField, 'type' | 'many' | 'meta'>): string {
  const name = typeName(type)
  if (!many) return derivedNames.response(name)
  return meta ? derivedNames.collection(name) : derivedNames.relation(name)
}

/** Builds objects for the text of the response, with the selected keys. */
const responseForm: SelectionForm = {
  ...entryLinks,
  entries: (scope, field) => object(selectEnvelope(scope, field)),
  attributes: selectAttributes,
  hasStoredEnums: false,
  isOpen: () => false,
  replacedArguments: () => undefined,
}

/** The output of a field that isn't read from the database: null, which graphql-js replaces. */
const resolvedElsewhere: Output = { kind: 'text', text: 'null' }

function selectEnvelope(scope: SelectScope, field: EntriesField): OutputObject {
  const { type, nodes, rows, meta } = field
  return selectMembers(scope, envelopeName(field), nodes, (selected) => {
    if (selected.name === 'data') return rows(selectEntity(scope, type, selected.nodes))
    return selected.name === 'meta' && meta ? object(meta(selected.nodes)) : resolvedElsewhere
  })
}

/** Selects the fields of `XEntity`: the id and the attributes. */
function selectEntity(scope: SelectScope, type: ContentType, nodes: readonly FieldNode[]): OutputObject {
  return selectMembers(scope, derivedNames.entity(typeName(type)), nodes, (selected) => {
    if (selected.name === 'id') return idField(type)
    if (selected.name !== 'attributes') return resolvedElsewhere
    return { kind: 'object', members: selectAttributes(scope, type, selected.nodes), absorbs: true }
  })
}

/** Selects the fields of `X` (the attributes of an entry), or of a component. */
function selectAttributes(scope: SelectScope, schema: Schema, nodes: readonly FieldNode[]): OutputObject {
  return selectMembers(scope, typeName(schema), nodes, (selected, type) => {
    const attribute = Object.hasOwn(schema.attributes, selected.name) ? schema.attributes[selected.name] : undefined
    if (!attribute) return selectUsedBy(scope, schema, selected) ?? resolvedElsewhere
    return selected.name === 'id' ? idField(schema) : selectAttribute(scope, { schema, attribute, selected, type })
  })
}
