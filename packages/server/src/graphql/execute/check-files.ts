import { type ASTNode, GraphQLError, Kind, visit } from 'graphql'
import { ApiError } from '@content-api/engine/errors'
import { fromApiError } from '../errors.js'
import { holdsFile } from '../http/multipart.js'
import { type DocumentScope, collectFields } from '../plan/collect-fields.js'
import type { ExecutionScope, GraphqlRequest } from '../service.js'
import { readOperation } from './operation.js'

/**
 * Returns the reasons to reject the files in an operation's variables. Policies and resolvers of extensions
 * may still reject the operation, because they run after the files have been received.
 */
export function checkFiles(scope: ExecutionScope, request: GraphqlRequest): readonly GraphQLError[] {
  const operation = readOperation(scope, request)
  if ('errors' in operation) return operation.errors
  const { definition, type, document } = operation
  const files = new Set(Object.keys(document.variables).filter((name) => holdsFile(document.variables[name])))
  const fields = collectFields(document, type, definition.selectionSet.selections)
  const taking = fields.filter(({ nodes }) => nodes.some((node) => uses(node, files, document)))
  if (taking.length === 0)
    return [new GraphQLError('No field of the operation takes a file.', { extensions: { code: 'BAD_REQUEST' } })]
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
  { fragments }: Pick<DocumentScope, 'fragments'>,
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
