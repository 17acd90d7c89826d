import {
  type FieldNode,
  type GraphQLNamedType,
  Kind,
  type SelectionNode,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import type { DocumentScope, SelectedField } from '../plan/collect-fields.js'
import type { SchemaExtension } from '../service.js'
import type { Running } from './operation.js'

/**
 * One of two executors runs a root field:
 *
 * - `statement` (`execute-by-statement.ts`): one SQL statement returns the JSON text of the field, which is
 *   sent as it is. It runs generated fields such as `articles` and `createArticle`, and the mutations of
 *   operations that return records, such as `upload`.
 * - `graphql-js` (`execute-with-graphql-js.ts`): graphql-js calls a resolver for each value. It runs
 *   introspection, operations with a resolver of their own such as `login`, and everything that contains code
 *   of a project: fields of extensions, and generated fields whose selection contains such a field. For these
 *   `strapi/graphql/` adds resolvers to the schema.
 *
 * Both stay. Code of a project expects the calls and the parents of graphql-js. Without such code, a call for
 * each value would take most of the time of a request.
 */
type Executor = 'statement' | 'graphql-js'

/** Returns the executor of a root field. */
export function chooseExecutor({ scope, type, document }: Running, selected: SelectedField): Executor {
  const path = `${type.name}.${selected.name}`
  if (!scope.fields.has(path) && !scope.records.has(path)) return 'graphql-js'
  const { extension } = scope.options
  return extension && reachesExtension({ document, extension }, type, selected) ? 'graphql-js' : 'statement'
}

interface ExecutorScope {
  readonly document: DocumentScope
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
function objectsOf({ schema }: DocumentScope, type: GraphQLNamedType | undefined): readonly GraphQLNamedType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type)
  return type ? [type] : []
}
