import {
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLNamedType,
  Kind,
  OperationTypeNode,
  type SelectionNode,
  execute,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { type Member, objectOf } from '@content-api/engine/plan'
import { withoutCancelling } from '@content-api/core/entries/caller'
import type { CacheHint } from '../cache-hints.js'
import type {
  ExecutionScope,
  FieldResult,
  GraphqlContext,
  GraphqlRequest,
  OperationResult,
  SchemaExtension,
} from '../contracts.js'
import { toGraphqlError } from '../errors.js'
import type { FieldBudget } from '../plan/budget.js'
import { type OperationDocument, type SelectedField, collectFields } from '../plan/collect-fields.js'
import { LimitedErrors } from './complete-output.js'
import { executeByStatement } from './execute-by-statement.js'
import { operationScope, type Running, readOperation } from './operation.js'

/**
 * One of two executors runs a root field:
 *
 * - `statement` (`execute-by-statement.ts`): one SQL statement returns the JSON text of the field, which is
 *   sent as it is. It runs generated fields such as `articles` and `createArticle`, and the mutations of
 *   operations that return records, such as `upload`.
 * - `graphql-js` (`executeWithGraphqlJs`): graphql-js calls a resolver for each value. It runs
 *   introspection, operations with a resolver of their own such as `login`, and everything that contains code
 *   of a project: fields of extensions, and generated fields whose selection contains such a field. For these
 *   `strapi/graphql/` adds resolvers to the schema.
 *
 * Both stay. Code of a project expects the calls and the parents of graphql-js. Without such code, a call for
 * each value would take most of the time of a request.
 */
type Executor = 'statement' | 'graphql-js'

/** Returns the executor of a root field. */
function chooseExecutor({ scope, type, document }: Running, selected: SelectedField): Executor {
  const path = `${type.name}.${selected.name}`
  const field = scope.fields.get(path)
  if (!field && !scope.records.has(path)) return 'graphql-js'
  const { extension } = scope.options
  if (!extension) return 'statement'
  // Code may add middlewares and hooks at any time.
  if (field && extension.runsCode(field)) return 'graphql-js'
  return reachesExtension({ document, extension }, type, selected) ? 'graphql-js' : 'statement'
}

/**
 * Runs one operation. The root fields of a query run concurrently, those of a mutation one after the other.
 * The generated root fields of a query are read when the cost of all of them is known. Fields that graphql-js
 * executes are an exception.
 */
export async function executeOperation(scope: ExecutionScope, request: GraphqlRequest): Promise<OperationResult> {
  const operation = readOperation(operationScope(scope), request)
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
  if (isMutation) {
    const results: FieldResult[] = []
    for (const field of selected) results.push(await runField(running, field, budget.field()))
    return join(selected, results)
  }
  const budgets = budget.concurrentFields(selected.length)
  const run = (field: SelectedField, index: number) => runField(running, field, budgets[index] as FieldBudget)
  return join(selected, await Promise.all(selected.map(run)))
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

interface ExecutorScope {
  readonly document: OperationDocument
  readonly extension: Pick<SchemaExtension, 'isExtended'>
}

const known = new WeakMap<FieldNode, boolean>()

/** Returns whether an extension handles a root field or any field that is selected below it. */
function reachesExtension(scope: ExecutorScope, root: GraphQLNamedType, { nodes }: SelectedField): boolean {
  return nodes.some((node) => {
    const result = known.get(node) ?? reaches(scope, root, [node], new Set())
    known.set(node, result)
    return result
  })
}

function reaches(
  scope: ExecutorScope,
  type: GraphQLNamedType | undefined,
  selections: readonly SelectionNode[],
  spread: Set<string>,
): boolean {
  const { document, extension } = scope
  return selections.some((selection) => {
    if (selection.kind === Kind.FIELD) {
      const name = selection.name.value
      if (objectsOf(document, type).some((object) => extension.isExtended(object.name, name))) return true
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined
      return reaches(scope, field && getNamedType(field.type), selection.selectionSet?.selections ?? [], spread)
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const condition = selection.typeCondition ? document.schema.getType(selection.typeCondition.name.value) : type
      return reaches(scope, condition, selection.selectionSet.selections, spread)
    }
    const fragment = document.fragments.get(selection.name.value)
    if (!fragment || spread.has(fragment.name.value)) return false
    spread.add(fragment.name.value)
    const condition = document.schema.getType(fragment.typeCondition.name.value)
    return reaches(scope, condition, fragment.selectionSet.selections, spread)
  })
}

/** Returns the possible object types of a type: resolvers belong to object types, never to interfaces or unions. */
function objectsOf({ schema }: OperationDocument, type: GraphQLNamedType | undefined): readonly GraphQLNamedType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type)
  return type ? [type] : []
}

/**
 * Executes a root field with graphql-js and the resolvers of the schema.
 * @throws RequestLimitError if the reads of the resolvers exceed the limits of the request
 */
async function executeWithGraphqlJs(
  running: Running,
  selected: SelectedField,
  budget: FieldBudget,
): Promise<FieldResult> {
  const { scope, request, definition } = running
  const alone: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      { ...definition, selectionSet: { kind: Kind.SELECTION_SET, selections: selected.nodes } },
      ...request.document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
    ],
  }
  const hint: { value?: CacheHint } = {}
  const contextValue: GraphqlContext = { caller: request.caller, http: request.http, budget, hint }
  const { data, errors = [] } = await execute({
    schema: scope.schema,
    document: alone,
    contextValue,
    variableValues: { ...request.variables },
  })
  // An exceeded limit is reported once for the root field, not once for each field below it.
  budget.requireNotExceeded()
  if (hint.value && errors.length === 0) request.hints?.add(definition, selected.key, hint.value)
  const limited = new LimitedErrors()
  for (const error of errors) {
    const location = { nodes: error.nodes ?? selected.nodes, path: error.path ?? null }
    limited.add(() => toGraphqlError(error, location, (failure) => scope.options.report(failure, request.http)))
  }
  return {
    text: data === null || data === undefined ? null : (JSON.stringify(data[selected.key]) ?? 'null'),
    errors: limited.all(() => ({ nodes: selected.nodes, path: [selected.key] })),
  }
}
