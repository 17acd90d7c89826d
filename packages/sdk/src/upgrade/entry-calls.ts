import { bareExpression, isCall, isMember, nameOf, type Node, nodeAt, nodesAt, stringOf, visitTree } from './syntax.js'

/** A call that reads or writes one entry. */
export interface EntryCall {
  readonly method: 'findOne' | 'create' | 'update' | 'delete'
  /** Undefined without an argument, and for a create. */
  readonly id: Node | undefined
  readonly data: Node | undefined
}

/** The methods of clients by name. `remove` and `_delete` are those of other clients for Strapi. */
const methods: Readonly<Record<string, EntryCall['method']>> = {
  findOne: 'findOne',
  create: 'create',
  update: 'update',
  delete: 'delete',
  remove: 'delete',
  _delete: 'delete',
}

/** Functions whose first arguments are a client, the name of a collection, and an id. */
const helpers: ReadonlySet<string> = new Set(['publish', 'unpublish', 'createLocalization'])

/**
 * Finds the calls of clients. `collections` are the names of variables that hold a collection, in all files.
 */
export function entryCallOf(call: Node, collections: ReadonlySet<string>): EntryCall | undefined {
  const callee = nodeAt(call, 'callee')
  const args = nodesAt(call, 'arguments')
  const name = nameOf(callee) ?? ''
  if (callee?.type === 'Identifier' && helpers.has(name) && stringOf(args[1]) !== undefined) {
    return { method: 'update', id: args[2], data: undefined }
  }
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined
  if (callee === undefined || method === undefined) return undefined
  const receiver = isMember(callee) ? bareExpression(nodeAt(callee, 'object')) : undefined
  if (receiver !== undefined && isCollection(receiver, collections)) return entryCall(method, args)
  // `strapi.findOne('articles', 1)`, also with the destructured functions of a client.
  const isOfStrapi = receiver === undefined ? callee.type === 'Identifier' : /strapi/i.test(nameOf(receiver) ?? '')
  return isOfStrapi && stringOf(args[0]) !== undefined && args.length > 1 ? entryCall(method, args.slice(1)) : undefined
}

function entryCall(method: EntryCall['method'], [first, second]: readonly Node[]): EntryCall {
  return method === 'create'
    ? { method, id: undefined, data: first }
    : { method, id: first, data: method === 'update' ? second : undefined }
}

/** Returns whether an expression is a collection: `api.collection('articles')`, or a variable that holds one. */
function isCollection(node: Node, collections: ReadonlySet<string>): boolean {
  if (isCall(node)) return nameOf(nodeAt(node, 'callee')) === 'collection'
  return collections.has(nameOf(node) ?? '')
}

/** Returns the names of variables and members that a file sets to a collection. */
export function collectionNames(program: Node): string[] {
  const names: string[] = []
  visitTree(program, (node) => {
    const isVariable = node.type === 'VariableDeclarator'
    if (!isVariable && node.type !== 'ObjectProperty' && node.type !== 'ClassProperty') return
    const value = bareExpression(nodeAt(node, isVariable ? 'init' : 'value'))
    const name = nameOf(nodeAt(node, isVariable ? 'id' : 'key'))
    if (name !== undefined && value !== undefined && isCollection(value, new Set())) names.push(name)
  })
  return names
}
