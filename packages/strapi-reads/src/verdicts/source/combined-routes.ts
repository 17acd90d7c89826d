import { childOf, childrenOf, nameOf, type SyntaxNode } from '@content-api/project-files/code/syntax'
import { isFunction, resolved, type Scope } from './values.js'

/** The syntax of a function that only puts lists of routes together. */
const allowed: Readonly<Record<string, (node: SyntaxNode) => boolean>> = {
  ArrayExpression: () => true,
  AssignmentExpression: (node) => childOf(node, 'left')?.type === 'Identifier',
  AssignmentPattern: () => true,
  BlockStatement: () => true,
  CallExpression: (node) => childOf(node, 'callee')?.type === 'MemberExpression',
  ExpressionStatement: () => true,
  Identifier: () => true,
  IfStatement: () => true,
  MemberExpression: (node) => ['prefix', 'routes', 'concat'].includes(nameOf(node, 'property') ?? ''),
  ObjectExpression: (node) => childrenOf(node, 'properties').every(isPart),
  ObjectMethod: () => true,
  ObjectProperty: () => true,
  ReturnStatement: () => true,
  SpreadElement: () => true,
  UnaryExpression: () => true,
  VariableDeclaration: () => true,
  VariableDeclarator: () => true,
}

const isPart = (property: SyntaxNode) => ['prefix', 'routes'].includes(nameOf(property, 'key') ?? '')

/**
 * Returns the routers and lists in `customRouter(router, routes)`, a call of a function of the file that only
 * puts them together, as many projects have it. Null for other expressions.
 */
export function combinedRoutes(node: SyntaxNode, scope: Scope): readonly SyntaxNode[] | null {
  const call = resolved(node, scope)
  const callee = call?.type === 'CallExpression' ? childOf(call, 'callee') : undefined
  if (!call || callee?.type !== 'Identifier') return null
  const combine = resolved(callee, scope)
  if (!combine || !isFunction(combine)) return null
  const isPlain = [...childrenOf(combine, 'params'), childOf(combine, 'body')].every((each) => each && isAllowed(each))
  return isPlain ? childrenOf(call, 'arguments') : null
}

function isAllowed(node: SyntaxNode): boolean {
  const check = Object.hasOwn(allowed, node.type) ? allowed[node.type] : undefined
  if (!check?.(node)) return false
  return Object.entries(node).every(([key, value]) => {
    // A type changes nothing.
    if (['typeAnnotation', 'returnType', 'typeParameters', 'extra'].includes(key)) return true
    const children = [value].flat().filter(isNode)
    return children.every(isAllowed)
  })
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string' && 'start' in value
