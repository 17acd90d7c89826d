import { type DocumentNode, parse, print, visit } from 'graphql'
import type { GraphqlRead } from './generate-graphql.js'
import type { RestRead, Tree } from './generate-rest.js'

export type Read = RestRead | GraphqlRead

/** Most requests that the reduction of one read sends. */
const mostTries = 150

/**
 * Returns a smaller read that still fulfils `differs`. Removes part after part, as long as one can be
 * removed.
 * @param kept parameters and arguments that aren't removed
 */
export async function reduceRead(
  read: Read,
  differs: (smaller: Read) => Promise<boolean>,
  kept: ReadonlySet<string>,
): Promise<Read> {
  let current = read
  let tries = 0
  for (let changed = true; changed; ) {
    changed = false
    for (const smaller of current.kind === 'rest' ? smallerRest(current, kept) : smallerGraphql(current, kept)) {
      if (tries++ >= mostTries) return current
      if (!(await differs(smaller))) continue
      current = smaller
      changed = true
      break
    }
  }
  return current
}

function* smallerRest(read: RestRead, kept: ReadonlySet<string>): Generator<RestRead> {
  for (const query of smallerTrees(read.query, kept)) yield { ...read, query: query as Tree }
}

type Node = Tree[string]

/** Yields the tree without one of its parts, largest parts first. */
function* smallerTrees(node: Node, kept: ReadonlySet<string>): Generator<Node> {
  if (typeof node === 'string') return
  if (isList(node)) {
    for (const index of node.keys()) if (node.length > 1) yield node.toSpliced(index, 1)
    for (const [index, item] of node.entries())
      for (const smaller of smallerTrees(item, kept)) yield node.with(index, smaller as Tree | string)
    return
  }
  for (const key of Object.keys(node)) {
    if (kept.has(key)) continue
    const { [key]: _, ...others } = node
    yield others
  }
  for (const [key, value] of Object.entries(node))
    if (!kept.has(key))
      for (const smaller of smallerTrees(value, kept)) if (!isEmpty(smaller)) yield { ...node, [key]: smaller }
}

const isList = (node: Node): node is readonly (Tree | string)[] => Array.isArray(node)
const isEmpty = (node: Node) => typeof node === 'object' && Object.keys(node).length === 0

function* smallerGraphql(read: GraphqlRead, kept: ReadonlySet<string>): Generator<GraphqlRead> {
  const document = parse(read.query)
  for (let index = 0; ; index++) {
    const smaller = withoutPart(document, index, kept)
    if (smaller === null) return
    if (smaller !== undefined) yield { ...read, query: smaller }
  }
}

/** Removes the variables that no argument uses. */
function withoutUnused(document: DocumentNode): DocumentNode {
  const used = new Set<string>()
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void used.add(name.value),
  })
  return visit(document, {
    VariableDefinition: ({ variable }) => (used.has(variable.name.value) ? undefined : null),
  })
}

/** Removes the part with a number. Returns null beyond the last one, undefined if no document remains. */
function withoutPart(document: DocumentNode, index: number, kept: ReadonlySet<string>): string | null | undefined {
  let count = 0
  const remove = () => (count++ === index ? null : undefined)
  const reduced = visit(document, {
    Field: remove,
    InlineFragment: remove,
    Argument: (node) => (kept.has(node.name.value) ? undefined : remove()),
    ObjectField: remove,
  })
  if (count <= index) return null
  const text = print(withoutUnused(reduced))
  try {
    parse(text)
    return /\{\s*\}/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
