import type { ContentType, ScalarAttribute, Schema } from '@content-api/model'
import type { PlanContext } from '../../query/plan-context.js'
import type { PublicationState, ReadPlan } from '../../query/read-plan.js'
import type { EntryBudget } from './entry-budget.js'
import { formOf, type RootRequest } from './plan-root.js'
import type { ChangedArguments, ExtendedFields, SelectScope } from './select-scope.js'

export interface AttributesOptions {
  /** Of what the entries lead to. */
  readonly publicationState?: PublicationState
  readonly changed?: ChangedArguments
}

/** A request for `attributes` of a content type or a component. */
export type AttributesRequest = Omit<RootRequest, 'type' | 'budget' | 'extended'> & {
  readonly type: Schema
  readonly extended: ExtendedFields | undefined
}

/** Which of them are read. */
export interface RowIds {
  readonly ids: readonly number[]
  /** How many places of the answer they stand at, which is more when some stand at several. */
  readonly occurrences: number
}

/**
 * Reads `attributes` of entries that code of the project chose; `nodes` are those of the field. The entries may be drafts, since
 * the code had them already; what they lead to is as in any query, and all that is paid for here.
 * @throws ApiError ValidationError for a selection that asks for too much
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
    // Rows of components have an id and a table as entries have, and more than that isn't selected of the type here.
    type: type as ContentType,
    mode: 'list',
    output: { kind: 'object', members: [{ key: 'data', value: { kind: 'entries', members } }], absorbs: false },
    byId: false,
    filters: amongIds(type, ids),
    sort: [],
    pagination: null,
    publicationState: 'preview',
    locale: null,
  }
}

function amongIds(type: Schema, ids: readonly number[]): ReadPlan['filters'] {
  const attribute = type.attributes['id'] as ScalarAttribute
  return { op: 'value', name: 'id', attribute, operator: '$in', values: ids }
}
