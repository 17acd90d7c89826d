import { type DocumentNode, Kind, visit } from 'graphql'
import type { SelectedField } from '../plan/collect-fields.js'
import type { Running } from './running.js'

/** Documents are told apart by number in the plan cache: their text would be kept once more for each plan. */
const numbers = new WeakMap<DocumentNode, number>()
let last = 0

const uses = new WeakMap<DocumentNode, ReadonlyMap<string, number>>()

/**
 * What the plan of a root field depends on besides the caller: the document, the operation, the field and the variables. The
 * variable that is nothing but the entry's id is left out, since one statement does for all ids.
 */
export function variableKey({ request, operation, document }: Running, selected: SelectedField): string {
  let number = numbers.get(request.document)
  if (number === undefined) numbers.set(request.document, (number = ++last))
  const id = idVariable(request.document, selected)
  const variables = Object.entries(document.variables).filter(([name]) => name !== id)
  return `graphql ${number} ${operation.name?.value ?? ''} ${selected.key} ${JSON.stringify(variables)}`
}

function idVariable(document: DocumentNode, { nodes }: SelectedField): string | undefined {
  const [node, another] = nodes
  const value = node?.arguments?.find(({ name }) => name.value === 'id')?.value
  if (another || value?.kind !== Kind.VARIABLE) return undefined
  return usesOf(document).get(value.name.value) === 1 ? value.name.value : undefined
}

function usesOf(document: DocumentNode): ReadonlyMap<string, number> {
  const known = uses.get(document)
  if (known) return known
  const counted = new Map<string, number>()
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void counted.set(name.value, (counted.get(name.value) ?? 0) + 1),
  })
  uses.set(document, counted)
  return counted
}
