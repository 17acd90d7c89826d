import { isProperty, nameOf, type Node, nodeAt, nodesAt, stringOf } from './syntax.js'

/** What a name in a file stands for. */
export type Binding = { readonly kind: 'import'; readonly from: string } | { readonly kind: 'function' } | ValueBinding

/** A name whose value is a member of another expression: `title` in `const { data: { title } } = response`. */
export interface ValueBinding {
  readonly kind: 'variable' | 'each' | 'parameter'
  /**
   * The expression: of a variable its first value, of a loop (`each`) the list, of a parameter the function.
   * Undefined for a variable without a value.
   */
  readonly of: Node | undefined
  /** The names of the members that lead from the expression to the value. */
  readonly path: readonly string[]
  /** The nodes around the expression, the nearest first. */
  readonly ancestors: readonly Node[]
  /** The type annotation, if the name has one itself. */
  readonly annotation: Node | undefined
}

/** Returns what a name stands for, by the nearest declaration around a node. */
export function findBinding(name: string, ancestors: readonly Node[]): Binding | undefined {
  for (const [index, scope] of ancestors.entries()) {
    const found = bindingIn(scope, name, ancestors.slice(index))
    if (found !== undefined) return found
  }
  return undefined
}

/** `around` starts with the scope itself. */
function bindingIn(scope: Node, name: string, around: readonly Node[]): Binding | undefined {
  if (isFunction(scope)) return valueIn(nodesAt(scope, 'params'), name, { kind: 'parameter', of: scope, around })
  if (scope.type === 'ForOfStatement') {
    const declared = nodesAt(nodeAt(scope, 'left') ?? scope, 'declarations').flatMap((each) => nodeAt(each, 'id') ?? [])
    return valueIn(declared, name, { kind: 'each', of: nodeAt(scope, 'right'), around })
  }
  if (scope.type !== 'BlockStatement' && scope.type !== 'Program') return undefined
  for (const statement of nodesAt(scope, 'body')) {
    const found = declarationIn(nodeAt(statement, 'declaration') ?? statement, name, around)
    if (found !== undefined) return found
  }
  return undefined
}

function declarationIn(statement: Node, name: string, around: readonly Node[]): Binding | undefined {
  if (statement.type === 'ImportDeclaration') {
    const isNamed = nodesAt(statement, 'specifiers').some((one) => nameOf(nodeAt(one, 'local')) === name)
    return isNamed ? { kind: 'import', from: stringOf(nodeAt(statement, 'source')) ?? '' } : undefined
  }
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
    return nameOf(nodeAt(statement, 'id')) === name ? { kind: 'function' } : undefined
  }
  for (const one of nodesAt(statement, 'declarations')) {
    const id = nodeAt(one, 'id')
    const found = id && valueIn([id], name, { kind: 'variable', of: nodeAt(one, 'init'), around })
    if (found !== undefined) return found
  }
  return undefined
}

interface Source {
  readonly kind: ValueBinding['kind']
  readonly of: Node | undefined
  readonly around: readonly Node[]
}

/** The path of a parameter starts with its index. */
function valueIn(patterns: readonly Node[], name: string, { kind, of, around }: Source): ValueBinding | undefined {
  for (const [index, pattern] of patterns.entries()) {
    const found = pathIn(pattern, name)
    if (found === undefined) continue
    const path = kind === 'parameter' ? [String(index), ...found] : found
    const ancestors = kind === 'parameter' ? around.slice(1) : around
    return { kind, of, path, ancestors, annotation: found.length === 0 ? annotationOf(pattern) : undefined }
  }
  return undefined
}

function annotationOf(pattern: Node): Node | undefined {
  const target = pattern.type === 'AssignmentPattern' ? nodeAt(pattern, 'left') : pattern
  return nodeAt(nodeAt(target, 'typeAnnotation'), 'typeAnnotation')
}

/** Returns the path to a name in a pattern: `['data', '0']` for `{ data: [first] }`. */
function pathIn(pattern: Node | undefined, name: string): string[] | undefined {
  if (pattern === undefined) return undefined
  if (pattern.type === 'Identifier') return nameOf(pattern) === name ? [] : undefined
  if (pattern.type === 'AssignmentPattern') return pathIn(nodeAt(pattern, 'left'), name)
  const members =
    pattern.type === 'ArrayPattern'
      ? nodesAt(pattern, 'elements').map((element, index): [string, Node] => [String(index), element])
      : nodesAt(pattern, 'properties')
          .filter((property) => isProperty(property))
          .map((property): [string, Node] => [nameOf(property) ?? '', nodeAt(property, 'value') ?? property])
  for (const [member, inner] of members) {
    const path = pathIn(inner, name)
    if (path !== undefined) return [member, ...path]
  }
  return undefined
}

export function isFunction({ type }: Node): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'FunctionDeclaration'
}
