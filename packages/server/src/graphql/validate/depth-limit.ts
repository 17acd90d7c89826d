import { type ASTVisitor, GraphQLError, Kind, type SelectionSetNode, type ValidationContext } from 'graphql'

/**
 * Rejects operations that are deeper than `limit` fields below their root fields (specification §8).
 * Introspection is exempt, because the introspection query of tools is deeper than the default limit.
 */
export function depthLimit(limit: number) {
  return (context: ValidationContext): ASTVisitor => ({
    OperationDefinition(operation) {
      const path = deepestPath(context, operation.selectionSet, new Map())
      const depth = lengthOf(path) - 1
      if (depth <= limit) return
      const name = operation.name?.value ?? ''
      const where = `${describePath(path, limit + 1)} is too deep`
      const message = `'${name}' exceeds maximum operation depth of ${limit}: ${where}. Select it in another operation, or raise graphql.config.depthLimit`
      context.reportError(new GraphQLError(message, { nodes: operation }))
    },
  })
}

/** The fields of a path, from the root field. It is a linked list: fragments share their ends. */
interface Path {
  readonly name: string
  readonly length: number
  readonly next: Path | null
}

const lengthOf = (path: Path | null) => path?.length ?? 0

/** Maximum names of a path in an error message. */
const maximumShown = 20

/** Returns the names of a path up to the first field beyond the limit. */
function describePath(path: Path | null, levels: number): string {
  const names: string[] = []
  for (let field = path; field && names.length <= levels; field = field.next) names.push(field.name)
  return names.length <= maximumShown ? names.join('.') : `…${names.slice(-maximumShown).join('.')}`
}

/** Returns the longest path of fields. Each fragment is measured once. Another rule rejects recursive fragments. */
function deepestPath(
  context: ValidationContext,
  { selections }: SelectionSetNode,
  known: Map<string, Path | null>,
): Path | null {
  let deepest: Path | null = null
  for (const selection of selections) {
    let path: Path | null
    if (selection.kind === Kind.FIELD) {
      const name = selection.name.value
      if (name.startsWith('__')) continue
      const next = selection.selectionSet ? deepestPath(context, selection.selectionSet, known) : null
      path = { name, length: 1 + lengthOf(next), next }
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      path = deepestPath(context, selection.selectionSet, known)
    } else {
      path = pathOfFragment(context, selection.name.value, known)
    }
    if (lengthOf(path) > lengthOf(deepest)) deepest = path
  }
  return deepest
}

function pathOfFragment(context: ValidationContext, name: string, known: Map<string, Path | null>): Path | null {
  const measured = known.get(name)
  if (measured !== undefined) return measured
  known.set(name, null)
  const fragment = context.getFragment(name)
  const path = fragment ? deepestPath(context, fragment.selectionSet, known) : null
  known.set(name, path)
  return path
}
