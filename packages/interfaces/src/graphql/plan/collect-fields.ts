import type { Output, OutputObject } from '@content-api/engine/plan'
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

/** The schema, fragments and variables of a document. */
export interface OperationDocument {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** The coerced variables. */
  readonly variables: Readonly<Record<string, unknown>>
}

/** A selected field, and its key in the response. */
export interface SelectedField {
  readonly key: string
  readonly name: string
  /** The nodes that select the field: at least one. They have the same field and the same arguments. */
  readonly nodes: readonly FieldNode[]
}

/**
 * Returns the selected fields of an object of one type, in order. Expands fragments that apply, removes
 * fields by @skip and @include, and merges fields with the same key.
 */
export function collectFields(
  scope: OperationDocument,
  type: GraphQLObjectType,
  selections: readonly SelectionNode[],
): SelectedField[] {
  const found = new Map<string, FieldNode[]>()
  collect(scope, type, selections, found, new Set())
  return [...found].map(([key, nodes]) => ({ key, name: (nodes[0] as FieldNode).name.value, nodes }))
}

/** Returns a generated object type by its name. A document that selects it is only valid if the schema contains it. */
export function objectType({ schema }: Pick<OperationDocument, 'schema'>, name: string): GraphQLObjectType {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`The schema has no object type ${name}`)
  return type
}

/** Returns the selections below all nodes of a field. */
export function selectionsOf(nodes: readonly FieldNode[]): readonly SelectionNode[] {
  const [first] = nodes
  if (nodes.length === 1) return first?.selectionSet?.selections ?? []
  return nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
}

function collect(
  scope: OperationDocument,
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

/** Returns a fragment, or null if it has already been expanded for this object. */
function fragmentOf(
  { fragments }: OperationDocument,
  name: string,
  spread: Set<string>,
): FragmentDefinitionNode | null {
  if (spread.has(name)) return null
  spread.add(name)
  return fragments.get(name) ?? null
}

function applies(schema: GraphQLSchema, condition: string | undefined, type: GraphQLObjectType): boolean {
  if (condition === undefined || condition === type.name) return true
  const abstract = schema.getType(condition)
  return isAbstractType(abstract) && schema.isSubType(abstract, type)
}

function isIncluded({ variables }: OperationDocument, selection: SelectionNode): boolean {
  if (!selection.directives || selection.directives.length === 0) return true
  if (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] === true) return false
  return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false
}

/** Returns the nodes that select a value of the response, by its path below a field. Type conditions are ignored. */
export function nodesAt(
  scope: OperationDocument,
  nodes: readonly FieldNode[],
  path: readonly (string | number)[],
): readonly FieldNode[] {
  let found = nodes
  for (const key of path) {
    if (typeof key === 'number') continue
    const inner = found.flatMap(({ selectionSet }) =>
      fieldsNamed(scope, selectionSet?.selections ?? [], key, new Set()),
    )
    if (inner.length === 0) return found
    found = inner
  }
  return found
}

/**
 * Returns the fields with a key. Each fragment is expanded once: expanding it repeatedly could take
 * exponential time.
 */
function fieldsNamed(
  scope: OperationDocument,
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

/**
 * Returns the members of an object of one GraphQL type. `select` returns the output of each field except
 * `__typename`.
 */
export function selectMembers(
  { document }: { readonly document: OperationDocument },
  name: string,
  nodes: readonly FieldNode[],
  select: (selected: SelectedField, type: GraphQLObjectType) => Output,
): OutputObject {
  const type = objectType(document, name)
  return collectFields(document, type, selectionsOf(nodes)).map((selected) => ({
    key: selected.key,
    value: selected.name === '__typename' ? { kind: 'text', text: JSON.stringify(name) } : select(selected, type),
  }))
}
