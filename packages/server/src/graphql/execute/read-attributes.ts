import type { Schema } from '@content-api/model'
import type { FieldNode, GraphQLResolveInfo } from 'graphql'
import type { DocumentScope } from '../plan/collect-fields.js'
import { rowKeys } from '../plan/for-resolvers.js'
import { type RowIds, type AttributesOptions, type AttributesRequest, planAttributes } from '../plan/plan-attributes.js'
import type { GraphqlContext } from '../service.js'
import { hydrateOutput } from './complete-output.js'
import type { RowsById } from './batches.js'
import type { ExecutionScope } from './running.js'

type Values = Readonly<Record<string, unknown>>

/**
 * Reads `attributes` of rows with the caller's permissions and within the request's limits. Deleted rows are
 * left out.
 * @throws ApiError
 */
export async function readAttributes(
  scope: ExecutionScope,
  { caller, budget }: GraphqlContext,
  request: AttributesRequest,
  rows: RowIds,
  more: AttributesOptions = {},
): Promise<RowsById> {
  const context = scope.context(caller)
  const plan = budget.planForResolver((budget) => planAttributes(request, rows, { context, budget }, more))
  await budget.charge(await scope.options.entries.estimate(plan))
  const text = (await scope.options.entries.read(plan, undefined, caller.session)) ?? '{"data":[]}'
  const { data } = hydrateOutput(text, () => plan.output) as { data: { readonly [rowKeys.values]: Values }[] }
  return new Map(data.map((row) => [Number(row[rowKeys.values]['id']), row]))
}

/** Returns the request by which a resolver reads the selection of these nodes. */
export function resolverRequest<Type extends Schema>(
  { extended }: ExecutionScope,
  type: Type,
  nodes: readonly FieldNode[],
  info: GraphQLResolveInfo,
) {
  return { type, nodes, args: {}, document: documentOf(info), extended }
}

export const documentOf = (info: GraphQLResolveInfo): DocumentScope => ({
  schema: info.schema,
  fragments: new Map(Object.entries(info.fragments)),
  variables: info.variableValues,
})
