import { type GraphQLError, OperationTypeNode, isNonNullType } from 'graphql'
import { type Member, objectOf } from '@content-api/engine/plan'
import { withoutCancelling } from '../../entries/caller.js'
import { toGraphqlError } from '../errors.js'
import type { FieldBudget } from '../plan/budget.js'
import { type SelectedField, collectFields } from '../plan/collect-fields.js'
import type { ExecutionScope, FieldResult, GraphqlRequest, OperationResult } from '../service.js'
import { executeByStatement } from './execute-by-statement.js'
import { executeWithGraphqlJs } from './execute-with-graphql-js.js'
import { chooseExecutor } from './executors.js'
import { type Running, readOperation } from './operation.js'

/**
 * Runs one operation. The root fields of a query run concurrently, those of a mutation one after the other.
 * The generated root fields of a query are read when the cost of all of them is known. Fields that graphql-js
 * executes are an exception.
 */
export async function executeOperation(scope: ExecutionScope, request: GraphqlRequest): Promise<OperationResult> {
  const operation = readOperation(scope, request)
  if ('errors' in operation) return operation
  const { definition, type, document } = operation
  const selected = collectFields(document, type, definition.selectionSet.selections)
  const isMutation = definition.operation === OperationTypeNode.MUTATION
  const budget = request.budget ?? scope.budget()
  const running: Running = {
    ...operation,
    scope,
    request: isMutation ? { ...request, caller: withoutCancelling(request.caller) } : request,
  }
  if (isMutation) return join(selected, await inSequence(selected, (field) => runField(running, field, budget.field())))
  const budgets = budget.concurrentFields(selected.length)
  const run = (field: SelectedField, index: number) => runField(running, field, budgets[index] as FieldBudget)
  return join(selected, await Promise.all(selected.map(run)))
}

async function inSequence<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}

function join(selected: readonly SelectedField[], results: readonly FieldResult[]): OperationResult {
  const errors: GraphQLError[] = results.flatMap((result) => result.errors)
  if (results.some(({ text }) => text === null)) return { data: 'null', errors }
  const members = results.map(({ text }, index): Member => [selected[index]?.key as string, text ?? 'null'])
  return { data: objectOf(members), errors }
}

/** Runs a root field. The promise never rejects. */
async function runField(running: Running, selected: SelectedField, budget: FieldBudget): Promise<FieldResult> {
  const { scope, type, request } = running
  if (selected.name === '__typename') {
    budget.leave()
    return { text: JSON.stringify(type.name), errors: [] }
  }
  try {
    if (chooseExecutor(running, selected) === 'statement') return await executeByStatement(running, selected, budget)
    budget.leave()
    return await executeWithGraphqlJs(running, selected, budget)
  } catch (error) {
    // If the field is non-nullable, `data` as a whole becomes null.
    const text = isNonNullType(type.getFields()[selected.name]?.type) ? null : 'null'
    const location = { nodes: selected.nodes, path: [selected.key] }
    const report = (failure: unknown) => scope.options.report(failure, request.http)
    return { text, errors: [toGraphqlError(error, location, report)] }
  } finally {
    budget.leave()
  }
}
