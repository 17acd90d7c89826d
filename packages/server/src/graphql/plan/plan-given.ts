import type { ContentType, ScalarAttribute } from '@content-api/model'
import type { PlanContext } from '../../query/plan-context.js'
import type { ReadPlan } from '../../query/read-plan.js'
import { EntryBudget } from './entry-budget.js'
import type { RootRequest } from './plan-root.js'
import { idField, selectAttributes } from './select-output.js'

/**
 * Reads `attributes` of entries that code of the project chose; `nodes` are those of the field. The entries may be drafts, since
 * the code had them already; what they lead to is as in any query.
 * @throws ApiError ValidationError for a selection that asks for too much
 */
export function planGiven(
  { type, nodes, document, costLimit, touches }: RootRequest,
  ids: readonly number[],
  context: PlanContext,
): ReadPlan {
  const budget = new EntryBudget(costLimit)
  budget.spend(ids.length)
  const publicationState = 'live'
  const scope = { document, touches, context, publicationState, reads: true, budget, count: ids.length } as const
  const attributes = { kind: 'object', members: selectAttributes(scope, type, nodes), absorbs: true } as const
  const members = [
    { key: 'id', value: idField(type) },
    { key: 'attributes', value: attributes },
  ]
  return {
    type,
    mode: 'list',
    selection: { fields: [], links: [] },
    filters: amongIds(type, ids),
    sort: [],
    pagination: null,
    publicationState: 'preview',
    locale: null,
    shape: 'graphql',
    output: [{ key: 'data', value: { kind: 'entries', members } }],
  }
}

function amongIds(type: ContentType, ids: readonly number[]): ReadPlan['filters'] {
  const attribute = type.attributes['id'] as ScalarAttribute
  return { op: 'value', name: 'id', attribute, operator: '$in', values: ids }
}
