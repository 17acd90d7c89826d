import type { ContentType } from '@content-api/model'
import type { FieldNode } from 'graphql'
import { parseLocale } from '../../query/locale.js'
import { asPage } from '@content-api/engine/plan/page'
import type { PlanContext } from '../../query/plan-context.js'
import { type Output, type OutputObject, type ReadPlan, pageFigures } from '@content-api/engine/plan/read-plan'
import { derivedNames, typeName } from '../naming.js'
import type { DocumentScope } from './collect-fields.js'
import { type Arguments, readList, readState } from './list-arguments.js'
import type { EntryBudget } from './entry-budget.js'
import { resolvedElsewhere } from './for-resolvers.js'
import { resolverForm } from './resolver-form.js'
import { responseForm, selectMembers } from './response-form.js'
import type { ExtendedFields, SelectionForm, SelectScope } from './select-scope.js'

/** A root field to plan. */
export interface RootRequest {
  readonly type: ContentType
  readonly nodes: readonly FieldNode[]
  /** The coerced arguments. */
  readonly args: Arguments
  readonly document: DocumentScope
  /** The budget of entries. */
  readonly budget: EntryBudget
  /** `extended` and `allValues` are as in `SelectScope`. */
  readonly extended?: ExtendedFields | undefined
  readonly allValues?: boolean | undefined
}

/** Plans a root field such as `articles`: a page of entries. @throws ApiError */
export function planCollection(request: RootRequest, context: PlanContext): ReadPlan {
  const { type, nodes, args } = request
  const publicationState = readState(args, 'live')
  const list = readList(type, args, { context, counts: request.budget.counts, publicationState })
  const scope = scopeOf(request, { context, publicationState, reads: true }, asPage(list.pagination).pageSize)
  const name = derivedNames.collection(typeName(type))
  const output = scope.form.envelope(scope, {
    type,
    name,
    nodes,
    many: true,
    rows: (members) => ({ kind: 'entries', members }),
    meta: (selected) => selectMeta(scope, selected),
  })
  return {
    ...base(type, output),
    mode: 'list',
    ...list,
    publicationState,
    locale: readLocale(type, args, context),
  }
}

/** Plans a root field such as `article(id:)`: one entry. */
export function planEntry(request: RootRequest, context: PlanContext): ReadPlan {
  const { type, args } = request
  const publicationState = readState(args, 'live')
  const output = selectResponse(request, { context, publicationState, reads: true })
  return { ...base(type, output), byId: true, publicationState }
}

/** Plans the entry of a single type. */
export function planSingleEntry(request: RootRequest, context: PlanContext): ReadPlan {
  const { type, args } = request
  const publicationState = readState(args, 'live')
  const output = selectResponse(request, { context, publicationState, reads: true })
  return { ...base(type, output), publicationState, locale: readLocale(type, args, context) }
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
  { document, extended, allValues, budget }: RootRequest,
  outer: OuterScope,
  count: number,
): SelectScope {
  budget.spend(count)
  return { document, extended, allValues, form: formOf(extended), ...outer, counts: budget.counts, budget, count }
}

/** Returns the form of rows: the form for resolvers if an extension handles fields of the selection. */
export function formOf(extended: ExtendedFields | undefined): SelectionForm {
  return extended ? resolverForm(extended) : responseForm
}

function base(type: ContentType, members: OutputObject) {
  const output: Output = { kind: 'object', members, absorbs: false }
  const mode = 'one' as const
  return { type, mode, output, byId: false, filters: null, sort: [], pagination: null, locale: null } as const
}

function selectResponse(request: RootRequest, outer: OuterScope): OutputObject {
  const { type, nodes } = request
  const scope = scopeOf(request, outer, 1)
  const name = derivedNames.response(typeName(type))
  return scope.form.envelope(scope, {
    type,
    name,
    nodes,
    many: false,
    rows: (members) => ({ kind: 'entries', members }),
  })
}

function selectMeta(scope: SelectScope, nodes: readonly FieldNode[]): OutputObject {
  return selectMembers(scope, 'ResponseCollectionMeta', nodes, (selected): Output => {
    if (selected.name !== 'pagination') return resolvedElsewhere
    const members = selectMembers(scope, 'Pagination', selected.nodes, ({ name }) => {
      const figure = pageFigures.find((known) => known === name)
      return figure ? { kind: 'pagination', figure } : resolvedElsewhere
    })
    return { kind: 'object', members, absorbs: false }
  })
}

/** Reads `locale`. If it is absent or null, the default locale applies. */
function readLocale(type: ContentType, args: Arguments, context: PlanContext): string | null {
  return parseLocale(type, args['locale'] ?? undefined, context, context.locales.default)
}
