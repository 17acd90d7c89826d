import { type SyntaxNode, type SyntaxPath, childOf, childrenOf, nameOf } from './syntax-tree.js'

/** The use of a member of an object, such as `ctx.request.body`. */
export interface MemberUse {
  readonly path: readonly string[]
  readonly line: number
  /** `written`: code sets the member. `tested`: it handles a missing member. */
  readonly kind: 'read' | 'written' | 'tested'
  /** The call of the member. */
  readonly call?: SyntaxNode | undefined
}

/** Receives the uses of an object. `path` is null if code may set members whose names aren't known. */
export type ReportUse = (use: MemberUse | { readonly path: null }) => void

const memberTypes = ['MemberExpression', 'OptionalMemberExpression']
/** Expressions with the value of their only operand. */
const transparent = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression']

/**
 * Reports the members that code uses of an object, also through variables and patterns.
 * @param path an expression whose value is the object, or the member at `above` of it
 */
export function followMembers(path: SyntaxPath, report: ReportUse, above: readonly string[] = []): void {
  const { names, last } = chainFrom(path)
  const full = [...above, ...names]
  const line = last.node.loc?.start.line ?? 0
  const { parentPath: parent } = last
  const call = parent?.node['callee'] === last.node ? parent.node : undefined
  if (names.length > 0) report({ path: full, line: propertyLine(last.node) ?? line, kind: kindOf(last), call })
  if (parent === null) return
  if (isAssignOf(parent.node, last.node)) reportAssigned(parent.node, full, line, report)
  const target = targetOf(parent.node, last.node)
  if (target) followPattern(target, last, full, report)
}

/** Follows a variable or a pattern that gets the value at a path. */
export function followPattern(target: SyntaxNode, at: SyntaxPath, above: readonly string[], report: ReportUse): void {
  if (target.type === 'AssignmentPattern') {
    const left = childOf(target, 'left')
    if (left) followPattern(left, at, above, report)
  } else if (target.type === 'Identifier') {
    const binding = at.scope.getBinding(String(target['name']))
    if (binding?.constant) for (const reference of binding.referencePaths) followMembers(reference, report, above)
  } else if (target.type === 'ObjectPattern') {
    for (const property of childrenOf(target, 'properties')) {
      const name = property.type === 'ObjectProperty' ? nameOf(property, 'key') : null
      const value = childOf(property, 'value')
      if (name === null || !value) continue
      // A default value handles a missing member.
      const kind = value.type === 'AssignmentPattern' ? 'tested' : 'read'
      report({ path: [...above, name], line: property.loc?.start.line ?? 0, kind })
      followPattern(value, at, [...above, name], report)
    }
  }
}

/** Returns the names after an expression, as in `.request.body`, and the whole expression. */
function chainFrom(path: SyntaxPath): { readonly names: readonly string[]; readonly last: SyntaxPath } {
  const names: string[] = []
  let last = path
  for (let parent = path.parentPath; parent !== null; parent = parent.parentPath) {
    const { node } = parent
    if (memberTypes.includes(node.type) && node['object'] === last.node) {
      const name = nameOf(node, 'property')
      if (name === null) break
      names.push(name)
    } else if (!transparent.includes(node.type)) break
    last = parent
  }
  return { names, last }
}

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

const propertyLine = (node: SyntaxNode) => childOf(node, 'property')?.loc?.start.line

function kindOf({ node, parentPath }: SyntaxPath): MemberUse['kind'] {
  const parent = parentPath?.node
  if (!parent) return 'read'
  const { type } = parent
  if (type === 'AssignmentExpression' && parent['left'] === node) return 'written'
  if (type === 'UpdateExpression') return 'written'
  const isTest =
    (type === 'UnaryExpression' && ['!', 'typeof', 'delete'].includes(String(parent['operator']))) ||
    type === 'LogicalExpression' ||
    (['IfStatement', 'ConditionalExpression'].includes(type) && parent['test'] === node) ||
    (type === 'OptionalCallExpression' && parent['optional'] === true) ||
    (type === 'OptionalMemberExpression' && parent['optional'] === true && parent['object'] === node) ||
    type === 'BinaryExpression'
  return isTest ? 'tested' : 'read'
}

/** Returns the pattern or variable that gets the value of an expression. */
function targetOf(parent: SyntaxNode, value: SyntaxNode): SyntaxNode | undefined {
  if (parent.type === 'VariableDeclarator' && parent['init'] === value) return childOf(parent, 'id')
  const left = parent.type === 'AssignmentExpression' && parent['right'] === value ? childOf(parent, 'left') : undefined
  return left?.type === 'ObjectPattern' ? left : undefined
}

/** Returns whether a call is `Object.assign` with the object as its target. */
function isAssignOf(call: SyntaxNode, target: SyntaxNode): boolean {
  const callee = childOf(call, 'callee')
  if (call.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return false
  const object = childOf(callee, 'object')
  return object?.['name'] === 'Object' && nameOf(callee, 'property') === 'assign' && call['arguments'] !== undefined
    ? childrenOf(call, 'arguments')[0] === target
    : false
}

function reportAssigned(call: SyntaxNode, above: readonly string[], line: number, report: ReportUse): void {
  for (const value of childrenOf(call, 'arguments').slice(1)) {
    const properties = value.type === 'ObjectExpression' ? childrenOf(value, 'properties') : null
    const names = properties?.map((each) => nameOf(each, 'key')) ?? [null]
    for (const name of names) {
      if (name !== null) report({ path: [...above, name], line, kind: 'written' })
      else report(above.length === 0 ? { path: null } : { path: above, line, kind: 'written' })
    }
  }
}
