import { type ASTVisitor, GraphQLError, Kind, type SelectionSetNode, type ValidationContext } from 'graphql'

/**
 * Rejects operations that are deeper than `limit` fields below their root fields (specification §8).
 * Introspection is exempt, because the introspection query of tools is deeper than the default limit.
 */
export function depthLimit(limit: number) {
  return (context: ValidationContext): ASTVisitor => ({
    OperationDefinition(operation) {
      if (depthOf(context, operation.selectionSet, new Map()) - 1 <= limit) return
      const name = operation.name?.value ?? ''
      context.reportError(
        new GraphQLError(`'${name}' exceeds maximum operation depth of ${limit}`, { nodes: operation }),
      )
    },
  })
}

/** Returns the number of levels of fields. Each fragment is measured once. Another rule rejects recursive fragments. */
function depthOf(context: ValidationContext, { selections }: SelectionSetNode, known: Map<string, number>): number {
  let deepest = 0
  for (const selection of selections) {
    let depth = 0
    if (selection.kind === Kind.FIELD) {
      if (selection.name.value.startsWith('__')) continue
      depth = 1 + (selection.selectionSet ? depthOf(context, selection.selectionSet, known) : 0)
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      depth = depthOf(context, selection.selectionSet, known)
    } else {
      depth = fragmentDepth(context, selection.name.value, known)
    }
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

function fragmentDepth(context: ValidationContext, name: string, known: Map<string, number>): number {
  const measured = known.get(name)
  if (measured !== undefined) return measured
  known.set(name, 0)
  const fragment = context.getFragment(name)
  const depth = fragment ? depthOf(context, fragment.selectionSet, known) : 0
  known.set(name, depth)
  return depth
}
