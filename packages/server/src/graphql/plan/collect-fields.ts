import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  Kind,
  type SelectionNode,
  getDirectiveValues,
  isAbstractType,
  isObjectType,
} from 'graphql'

/** What a selection is read with. */
export interface DocumentScope {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** Coerced. */
  readonly variables: Readonly<Record<string, unknown>>
}

/** One key of an answer and every place that asks for it. */
export interface SelectedField {
  readonly key: string
  readonly name: string
  /** Never empty; all name the same field with the same arguments. */
  readonly nodes: readonly FieldNode[]
}

/**
 * The fields that are asked for of an object of one type, in order: fragments that apply are spread, what @skip and @include
 * leave out is left out, and fields with the same key become one.
 */
export function collectFields(
  scope: DocumentScope,
  type: GraphQLObjectType,
  selections: readonly SelectionNode[],
): SelectedField[] {
  const found = new Map<string, FieldNode[]>()
  collect(scope, type, selections, found, new Set())
  return [...found].map(([key, nodes]) => ({ key, name: (nodes[0] as FieldNode).name.value, nodes }))
}

/** The object type of a name that is made from the model's, which is in the schema wherever it is asked for. */
export function objectType({ schema }: Pick<DocumentScope, 'schema'>, name: string): GraphQLObjectType {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`The schema has no object type ${name}`)
  return type
}

/** What is selected below a field, wherever it is asked for. */
export function selectionsOf(nodes: readonly FieldNode[]): readonly SelectionNode[] {
  const [first] = nodes
  if (nodes.length === 1) return first?.selectionSet?.selections ?? []
  return nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
}

function collect(
  scope: DocumentScope,
  type: GraphQLObjectType,
  selections: readonly SelectionNode[],
  found: Map<string, FieldNode[]>,
  spread: Set<string>,
): void {
  for (const selection of selections) {
    if (!isIncluded(scope, selection)) continue
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value
      const nodes = found.get(key)
      if (nodes) nodes.push(selection)
      else found.set(key, [selection])
      continue
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentOf(scope, selection.name.value, spread)
    if (!fragment || !applies(scope.schema, fragment.typeCondition?.name.value, type)) continue
    collect(scope, type, fragment.selectionSet.selections, found, spread)
  }
}

/** Null when the fragment has been spread in this object already. */
function fragmentOf({ fragments }: DocumentScope, name: string, spread: Set<string>): FragmentDefinitionNode | null {
  if (spread.has(name)) return null
  spread.add(name)
  return fragments.get(name) ?? null
}

function applies(schema: GraphQLSchema, condition: string | undefined, type: GraphQLObjectType): boolean {
  if (condition === undefined || condition === type.name) return true
  const abstract = schema.getType(condition)
  return isAbstractType(abstract) && schema.isSubType(abstract, type)
}

function isIncluded({ variables }: DocumentScope, selection: SelectionNode): boolean {
  if (!selection.directives || selection.directives.length === 0) return true
  if (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] === true) return false
  return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false
}

/** The places that ask for a value of the answer, by its path below a field; types are left aside. */
export function nodesAt(
  scope: DocumentScope,
  nodes: readonly FieldNode[],
  path: readonly (string | number)[],
): readonly FieldNode[] {
  let found = nodes
  for (const key of path) {
    if (typeof key === 'number') continue
    const below = found.flatMap(({ selectionSet }) =>
      fieldsNamed(scope, selectionSet?.selections ?? [], key, new Set()),
    )
    if (below.length === 0) return found
    found = below
  }
  return found
}

/** A fragment that was spread already is passed over: spread out, fragments could be more than can be counted. */
function fieldsNamed(
  scope: DocumentScope,
  selections: readonly SelectionNode[],
  key: string,
  spread: Set<string>,
): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return (selection.alias ?? selection.name).value === key ? [selection] : []
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentOf(scope, selection.name.value, spread)
    return fragment ? fieldsNamed(scope, fragment.selectionSet.selections, key, spread) : []
  })
}
