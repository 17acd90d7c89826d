import { createRequire } from 'node:module'
import type * as Jiti from 'jiti'

/** A node of the syntax tree of a source file, as Babel creates it. */
export interface SyntaxNode {
  readonly type: string
  readonly loc?: { readonly start: { readonly line: number } } | null
  readonly [key: string]: unknown
}

export interface Binding {
  readonly constant: boolean
  readonly referencePaths: readonly SyntaxPath[]
  /** The declaration of the variable. */
  readonly path: SyntaxPath
}

/** A node at its position in the tree, with the variables that it can use. */
export interface SyntaxPath {
  readonly node: SyntaxNode
  readonly parentPath: SyntaxPath | null
  readonly scope: {
    getBinding(name: string): Binding | undefined
    hasBinding(name: string): boolean
  }
  traverse(visitors: Visitors): void
}

/** Visits nodes by their type. */
export type Visitors = Readonly<Record<string, (path: SyntaxPath) => void>>

let jiti: Jiti.Jiti | undefined
let program: SyntaxPath | null = null

/** Keeps the program of the file that is compiled. Always the same function, because the compiler caches it. */
const keepProgram = () => ({
  visitor: {},
  pre(parsed: { readonly path: SyntaxPath }) {
    program = parsed.path
    throw new Error('The compiled code is not needed, which takes as long as the rest.')
  },
})

/** Returns the program of a source file in JavaScript or TypeScript, or null if it has syntax errors. */
export function parseSource(source: string, file: string): SyntaxPath | null {
  program = null
  // Loaded on demand: only code that may use missing parts is parsed. The compiler that loads project code
  // has a parser and finds the scopes of variables.
  const { createJiti } = createRequire(import.meta.url)('jiti') as typeof Jiti
  jiti ??= createJiti(import.meta.url, { fsCache: false })
  // Returns errors instead of throwing them.
  jiti.transform({ source, filename: file, ts: /\.[mc]?ts$/.test(file), babel: { plugins: [keepProgram] } })
  const found = program as SyntaxPath | null
  program = null
  return found
}

/** Returns a child of a node, or undefined if it isn't a node. */
export function childOf(node: SyntaxNode, key: string): SyntaxNode | undefined {
  const child = node[key]
  return typeof child === 'object' && child !== null && 'type' in child ? (child as SyntaxNode) : undefined
}

/** Returns the children of a node in a list. */
export function childrenOf(node: SyntaxNode, key: string): readonly SyntaxNode[] {
  const children = node[key]
  return Array.isArray(children) ? (children as (SyntaxNode | null)[]).filter((child) => child !== null) : []
}

/** Returns the name of a property: of `a.name`, `a['name']` and `{ name: … }`. Null if it is computed. */
export function nameOf(node: SyntaxNode, key: 'property' | 'key'): string | null {
  const name = childOf(node, key)
  if (name?.type === 'StringLiteral') return String(name['value'])
  return name?.type === 'Identifier' && node['computed'] !== true ? String(name['name']) : null
}

export const lineOf = (node: SyntaxNode) => node.loc?.start.line ?? 0

export const memberTypes = ['MemberExpression', 'OptionalMemberExpression']

/** Expressions with the value of their only operand. */
export const transparent = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression']

/** Returns the names between an object and the call of one of its members: `db.query` for `strapi.db.query()`. */
export function memberNames(call: SyntaxNode, object: string): string | undefined {
  const names: string[] = []
  let node = childOf(call, 'callee')
  while (node && memberTypes.includes(node.type)) {
    const name = nameOf(node, 'property')
    if (name === null) return undefined
    names.unshift(name)
    node = childOf(node, 'object')
  }
  return node?.type === 'Identifier' && node['name'] === object ? names.join('.') : undefined
}
