import type { Query, QueryValue } from './query.js'

interface Node {
  text?: string
  members?: Map<string, Node>
}

/**
 * Parses a query string in the format of the SDK's `stringify`: brackets nest, and members numbered from 0
 * are a list. A parameter that contradicts an earlier one (`a=1&a[b]=2`) is ignored.
 */
export function parseQuery(text: string): Query {
  const root: Node = { members: new Map() }
  for (const parameter of text.split('&')) {
    if (parameter !== '') addParameter(root, parameter)
  }
  return valueOf(root) as Query
}

function addParameter(root: Node, parameter: string): void {
  const [path = '', ...rest] = parameter.split('=')
  const names = namesOf(decode(path))
  let node = root
  for (const name of names) {
    if (node.text !== undefined || name in {}) return
    node.members ??= new Map()
    const member = node.members.get(name) ?? {}
    node.members.set(name, member)
    node = member
  }
  if (!node.members) node.text ??= decode(rest.join('='))
}

/** Splits a name: `filters[title][$eq]` → `filters`, `title`, `$eq`. */
function namesOf(path: string): readonly string[] {
  const [first = '', ...rest] = path.split('[')
  return [first, ...rest.map((part) => (part.endsWith(']') ? part.slice(0, -1) : part))]
}

/** Decodes percent-encoding and `+`. A text with an invalid sequence stays unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function valueOf({ text = '', members }: Node): QueryValue {
  if (!members) return text
  const entries = [...members].map(([name, node]) => [name, valueOf(node)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
