import {
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLObjectType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import type { DocumentScope } from '../plan/collect-fields.js'
import type { ExecutionScope, GraphqlRequest } from '../service.js'
import { variableValues } from './variable-values.js'

/** The operation of a request, with its coerced variables. */
export interface Operation {
  readonly definition: OperationDefinitionNode
  /** The root type. */
  readonly type: GraphQLObjectType
  readonly document: DocumentScope
}

/** A running operation. */
export interface Running extends Operation {
  readonly scope: ExecutionScope
  readonly request: GraphqlRequest
}

/** Returns the operation of a request, or the errors for which it can't run. */
export function readOperation(
  { schema, options }: ExecutionScope,
  request: GraphqlRequest,
): Operation | { readonly errors: readonly GraphQLError[] } {
  const definition = findOperation(request)
  if (definition instanceof GraphQLError) return { errors: [definition] }
  const type = schema.getRootType(definition.operation)
  if (!type) return { errors: [badRequest(`The schema has no ${definition.operation}`, definition)] }
  const variables = variableValues({
    schema,
    definitions: definition.variableDefinitions ?? [],
    values: request.variables ?? {},
    bounds: options.config.limits,
  })
  if (variables.errors) return variables
  return { definition, type, document: { schema, fragments: fragmentsOf(request), variables: variables.coerced } }
}

/** Returns the requested operation of a document, or an error if there is none. */
function findOperation({ document, operationName }: GraphqlRequest): OperationDefinitionNode | GraphQLError {
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

function fragmentsOf({ document }: GraphqlRequest): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
}
