import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type SelectionNode,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import type { SelectedField } from '../plan/collect-fields.js'
import type { ExtendedFields } from '../plan/select-scope.js'

interface Scope {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly extended: ExtendedFields
}

const known = new WeakMap<FieldNode, boolean>()

/** Returns whether an extension handles a root field or any field that is selected below it. */
export function reachesResolver(scope: Scope, root: GraphQLNamedType, { nodes }: SelectedField): boolean {
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
