import type { ContentType } from '@content-api/model'
import type { JsonText, Output, ReadPlan } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import type { FieldBudget } from '../plan/budget.js'
import { type SelectedField, nodesAt } from '../plan/collect-fields.js'
import type { Arguments } from '../plan/list-arguments.js'
import type { RootSelection } from '../plan/plan-root.js'
import { documentArguments } from '../plan/select-scope.js'
import type { OperationKind } from '../schema/root-fields.js'
import type { ExecutionScope, FieldResult, RecordOperation } from '../contracts.js'
import { completeOutput } from './complete-output.js'
import type { PlanField, ReadText, RootCall } from './generated-operation.js'
import type { Running } from './operation.js'
import { planKey } from './plan-key.js'

/** Runs a generated root field or a mutation that returns records. @throws ApiError */
export async function executeByStatement(
  running: Running,
  selected: SelectedField,
  budget: FieldBudget,
): Promise<FieldResult> {
  const { scope, type, document, request } = running
  const path = `${type.name}.${selected.name}`
  let known: Arguments | undefined
  const args = () => (known ??= documentArguments(document, type, selected))
  const callOf = (type: ContentType): RootRun => ({
    scope,
    caller: request.caller,
    budget,
    root: { type, nodes: selected.nodes, document },
    args,
  })
  const field = scope.fields.get(path)
  const record = scope.records.get(path)
  if (field) {
    const call = callOf(field.type)
    return complete(call, selected, await runGenerated(call, field.kind, keyOf(running, selected)))
  }
  if (!record) throw new Error(`${path} is not run by a statement`)
  const call = callOf(scope.options.registry.contentType(record.type))
  const read = await runRecord(call, record)
  return read.text === null && record.nullable ? { text: 'null', errors: [] } : complete(call, selected, read)
}

const keyOf = ({ scope, request, definition, document }: Running, selected: SelectedField) =>
  planKey({ source: request.document, definition, document }, selected, scope.options.shape.idArgument)

function complete({ scope, root }: RootRun, { key, nodes }: SelectedField, { text, output }: RootText): FieldResult {
  if (text === null) return { text: scope.options.shape.missing(root), errors: [] }
  return completeOutput(text, output, (path) => ({
    nodes: nodesAt(root.document, nodes, path),
    path: [key, ...path],
  }))
}

/** A root field that is run, either for the response or for graphql-js. */
export interface RootRun {
  readonly scope: ExecutionScope
  readonly caller: Caller
  readonly budget: FieldBudget
  readonly root: RootSelection
  readonly args: () => Arguments
}

const nothing: Output = { kind: 'text', text: 'null' }

/** The result of a root field: null without an entry. */
export type RootText = ReadText<JsonText | null>

/** Runs a generated root field. `key` identifies its plan in the plan cache. @throws ApiError */
export async function runGenerated(call: RootRun, kind: OperationKind, key: string): Promise<RootText> {
  const operation = call.scope.options.shape.operations[kind]
  if (!operation) throw new Error(`The interface has no operation ${kind}`)
  return (await operation(rootCall(call, key))) ?? { text: null, output: nothing }
}

/** Returns the call of a generated root field. `key` identifies its plan in the plan cache. */
export function rootCall(call: RootRun, key: string): RootCall {
  const { scope, caller, budget, root, args } = call
  const query = { text: key, parameters: () => ({ locale: args()['locale'] ?? undefined }) }
  return {
    entries: scope.options.entries,
    request: { type: root.type, caller, query },
    root,
    args,
    plan: (make) => planned(call, make),
    budget,
    reading: () => scope.context(caller).reading,
  }
}

/**
 * Runs a root field that writes a record. Its response is planned first, so that an invalid selection changes
 * nothing.
 * @throws ApiError
 */
export async function runRecord(call: RootRun, { run }: RecordOperation): Promise<RootText> {
  const { scope, caller, budget, args } = call
  const { entries, shape } = scope.options
  const plan = planned(call, shape.planRecord)
  await budget.charge(await entries.estimate(plan))
  const text = await run({ args: args(), caller, read: (id) => entries.read(plan, { id }) })
  return { text, output: plan.output }
}

function planned({ scope, caller, budget, root, args }: RootRun, make: PlanField): ReadPlan {
  const context = scope.context(caller)
  return budget.plan((counts) => make({ ...root, args: args(), counts }, context))
}
