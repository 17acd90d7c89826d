import { createJiti } from 'jiti'

/** A node of the syntax tree of a source file, as Babel creates it. */
export interface SyntaxNode {
  readonly type: string
  readonly loc?: { readonly start: { readonly line: number } } | null
  readonly [key: string]: unknown
}

interface Binding {
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
  traverse(visitors: Readonly<Record<string, (path: SyntaxPath) => void>>): void
}

/** Visits nodes by their type. */
export type Visitors = Readonly<Record<string, (path: SyntaxPath) => void>>

/** Combines visitors of the same tree. */
export function allVisitors(...all: readonly Visitors[]): Visitors {
  const types = new Set(all.flatMap((visitors) => Object.keys(visitors).flatMap((key) => key.split('|'))))
  const functionsOf = (type: string) =>
    all.flatMap((visitors) =>
      Object.entries(visitors).flatMap(([key, visit]) => (key.split('|').includes(type) ? [visit] : [])),
    )
  return Object.fromEntries(
    [...types].map((type) => {
      const visits = functionsOf(type)
      return [type, (path: SyntaxPath) => visits.forEach((visit) => visit(path))]
    }),
  )
}

const jiti = createJiti(import.meta.url, { fsCache: false })

/** Visits the syntax tree of a source file in JavaScript or TypeScript. Does nothing for one with syntax errors. */
export function visitSource(source: string, file: string, visitors: Visitors): void {
  // The compiler that loads project code has a parser and finds the scopes of variables.
  const plugin = () => ({
    visitor: {},
    pre(parsed: { readonly path: SyntaxPath }) {
      parsed.path.traverse(visitors)
      throw new Error('The compiled code is not needed, which takes as long as the rest.')
    },
  })
  // Returns errors instead of throwing them.
  jiti.transform({ source, filename: file, ts: /\.[mc]?ts$/.test(file), babel: { plugins: [plugin] } })
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
