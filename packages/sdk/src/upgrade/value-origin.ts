import { type Binding, findBinding, isFunction, type ValueBinding } from './bindings.js'
import { bareExpression, isCall, isMember, isProperty, nameOf, type Node, nodeAt, nodesAt } from './syntax.js'

/** Whether a value is an entry of Strapi 4: its place in a response shows it, another origin excludes it. */
export type Origin = 'entry' | 'other' | 'unknown'

/** Longer than any chain of variables in real code: only variables that refer to each other reach it. */
const MAX_STEPS = 30

/**
 * Follows an expression to where its value comes from, within its file. `data` holds entries, unless it
 * belongs to the object of another library. Parameters of components and of most functions are unknown.
 */
export function originOf(expression: Node | undefined, ancestors: readonly Node[], steps = 0): Origin {
  const node = bareExpression(expression)
  if (node === undefined || steps > MAX_STEPS) return 'unknown'
  const follow = (next: Node | undefined, around = ancestors) => originOf(next, around, steps + 1)
  if (node.type === 'Identifier') return originOfName(node, ancestors, steps)
  if (isMember(node)) return memberOf(follow(nodeAt(node, 'object')), nameOf(node))
  if (isCall(node)) return originOfCall(node, follow)
  if (node.type === 'NewExpression') return originOfClass(nodeAt(node, 'callee'), ancestors)
  if (isFunction(node)) return 'other'
  if (node.type === 'LogicalExpression') return either(follow(nodeAt(node, 'left')), follow(nodeAt(node, 'right')))
  if (node.type === 'ConditionalExpression') {
    return either(follow(nodeAt(node, 'consequent')), follow(nodeAt(node, 'alternate')))
  }
  if (node.type === 'ArrayExpression') {
    const items = nodesAt(node, 'elements').map((item) => follow(nodeAt(item, 'argument') ?? item))
    return items.length === 0 ? 'unknown' : items.reduce(either)
  }
  return 'unknown'
}

/** Returns the origin of the object that a pattern takes apart: `article` in `const { attributes } = article`. */
export function originOfPattern(pattern: Node, [parent, ...around]: readonly Node[]): Origin {
  if (parent === undefined) return 'unknown'
  if (parent.type === 'VariableDeclarator') return originOf(nodeAt(parent, 'init'), around)
  if (isFunction(parent)) return originOfArgument(parent, nodesAt(parent, 'params').indexOf(pattern), around, 0)
  const [outer, ...beyond] = around
  if (!isProperty(parent) || outer === undefined) return 'unknown'
  return memberOf(originOfPattern(outer, beyond), nameOf(parent))
}

/** The members that hold entries in a response. */
const memberOf = (object: Origin, name: string | undefined): Origin =>
  object !== 'other' && name === 'data' ? 'entry' : name !== undefined && otherNames.test(name) ? 'other' : object

/** Objects of the DOM, of 3D libraries and of schemas, which also have `attributes`. */
const otherNames =
  /^(el|element|node|geometry|mesh|target|currentTarget|tag|attrs|contentType|contentTypes|model|token|vnode|document|window|navigator)$|element$|geometry$|node$|schema$/i

const either = (one: Origin, two: Origin): Origin =>
  one === 'entry' || two === 'entry' ? 'entry' : one === 'other' && two === 'other' ? 'other' : 'unknown'

function originOfName(node: Node, ancestors: readonly Node[], steps: number): Origin {
  const name = nameOf(node) ?? ''
  const origin = otherNames.test(name) ? 'other' : originOfBinding(findBinding(name, ancestors), steps)
  return memberOf(origin, name)
}

function originOfBinding(binding: Binding | undefined, steps: number): Origin {
  if (binding === undefined || binding.kind === 'function') return 'unknown'
  if (binding.kind === 'import') return isOfOther(binding.from) ? 'other' : 'unknown'
  return isOtherType(binding.annotation, binding.ancestors) ? 'other' : originOfValue(binding, steps)
}

/** A class of the project may be a client. */
function originOfClass(callee: Node | undefined, ancestors: readonly Node[]): Origin {
  const binding = findBinding(nameOf(callee) ?? '', ancestors)
  return binding?.kind === 'function' || (binding?.kind === 'import' && !isOfOther(binding.from)) ? 'unknown' : 'other'
}

function originOfValue({ kind, of, path, ancestors }: ValueBinding, steps: number): Origin {
  if (kind !== 'parameter') return path.reduce(memberOf, originOf(of, ancestors, steps + 1))
  const [index, ...members] = path
  return members.reduce(memberOf, of ? originOfArgument(of, Number(index), ancestors, steps) : 'unknown')
}

/** Methods of lists that pass each item to a function, with the index of the parameter that gets it. */
const itemParameters: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ['map', 'flatMap', 'forEach', 'filter', 'find', 'findLast', 'findIndex', 'some', 'every'].map((name) => [name, 0]),
  ),
  reduce: 1,
  sort: 0,
  toSorted: 0,
}

/** Returns the origin of an argument that a function gets as the callback of a list. */
function originOfArgument(callback: Node, index: number, [call, ...around]: readonly Node[], steps: number): Origin {
  const callee = call && isCall(call) ? nodeAt(call, 'callee') : undefined
  const method = nameOf(callee) ?? ''
  if (call === undefined || callee === undefined || !nodesAt(call, 'arguments').includes(callback)) return 'unknown'
  const list = isMember(callee) && Object.hasOwn(itemParameters, method) ? nodeAt(callee, 'object') : undefined
  const isItem = index === itemParameters[method] || (index === 1 && /sort$/i.test(method))
  if (list === undefined || !isItem) return 'unknown'
  return originOf(list, around, steps + 1)
}

/** Methods of lists that return items of the list, or a list of them. */
const itemMethods: ReadonlySet<string> = new Set([
  'at',
  'concat',
  'filter',
  'find',
  'findLast',
  'pop',
  'reverse',
  'shift',
  'slice',
  'sort',
  'toReversed',
  'toSorted',
])

function originOfCall(call: Node, follow: (next: Node | undefined) => Origin): Origin {
  const callee = nodeAt(call, 'callee')
  if (callee === undefined) return 'unknown'
  const object = isMember(callee) ? follow(nodeAt(callee, 'object')) : follow(callee)
  if (object !== 'entry') return object
  return itemMethods.has(nameOf(callee) ?? '') ? 'entry' : 'unknown'
}

/** Types of the DOM, and types that a file imports from other packages. */
function isOtherType(annotation: Node | undefined, ancestors: readonly Node[]): boolean {
  if (annotation?.type !== 'TSTypeReference') return false
  const name = nameOf(nodeAt(annotation, 'typeName')) ?? ''
  const binding = findBinding(name, ancestors)
  if (binding?.kind === 'import') return isOfOther(binding.from)
  return binding === undefined && /^(HTML|SVG)?\w*(Element|Node|Event|NamedNodeMap)$/.test(name)
}

/** Returns whether an import is neither a file of the project nor a package that returns responses. */
const isOfOther = (source: string): boolean => !projectFile.test(source) && !responsePackage.test(source)

/** A relative path, or one that starts with a usual alias. */
const projectFile = /^(\.|\/|~|#|@\/|\$|src\/|app\/|lib\/|components\/|utils\/)/

/** Clients for Strapi and for any service, and frameworks, whose functions and hooks return responses. */
const responsePackage =
  /strapi|content-api|axios|swr|query|apollo|urql|fetch|graphql|nuxt|vue|react|next|svelte|remix|astro|^ky$|^got$/
