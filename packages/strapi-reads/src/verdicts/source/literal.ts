import { childOf, childrenOf, nameOf, type SyntaxNode } from '@content-api/project-files/code/syntax'
import { resolved, type Scope, stringOf } from './values.js'

/** The result for an expression whose value isn't known without running it. */
export const notLiteral = Symbol('not a literal')

/** Returns the value of an expression that consists of literals; `notLiteral` for others. */
export function literalOf(node: SyntaxNode, scope: Scope): unknown {
  const value = resolved(node, scope)
  switch (value?.type) {
    case 'StringLiteral':
    case 'TemplateLiteral':
      return stringOf(value, scope) ?? notLiteral
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return value['value']
    case 'NullLiteral':
      return null
    case 'ArrayExpression': {
      const items = childrenOf(value, 'elements').map((each) => literalOf(each, scope))
      return items.includes(notLiteral) ? notLiteral : items
    }
    case 'ObjectExpression':
      return objectLiteral(value, scope)
    default:
      return notLiteral
  }
}

function objectLiteral(node: SyntaxNode, scope: Scope): unknown {
  const members: [string, unknown][] = []
  for (const property of childrenOf(node, 'properties')) {
    const name = property.type === 'ObjectProperty' ? nameOf(property, 'key') : null
    const written = childOf(property, 'value')
    const value = name === null || !written ? notLiteral : literalOf(written, scope)
    if (name === null || value === notLiteral) return notLiteral
    members.push([name, value])
  }
  return Object.fromEntries(members)
}
