import {
  childOf,
  childrenOf,
  memberTypes,
  nameOf,
  type SyntaxNode,
  type SyntaxPath,
  transparent,
} from '@content-api/project-files/code/syntax'

export type Scope = SyntaxPath['scope']

/** Returns an expression without parentheses and types. */
export function bare(node: SyntaxNode): SyntaxNode {
  const inner = transparent.includes(node.type) ? childOf(node, 'expression') : undefined
  return inner ? bare(inner) : node
}

const literals = ['StringLiteral', 'NumericLiteral', 'BooleanLiteral', 'NullLiteral', 'TemplateLiteral']

/**
 * Returns the value of a variable that nothing else in the file uses, so that nothing changes it; other
 * expressions as they are. Null for a variable whose value isn't known.
 */
export function resolved(node: SyntaxNode, scope: Scope): SyntaxNode | null {
  const value = bare(node)
  if (value.type !== 'Identifier') return value
  const binding = scope.getBinding(String(value['name']))
  const declared = binding?.path.node
  if (!binding?.constant || !declared) return null
  if (declared.type === 'FunctionDeclaration') return declared
  const init = childOf(declared, 'init')
  if (declared.type !== 'VariableDeclarator' || childOf(declared, 'id')?.type !== 'Identifier' || !init) return null
  const found = bare(init)
  if (literals.includes(found.type)) return found
  return binding.referencePaths.length === 1 ? resolved(found, binding.path.scope) : null
}

/** Returns the string of an expression; undefined if it isn't known. */
export function stringOf(node: SyntaxNode | undefined, scope: Scope): string | undefined {
  const value = node && resolved(node, scope)
  if (value?.type === 'StringLiteral') return String(value['value'])
  if (value?.type !== 'TemplateLiteral' || childrenOf(value, 'expressions').length > 0) return undefined
  const [quasi] = childrenOf(value, 'quasis')
  const text = quasi?.['value'] as { readonly cooked?: string } | undefined
  return text?.cooked
}

/** The properties of an object literal. */
export interface KnownObject {
  readonly properties: ReadonlyMap<string, SyntaxNode>
  /** Whether these are all properties: the literal has no computed names and no unknown objects in it. */
  readonly isComplete: boolean
}

/** Returns the properties of an object literal. Null for other expressions. */
export function objectOf(node: SyntaxNode | null | undefined, scope: Scope): KnownObject | null {
  const value = node && resolved(node, scope)
  if (value?.type !== 'ObjectExpression') return null
  const properties = new Map<string, SyntaxNode>()
  let isComplete = true
  for (const each of childrenOf(value, 'properties')) {
    if (each.type === 'SpreadElement') {
      const spread = objectOf(childOf(each, 'argument'), scope)
      for (const [name, property] of spread?.properties ?? []) properties.set(name, property)
      if (!spread?.isComplete) isComplete = false
      continue
    }
    const name = nameOf(each, 'key')
    if (name === null) isComplete = false
    else properties.set(name, each.type === 'ObjectProperty' ? (childOf(each, 'value') ?? each) : each)
  }
  return { properties, isComplete }
}

/** Returns the elements of an array literal. Null for other expressions. */
export function elementsOf(node: SyntaxNode | null | undefined, scope: Scope): readonly SyntaxNode[] | null {
  const value = node && resolved(node, scope)
  return value?.type === 'ArrayExpression' ? childrenOf(value, 'elements') : null
}

const functions = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration', 'ObjectMethod']

export const isFunction = (node: SyntaxNode): boolean => functions.includes(node.type)

/** Returns the object that an object literal is, or that a simple function returns. Null for others. */
export function objectFrom(node: SyntaxNode | null | undefined, scope: Scope): KnownObject | null {
  const value = node && resolved(node, scope)
  if (!value) return null
  if (!isFunction(value)) return objectOf(value, scope)
  const body = childOf(value, 'body')
  if (!body || value['async'] === true || value['generator'] === true) return null
  if (body.type !== 'BlockStatement') return objectOf(body, scope)
  return returnedObject(childrenOf(body, 'body'), scope)
}

/** Reads declarations that are followed by one `return`. */
function returnedObject(statements: readonly SyntaxNode[], scope: Scope): KnownObject | null {
  const last = statements.at(-1)
  const isDeclaration = ({ type }: SyntaxNode) => ['VariableDeclaration', 'FunctionDeclaration'].includes(type)
  if (last?.type !== 'ReturnStatement' || !statements.slice(0, -1).every(isDeclaration)) return null
  const returned = childOf(last, 'argument')
  if (!returned) return null
  if (bare(returned).type !== 'Identifier') return objectOf(returned, scope)
  const name = bare(returned)['name']
  const declarators = statements.flatMap((each) => childrenOf(each, 'declarations'))
  const declared = declarators.find((each) => childOf(each, 'id')?.['name'] === name)
  return objectOf(declared && childOf(declared, 'init'), scope)
}

/** Returns the module of `require('name')` and `import('name')`; undefined for other expressions. */
function requiredBy(value: SyntaxNode, scope: Scope): string | null | undefined {
  const callee = childOf(value, 'callee')
  const isRequire = callee?.['name'] === 'require' && !scope.hasBinding('require')
  if (callee?.type === 'Import' || isRequire) return stringOf(childrenOf(value, 'arguments')[0], scope) ?? null
  return value.type === 'ImportExpression' ? (stringOf(childOf(value, 'source'), scope) ?? null) : undefined
}

/**
 * Returns the name of the module of which an expression is a part, as in `require('name').a.b`. Null for
 * others.
 */
export function moduleOf(node: SyntaxNode | undefined, scope: Scope): string | null {
  if (!node) return null
  const value = bare(node)
  if (memberTypes.includes(value.type)) return moduleOf(childOf(value, 'object'), scope)
  if (value.type === 'AwaitExpression') {
    const imported = childOf(value, 'argument')
    return (imported && requiredBy(imported, scope)) ?? null
  }
  if (value.type !== 'Identifier') return requiredBy(value, scope) ?? null
  const declaration = scope.getBinding(String(value['name']))?.path
  if (!declaration) return null
  if (declaration.node.type.startsWith('Import')) {
    const source = childOf(declaration.parentPath?.node ?? declaration.node, 'source')
    return source ? String(source['value']) : null
  }
  if (declaration.node.type !== 'VariableDeclarator') return null
  return moduleOf(childOf(declaration.node, 'init'), declaration.scope)
}

/** A call of a function of `factories`, such as `createCoreController('api::article.article', …)`. */
export interface FactoryCall {
  /** The content type; undefined if it isn't known. */
  readonly uid: string | undefined
  readonly options: SyntaxNode | undefined
}

/** Returns a call of a function of `@strapi/strapi`, or null. */
export function factoryCall(node: SyntaxNode | null | undefined, name: string, scope: Scope): FactoryCall | null {
  const value = node && resolved(node, scope)
  const callee = value?.type === 'CallExpression' ? childOf(value, 'callee') : undefined
  if (!value || !callee) return null
  const called = memberTypes.includes(callee.type) ? nameOf(callee, 'property') : callee['name']
  if (called !== name || moduleOf(callee, scope) !== '@strapi/strapi') return null
  const [uid, options] = childrenOf(value, 'arguments')
  return { uid: stringOf(uid, scope), options }
}
