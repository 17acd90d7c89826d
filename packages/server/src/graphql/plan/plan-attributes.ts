import type { ContentType, ScalarAttribute, Schema } from '@content-api/model'
import type { PlanContext } from '../../query/plan-context.js'
import type { PublicationState, ReadPlan } from '@content-api/engine/plan/read-plan'
import type { EntryBudget } from './entry-budget.js'
import { formOf, type RootRequest } from './plan-root.js'
import type { ChangedArguments, ExtendedFields, SelectScope } from './select-scope.js'

export interface AttributesOptions {
  /** The publication state of linked entries. */
  readonly publicationState?: PublicationState
  readonly changed?: ChangedArguments
}

/** A request for `attributes` of a content type or a component. */
export type AttributesRequest = Omit<RootRequest, 'type' | 'budget' | 'extended'> & {
  readonly type: Schema
  readonly extended: ExtendedFields | undefined
}

/** The rows to read. */
export interface RowIds {
  readonly ids: readonly number[]
  /** How often the rows occur in the response. A row may occur several times. */
  readonly occurrences: number
}

/**
 * Plans the read of `attributes` for rows that code of the project returned; `nodes` are the nodes of the
 * field. The rows may be drafts, since the code already had them. Linked entries follow the usual rules and
 * count against the budget.
 * @throws ApiError ValidationError for a selection over the limits
 */
export function planAttributes(
  { type, nodes, document, extended }: AttributesRequest,
  { ids, occurrences }: RowIds,
  { context, budget }: { readonly context: PlanContext; readonly budget: EntryBudget },
  { publicationState = 'live', changed }: AttributesOptions = {},
): ReadPlan {
  const { counts } = budget
  const form = formOf(extended)
  const scope: SelectScope = {
    document,
    extended,
    changed,
    form,
    context,
    counts,
    publicationState,
    reads: true,
    budget,
    count: occurrences,
  }
  const members = form.attributes(scope, type, nodes)
  return {
    // The type may be a component. This plan only needs an id and a table, which components have too.
    type: type as ContentType,
    mode: 'list',
    output: { kind: 'object', members: [{ key: 'data', value: { kind: 'entries', members } }], absorbs: false },
    byId: false,
    filters: hasId(type, ids),
    sort: [],
    pagination: null,
    publicationState: 'preview',
    locale: null,
  }
}

function hasId(type: Schema, ids: readonly number[]): ReadPlan['filters'] {
  const attribute = type.attributes['id'] as ScalarAttribute
  return { op: 'value', name: 'id', attribute, operator: '$in', values: ids }
}
