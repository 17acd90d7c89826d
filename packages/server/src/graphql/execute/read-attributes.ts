import type { Schema } from '@content-api/model'
import type { FieldNode, GraphQLResolveInfo } from 'graphql'
import type { Caller } from '../../entries/caller.js'
import type { DocumentScope } from '../plan/collect-fields.js'
import { EntryBudget } from '../plan/entry-budget.js'
import { type GivenOptions, type GivenRequest, planGiven } from '../plan/plan-given.js'
import { hydrateOutput } from './complete-output.js'
import type { ExecutionScope } from './execute-operation.js'

/** `attributes` of entries or components, as resolvers are given them. */
export type AttributesById = ReadonlyMap<number, Readonly<Record<string, unknown>>>

/** Reads `attributes` with the permissions of who asks; those that are gone are left out. @throws ApiError */
export async function readAttributes(
  { context, options }: ExecutionScope,
  request: GivenRequest,
  ids: readonly number[],
  caller: Caller,
  more: GivenOptions = {},
): Promise<AttributesById> {
  const plan = planGiven(request, ids, context(caller), more)
  const text = (await options.entries.read(plan)) ?? '{"data":[]}'
  const { data } = hydrateOutput(text, () => plan.output ?? []) as {
    data: { id: unknown; attributes: Readonly<Record<string, unknown>> }[]
  }
  return new Map(data.map(({ id, attributes }) => [Number(id), attributes]))
}

/** What a resolver reads by, of the selection of these nodes. */
export function resolverRequest<Type extends Schema>(
  scope: ExecutionScope,
  type: Type,
  nodes: readonly FieldNode[],
  info: GraphQLResolveInfo,
) {
  const { extended } = scope
  const budget = new EntryBudget(scope.options.config.graphql.config.costLimit)
  return { type, nodes, given: {}, budget, document: documentOf(info), extended }
}

export const documentOf = (info: GraphQLResolveInfo): DocumentScope => ({
  schema: info.schema,
  fragments: new Map(Object.entries(info.fragments)),
  variables: info.variableValues,
})

interface Batch {
  readonly ids: Set<number>
  readonly answer: Promise<AttributesById>
}

/** By the nodes of a field, which graphql-js makes once for all entries of a list and anew in each operation. */
const batches = new WeakMap<readonly FieldNode[], Map<string, Batch>>()

/** One statement for all entries of a list that are read in the same way, which the key stands for. */
export function readTogether(
  nodes: readonly FieldNode[],
  key: string,
  id: number,
  read: (ids: readonly number[]) => Promise<AttributesById>,
): Promise<AttributesById> {
  let waiting = batches.get(nodes)
  if (!waiting) batches.set(nodes, (waiting = new Map<string, Batch>()))
  let batch = waiting.get(key)
  if (!batch) {
    const ids = new Set<number>()
    const answer = Promise.resolve().then(() => {
      waiting.delete(key)
      return read([...ids])
    })
    waiting.set(key, (batch = { ids, answer }))
  }
  batch.ids.add(id)
  return batch.answer
}
