import { type DocumentNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql'

/**
 * Mutations that check a password or a code, or send a mail. A request may contain only one, so that it can't
 * bypass the rate limit.
 */
export const singleUse: ReadonlySet<string> = new Set([
  'login',
  'register',
  'forgotPassword',
  'resetPassword',
  'changePassword',
  'emailConfirmation',
])

const named = new RegExp(`\\b(?:${[...singleUse].join('|')})\\b`)

/** Returns whether the text of a document may contain such a mutation. It is cheaper than parsing. */
export const mayBeSingleUse = (text: string): boolean => named.test(text)

/**
 * Returns a function that counts such mutations in the documents of a request. It returns an error if there
 * is more than one.
 */
export function singleUseLimit(): (document: DocumentNode) => readonly GraphQLError[] {
  let used = 0
  return (document) => {
    used += usesIn(document)
    if (used <= 1) return []
    const extensions = { code: 'BAD_REQUEST' }
    return [new GraphQLError(`Only one of ${[...singleUse].join(', ')} per request.`, { extensions })]
  }
}

const counts = new WeakMap<DocumentNode, number>()

function usesIn(document: DocumentNode): number {
  const known = counts.get(document)
  if (known !== undefined) return known
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition.selectionSet] as const] : [],
    ),
  )
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  const count = Math.max(0, ...operations.map(({ selectionSet }) => countIn(selectionSet, fragments, new Map())))
  counts.set(document, count)
  return count
}

/**
 * Counts such mutations. The document is valid, so fragments don't contain themselves. The count of each
 * fragment is cached: a chain of fragments that each contain the next one twice would take exponential time.
 */
function countIn(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, SelectionSetNode>,
  counted: Map<string, number>,
): number {
  let count = 0
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) count += singleUse.has(selection.name.value) ? 1 : 0
    else if (selection.kind === Kind.INLINE_FRAGMENT) count += countIn(selection.selectionSet, fragments, counted)
    else count += countOf(selection.name.value, fragments, counted)
    if (count > 1) return count
  }
  return count
}

function countOf(name: string, fragments: ReadonlyMap<string, SelectionSetNode>, counted: Map<string, number>): number {
  const fragment = fragments.get(name)
  const count = counted.get(name) ?? (fragment ? countIn(fragment, fragments, counted) : 0)
  counted.set(name, count)
  return count
}
