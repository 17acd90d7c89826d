/** A node of a syntax tree, as far as the rules read it. */
export interface Node {
  readonly type: string
  readonly loc: { readonly start: Position }
  readonly [key: string]: unknown
}

/** Lines start at 1, columns at 0. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A node and the nodes around it, the nearest first. */
export type Visit = (node: Node, ancestors: readonly Node[]) => void

/** Visits a tree from its root to its leaves. */
export function visitTree(node: Node, visit: Visit, ancestors: readonly Node[] = []): void {
  visit(node, ancestors)
  const inner = [node, ...ancestors]
  for (const child of childrenOf(node)) visitTree(child, visit, inner)
}

function childrenOf(node: Node): Node[] {
  return Object.entries(node).flatMap(([key, value]) =>
    notSyntax.has(key) ? [] : [value].flat().filter((child): child is Node => isNode(child)),
  )
}

/** Members that hold comments or positions. */
const notSyntax: ReadonlySet<string> = new Set([
  'loc',
  'leadingComments',
  'innerComments',
  'trailingComments',
  'errors',
])

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

/** Returns a member if it is a node. */
export function nodeAt(node: Node | undefined, key: string): Node | undefined {
  const value = node?.[key]
  return isNode(value) ? value : undefined
}

/** Returns the nodes of a list. */
export function nodesAt(node: Node, key: string): Node[] {
  const value = node[key]
  return Array.isArray(value) ? value.filter((item) => isNode(item)) : []
}

/** Returns the value of a string literal. */
export function stringOf(node: Node | undefined): string | undefined {
  return node?.type === 'StringLiteral' ? (node['value'] as string) : undefined
}

/** Returns the name of an identifier, a key, or a member: `delete` for `articles.delete`. */
export function nameOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined
  if (node.type === 'Identifier') return node['name'] as string
  if (isMember(node))
    return node['computed'] === true ? stringOf(nodeAt(node, 'property')) : nameOf(nodeAt(node, 'property'))
  if (isProperty(node)) return node['computed'] === true ? undefined : nameOf(nodeAt(node, 'key'))
  return stringOf(node)
}

export const isMember = ({ type }: Node): boolean => type === 'MemberExpression' || type === 'OptionalMemberExpression'
export const isCall = ({ type }: Node): boolean => type === 'CallExpression' || type === 'OptionalCallExpression'
export const isProperty = ({ type }: Node): boolean => type === 'ObjectProperty'

/** Returns the property of an object literal. */
export function propertyOf(object: Node, name: string): Node | undefined {
  return nodesAt(object, 'properties').find((property) => isProperty(property) && nameOf(property) === name)
}

/** Returns the expression inside of type assertions, `await` and `!`. */
export function bareExpression(node: Node | undefined): Node | undefined {
  return node !== undefined && wrappers.has(node.type)
    ? bareExpression(nodeAt(node, 'expression') ?? nodeAt(node, 'argument'))
    : node
}

const wrappers: ReadonlySet<string> = new Set([
  'AwaitExpression',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
])

/** Returns whether a name that matches occurs in an expression. */
export function mentions(node: Node | undefined, name: RegExp): boolean {
  if (node === undefined) return false
  let found = false
  visitTree(node, (inner) => {
    found ||= inner.type === 'Identifier' && name.test(inner['name'] as string)
    found ||= inner.type === 'StringLiteral' && name.test(inner['value'] as string)
  })
  return found
}
