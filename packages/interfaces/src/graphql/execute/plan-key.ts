import { type DocumentNode, Kind, visit } from 'graphql'
import { getOrCreate } from '@content-api/engine/on-demand'
import type { SelectedField } from '../plan/collect-fields.js'
import type { Operation } from './operation.js'

/** Numbers identify documents in the plan cache. If keys contained the text, each plan would keep a copy of it. */
const numbers = new WeakMap<DocumentNode, number>()
let last = 0

const uses = new WeakMap<DocumentNode, ReadonlyMap<string, number>>()

interface RunningOperation extends Pick<Operation, 'definition' | 'document'> {
  /** The document of the request. */
  readonly source: DocumentNode
}

/**
 * Returns the key of a root field in the plan cache: the document, the operation, the field and the
 * variables. A variable that is only used as the argument `idArgument` of the field is left out, because one
 * plan serves all ids. The cache adds the caller.
 */
export function planKey(
  { source, definition, document }: RunningOperation,
  selected: SelectedField,
  idArgument: string,
): string {
  const number = getOrCreate(numbers, source, () => ++last)
  const id = idVariable(source, selected, idArgument)
  const variables = Object.entries(document.variables).filter(([name]) => name !== id)
  return `graphql ${number} ${definition.name?.value ?? ''} ${selected.key} ${JSON.stringify(variables)}`
}

function idVariable(document: DocumentNode, { nodes }: SelectedField, idArgument: string): string | undefined {
  const [node, another] = nodes
  const value = node?.arguments?.find(({ name }) => name.value === idArgument)?.value
  if (another || value?.kind !== Kind.VARIABLE) return undefined
  return usesOf(document).get(value.name.value) === 1 ? value.name.value : undefined
}

function usesOf(document: DocumentNode): ReadonlyMap<string, number> {
  return getOrCreate(uses, document, () => {
    const counted = new Map<string, number>()
    visit(document, {
      VariableDefinition: () => false,
      Variable: ({ name }) => void counted.set(name.value, (counted.get(name.value) ?? 0) + 1),
    })
    return counted
  })
}
