import {
  type ASTNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLObjectType,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql'
import { ApiError } from '@content-api/engine/errors'
import type { ExecutionScope, GraphqlRequest } from '../contracts.js'
import { fromApiError } from '../errors.js'
import { holdsFile } from '../http/multipart.js'
import { type OperationDocument, collectFields } from '../plan/collect-fields.js'
import { variableValues } from './variable-values.js'

/** The operation of a request, with its coerced variables. */
export interface Operation {
  readonly definition: OperationDefinitionNode
  /** The root type. */
  readonly type: GraphQLObjectType
  readonly document: OperationDocument
}

/** A running operation. */
export interface Running extends Operation {
  readonly scope: ExecutionScope
  readonly request: GraphqlRequest
}

/** What the operation of a request depends on, besides the request. */
interface OperationScope {
  readonly schema: ExecutionScope['schema']
  readonly limits: ExecutionScope['options']['config']['limits']
}

/** Returns the operation of a request, or the errors for which it can't run. */
export function readOperation(
  { schema, limits }: OperationScope,
  request: Pick<GraphqlRequest, 'document' | 'operationName' | 'variables'>,
): Operation | { readonly errors: readonly GraphQLError[] } {
  const definition = findOperation(request)
  if (definition instanceof GraphQLError) return { errors: [definition] }
  const type = schema.getRootType(definition.operation)
  if (!type) return { errors: [badRequest(`The schema has no ${definition.operation}`, definition)] }
  const variables = variableValues({
    schema,
    definitions: definition.variableDefinitions ?? [],
    values: request.variables ?? {},
    bounds: limits,
  })
  if (variables.errors) return variables
  return { definition, type, document: { schema, fragments: fragmentsOf(request), variables: variables.coerced } }
}

export const operationScope = ({ schema, options }: ExecutionScope): OperationScope => ({
  schema,
  limits: options.config.limits,
})

/** Returns the requested operation of a document, or an error if there is none. */
function findOperation({
  document,
  operationName,
}: Pick<GraphqlRequest, 'document' | 'operationName'>): OperationDefinitionNode | GraphQLError {
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

function fragmentsOf({ document }: Pick<GraphqlRequest, 'document'>): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
}

/**
 * Returns the reasons to reject the files in an operation's variables. Policies and resolvers of extensions
 * may still reject the operation, because they run after the files have been received.
 */
export function checkFiles(scope: ExecutionScope, request: GraphqlRequest): readonly GraphQLError[] {
  const operation = readOperation(operationScope(scope), request)
  if ('errors' in operation) return operation.errors
  const { definition, type, document } = operation
  const files = new Set(Object.keys(document.variables).filter((name) => holdsFile(document.variables[name])))
  const fields = collectFields(document, type, definition.selectionSet.selections)
  const taking = fields.filter(({ nodes }) => nodes.some((node) => uses(node, files, document)))
  if (taking.length === 0) return [badRequest('No field of the operation takes a file.')]
  return taking.flatMap(({ key, name, nodes }) => {
    const path = `${type.name}.${name}`
    try {
      scope.records.get(path)?.authorize?.(request.caller)
      scope.options.extension?.authorize(path, request.caller)
      return []
    } catch (error) {
      if (error instanceof ApiError) return [fromApiError(error, { nodes, path: [key] })]
      throw error
    }
  })
}

/** Returns whether a node, or a node below it, uses one of these variables. */
function uses(
  root: ASTNode,
  variables: ReadonlySet<string>,
  { fragments }: Pick<OperationDocument, 'fragments'>,
  seen = new Set<string>(),
): boolean {
  let found = false
  visit(root, {
    enter(node) {
      if (node.kind === Kind.VARIABLE) found ||= variables.has(node.name.value)
      if (node.kind !== Kind.FRAGMENT_SPREAD || seen.has(node.name.value)) return
      seen.add(node.name.value)
      const fragment = fragments.get(node.name.value)
      if (fragment) found ||= uses(fragment, variables, { fragments }, seen)
    },
  })
  return found
}
