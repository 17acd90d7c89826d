import { childOf, childrenOf, memberTypes, nameOf, type SyntaxNode } from '@content-api/project-files/code/syntax'
import { bare, type Scope, stringOf } from './values.js'

/** The way from the object `strapi` to an expression, such as `plugin('upload').services`. */
export interface HostChain {
  /** The names of members; null for computed ones. */
  readonly names: readonly (string | null)[]
  /** The strings that calls on the way get, such as `upload`. */
  readonly texts: readonly (string | undefined)[]
}

/** Functions of `strapi` that return a part of the project's code or model. The results of others are values. */
const accessors = ['plugin', 'service', 'controller', 'contentType', 'getModel', 'policy', 'middleware', 'get', 'model']

const calls = ['CallExpression', 'OptionalCallExpression']

/** Returns how an expression follows from `strapi`, also through constants. Null for other expressions. */
export function hostChain(node: SyntaxNode | undefined, scope: Scope): HostChain | null {
  if (!node) return null
  const value = bare(node)
  if (memberTypes.includes(value.type)) {
    const name = nameOf(value, 'property') ?? stringOf(childOf(value, 'property'), scope) ?? null
    // `global.strapi`
    if (name === 'strapi') return { names: [], texts: [] }
    const chain = hostChain(childOf(value, 'object'), scope)
    return chain && { ...chain, names: [...chain.names, name] }
  }
  if (calls.includes(value.type)) {
    const chain = hostChain(childOf(value, 'callee'), scope)
    if (!chain || !accessors.includes(chain.names.at(-1) ?? '')) return null
    return { ...chain, texts: [...chain.texts, stringOf(childrenOf(value, 'arguments')[0], scope)] }
  }
  if (value.type !== 'Identifier') return null
  const binding = scope.getBinding(String(value['name']))
  if (value['name'] === 'strapi') return isOther(binding?.path.node) ? null : { names: [], texts: [] }
  const declared = binding?.path.node
  if (!binding?.constant || declared?.type !== 'VariableDeclarator') return null
  const [id, init] = [childOf(declared, 'id'), childOf(declared, 'init')]
  const chain = hostChain(init, binding.path.scope)
  if (!chain || !id) return null
  if (id.type === 'Identifier') return chain
  // A name in a pattern: `const { db } = strapi`.
  const property = childrenOf(id, 'properties').find((each) => childOf(each, 'value')?.['name'] === value['name'])
  return { ...chain, names: [...chain.names, property ? nameOf(property, 'key') : null] }
}

/** Returns whether a variable with the name `strapi` is something else, such as an imported client. */
function isOther(declared: SyntaxNode | undefined): boolean {
  if (!declared) return false
  if (declared.type.startsWith('Import')) return true
  const created = ['CallExpression', 'NewExpression', 'AwaitExpression']
  const isPlain = declared.type === 'VariableDeclarator' && childOf(declared, 'id')?.type === 'Identifier'
  return isPlain && created.includes(childOf(declared, 'init')?.type ?? '')
}
