import { type DocumentNode, Kind, visit } from 'graphql'
import type { SelectedField } from '../plan/collect-fields.js'
import type { Running } from './running.js'

/** Numbers identify documents in the plan cache. If keys contained the text, each plan would keep a copy of it. */
const numbers = new WeakMap<DocumentNode, number>()
let last = 0

const uses = new WeakMap<DocumentNode, ReadonlyMap<string, number>>()

/**
 * Returns the key of a root field in the plan cache: the document, the operation, the field and the
 * variables. A variable that is only used as the `id` of the entry is left out, because one plan serves all
 * ids. The cache adds the caller.
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
