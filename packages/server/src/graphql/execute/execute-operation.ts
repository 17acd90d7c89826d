import type { ContentType } from '@content-api/model'
import {
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  getArgumentValues,
  isNonNullType,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionNode,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { type JsonText, type Member, objectOf } from '@content-api/engine/plan'
import { type ErrorLocation, toGraphqlError } from '../errors.js'
import { derivedNames, typeName } from '../naming.js'
import { type SelectedField, type DocumentScope, collectFields, nodesAt, selectionsOf } from '../plan/collect-fields.js'
import type { Arguments } from '../plan/list-arguments.js'
import type { RootRequest } from '../plan/plan-root.js'
import { type BarrierField, CostBarrier } from '../plan/budget.js'
import { withoutCancelling } from '../../entries/caller.js'
import type { GraphqlRequest } from '../service.js'
import { completeOutput } from './complete-output.js'
import { executeWithGraphqlJs } from './execute-with-graphql-js.js'
import { type RootRun, type RootText, runGenerated, runRecord } from './root-call.js'
import type { RootResult, Running, ExecutionScope } from './running.js'
import { variableKey, variableValues } from './variable-values.js'
import type { ExtendedFields } from '../plan/select-scope.js'

export interface OperationResult {
  /** The JSON text of `data`; absent if the operation wasn't executed. */
  readonly data?: JsonText
  readonly errors: readonly GraphQLError[]
}

/**
 * Runs one operation. The root fields of a query run concurrently, those of a mutation one after the other.
 * The generated root fields of a query are read when the cost of all of them is known. Fields that graphql-js
 * executes are an exception.
 */
export async function executeOperation(scope: ExecutionScope, request: GraphqlRequest): Promise<OperationResult> {
  const operation = findOperation(request)
  if (operation instanceof GraphQLError) return { errors: [operation] }
  const type = scope.schema.getRootType(operation.operation)
  if (!type) return { errors: [badRequest(`The schema has no ${operation.operation}`, operation)] }
  const variables = variableValues({
    schema: scope.schema,
    definitions: operation.variableDefinitions ?? [],
    values: request.variables ?? {},
    bounds: scope.options.config.limits,
  })
  if (variables.errors) return { errors: variables.errors }
  const document: DocumentScope = {
    schema: scope.schema,
    fragments: fragmentsOf(request),
    variables: variables.coerced,
  }
  const selected = collectFields(document, type, operation.selectionSet.selections)
  const isMutation = operation.operation === OperationTypeNode.MUTATION
  const running: Running = {
    scope,
    request: isMutation ? { ...request, caller: withoutCancelling(request.caller) } : request,
    operation,
    type,
    document,
    budget: request.budget ?? scope.budget(),
  }
  const barrier = new CostBarrier(isMutation ? 1 : selected.length)
  const run = (field: SelectedField) => runField(running, field, barrier.register())
  const results = isMutation ? await inSequence(selected, run) : await Promise.all(selected.map(run))
  return join(selected, results)
}

async function inSequence<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}

function join(selected: readonly SelectedField[], results: readonly RootResult[]): OperationResult {
  const errors = results.flatMap((result) => result.errors)
  if (results.some(({ text }) => text === null)) return { data: 'null', errors }
  const members = results.map(({ text }, index): Member => [selected[index]?.key as string, text ?? 'null'])
  return { data: objectOf(members), errors }
}

/** Returns the requested operation of a document, or an error if there is none. */
export function findOperation({ document, operationName }: GraphqlRequest): OperationDefinitionNode | GraphQLError {
  const all = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  if (operationName === undefined || operationName === null || operationName === '') {
    const [only, another] = all
    if (only && !another) return only
    return badRequest(
      only ? 'Must provide operation name if query contains multiple operations.' : 'Must provide an operation.',
    )
  }
  const named = all.find(({ name }) => name?.value === operationName)
  return named ?? badRequest(`Unknown operation named "${operationName.slice(0, 100)}".`)
}

function badRequest(message: string, nodes: OperationDefinitionNode | null = null): GraphQLError {
  return new GraphQLError(message, { nodes, extensions: { code: 'BAD_REQUEST' } })
}

export function fragmentsOf({ document }: GraphqlRequest): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
}

/** Runs a root field. The promise never rejects. */
async function runField(running: Running, selected: SelectedField, barrier: BarrierField): Promise<RootResult> {
  const { scope, type, document } = running
  const location: ErrorLocation = { nodes: selected.nodes, path: [selected.key] }
  const withGraphqlJs = () => {
    barrier.finish()
    return executeWithGraphqlJs(running, selected)
  }
  const field = scope.fields.get(`${type.name}.${selected.name}`)
  try {
    if (selected.name === '__typename') return { text: JSON.stringify(type.name), errors: [] }
    if (scope.extended && reachesResolver({ ...document, extended: scope.extended }, type, selected)) {
      return await withGraphqlJs()
    }
    if (field) {
      const root = fieldRequest(running, selected, field.type)
      const key = variableKey(running, selected)
      return completed(root, selected, await runGenerated(rootRun(running, selected, root, barrier), field.kind, key))
    }
    const record = scope.records.get(`${type.name}.${selected.name}`)
    if (!record) return await withGraphqlJs()
    const root = fieldRequest(running, selected, scope.options.registry.contentType(record.type))
    return completed(root, selected, await runRecord(rootRun(running, selected, root, barrier), record))
  } catch (error) {
    // If the field is non-nullable, `data` as a whole becomes null.
    const text = isNonNullType(type.getFields()[selected.name]?.type) ? null : 'null'
    return {
      text,
      errors: [toGraphqlError(error, location, (failure) => scope.options.report(failure, running.request.http))],
    }
  } finally {
    barrier.finish()
  }
}

/** The request of a root field, without arguments and budget. */
type FieldRequest = Omit<RootRequest, 'args' | 'budget'>

function fieldRequest({ document }: Running, { nodes }: SelectedField, type: ContentType): FieldRequest {
  return { type, nodes, document }
}

function rootRun(running: Running, selected: SelectedField, root: FieldRequest, barrier: BarrierField): RootRun {
  let known: Arguments | undefined
  const args = () => (known ??= argumentsOf(running, selected))
  const { scope, request, budget } = running
  return { scope, caller: request.caller, share: budget.share(barrier), root, args }
}

function argumentsOf({ type, document }: Running, { name, nodes }: SelectedField): Arguments {
  const definition = type.getFields()[name]
  const [node] = nodes
  if (!definition || !node) throw new Error(`${type.name}.${name} is not in the schema`)
  return getArgumentValues(definition, node, document.variables)
}

function completed(root: FieldRequest, selected: SelectedField, read: RootText | null): RootResult {
  if (read === null) return { text: 'null', errors: [] }
  if (read.text === null) return { text: withoutData(root), errors: [] }
  return completeOutput(read.text, read.output, (path) => ({
    nodes: nodesAt(root.document, selected.nodes, path),
    path: [selected.key, ...path],
  }))
}

/** Returns the response for an entry that doesn't exist. */
function withoutData({ type, nodes, document }: FieldRequest): string {
  const name = derivedNames.response(typeName(type))
  const response = document.schema.getType(name) as GraphQLObjectType
  const members = collectFields(document, response, selectionsOf(nodes)).map((selected) => [
    selected.key,
    selected.name === '__typename' ? name : null,
  ])
  return JSON.stringify(Object.fromEntries(members))
}

interface Scope {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly extended: ExtendedFields
}

const known = new WeakMap<FieldNode, boolean>()

/** Returns whether an extension handles a root field or any field that is selected below it. */
function reachesResolver(scope: Scope, root: GraphQLNamedType, { nodes }: SelectedField): boolean {
  return nodes.some((node) => {
    const result = known.get(node) ?? reaches(scope, root, [node], new Set())
    known.set(node, result)
    return result
  })
}

function reaches(
  scope: Scope,
  type: GraphQLNamedType | undefined,
  selections: readonly SelectionNode[],
  spread: Set<string>,
): boolean {
  return selections.some((selection) => {
    if (selection.kind === Kind.FIELD) {
      const name = selection.name.value
      if (objectsOf(scope.schema, type).some((object) => scope.extended.isExtended(object.name, name))) return true
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined
      return reaches(scope, field && getNamedType(field.type), selection.selectionSet?.selections ?? [], spread)
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const condition = selection.typeCondition ? scope.schema.getType(selection.typeCondition.name.value) : type
      return reaches(scope, condition, selection.selectionSet.selections, spread)
    }
    const fragment = scope.fragments.get(selection.name.value)
    if (!fragment || spread.has(fragment.name.value)) return false
    spread.add(fragment.name.value)
    const condition = scope.schema.getType(fragment.typeCondition.name.value)
    return reaches(scope, condition, fragment.selectionSet.selections, spread)
  })
}

/** Returns the possible object types of a type: resolvers belong to object types, never to interfaces or unions. */
function objectsOf(schema: GraphQLSchema, type: GraphQLNamedType | undefined): readonly GraphQLNamedType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type)
  return type ? [type] : []
}
