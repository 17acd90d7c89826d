import { isMember, isProperty, nameOf, type Node, nodeAt, propertyOf, stringOf, visitTree } from './syntax.js'
import { type Origin, originOf, originOfPattern } from './value-origin.js'

/**
 * Returns where the object comes from whose `attributes` a node reads: `article.attributes.title`, or
 * `const { attributes } = article`. Undefined for any other node.
 */
export function envelopeOrigin(node: Node, ancestors: readonly Node[]): Origin | undefined {
  if (isMember(node)) return memberOrigin(node, ancestors)
  if (node.type !== 'ObjectPattern' || propertyOf(node, 'attributes') === undefined) return undefined
  const origin = originOfPattern(node, ancestors)
  // Only an entry has both.
  return origin === 'unknown' && propertyOf(node, 'id') === undefined ? undefined : origin
}

const listMembers: ReadonlySet<string> = new Set(['length', 'item', 'getNamedItem', 'forEach', 'map', 'has', 'get'])

function memberOrigin(member: Node, ancestors: readonly Node[]): Origin | undefined {
  if (nameOf(member) !== 'attributes' || member['computed'] === true) return undefined
  const [parent] = ancestors
  const isReadFurther = parent !== undefined && isMember(parent) && nodeAt(parent, 'object') === member
  if (isReadFurther && listMembers.has(nameOf(parent) ?? '')) return undefined
  const origin = originOf(nodeAt(member, 'object'), ancestors)
  return origin === 'unknown' && !isReadFurther ? undefined : origin
}

/** Returns whether a file certainly reads entries as `{ attributes }`, or creates a client that returns them so. */
export function readsEnvelopes(program: Node): boolean {
  let found = false
  visitTree(program, (node, ancestors) => {
    found ||= isProperty(node) && nameOf(node) === 'shape' && stringOf(nodeAt(node, 'value')) === 'envelope'
    found ||= envelopeOrigin(node, ancestors) === 'entry'
  })
  return found
}
