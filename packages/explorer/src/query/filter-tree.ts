import { isQueryObject, type QueryList, type QueryObject, type QueryValue } from '../state/query.js'

/** The tree of conditions in the form. It is created from the `filters` of a query, and converted back to them. */
export type FilterNode = Condition | Group

export interface Condition {
  readonly kind: 'condition'
  readonly key: string
  /** The path from the scope of the group, over links, to an attribute. Empty for the scope itself. */
  readonly path: readonly string[]
  readonly operator: string
  /** Null until the user enters a value. Conditions without a value aren't sent. */
  readonly value: QueryValue | null
}

export const joins = ['all', 'any', 'not'] as const
export type Join = (typeof joins)[number]

export interface Group {
  readonly kind: 'group'
  readonly key: string
  /** The links from the outer scope to the row that all conditions of this group compare. */
  readonly path: readonly string[]
  /** `not` means that not all of the conditions are true. */
  readonly join: Join
  readonly items: readonly FilterNode[]
}

let made = 0
/** Returns a new key, for React and to move the focus to a new node. */
export const newKey = (): string => `f${++made}`

export const condition = (path: readonly string[], operator: string, value: QueryValue | null): Condition => ({
  kind: 'condition',
  key: newKey(),
  path,
  operator,
  value,
})

export const group = (join: Join, items: readonly FilterNode[], path: readonly string[] = []): Group => ({
  kind: 'group',
  key: newKey(),
  path,
  join,
  items,
})

/** Converts `filters` to the root group. */
export function readFilters(filters: QueryValue | undefined): Group {
  const nodes = isQueryObject(filters) ? readObject(filters) : []
  const [only] = nodes
  // `{ $or: […] }` becomes one group, and so does `{ $and: […] }` with conditions that don't fit in one object.
  const isWhole = nodes.length === 1 && only?.kind === 'group' && only.path.length === 0
  return isWhole ? only : group('all', nodes)
}

function readObject(object: QueryObject): FilterNode[] {
  return Object.entries(object).flatMap(([key, value]) => readMember(key, value))
}

function readMember(key: string, value: QueryValue): FilterNode[] {
  if (key === '$and' || key === '$or') {
    return [group(key === '$and' ? 'all' : 'any', listOf(value).flatMap(readItem))]
  }
  if (key === '$not' && typeof value === 'object') {
    return [group('not', isQueryObject(value) ? readObject(value) : value.flatMap(readItem))]
  }
  if (key.startsWith('$')) return [condition([], key, value)]
  if (typeof value === 'string') return [condition([key], '$eq', value)]
  if (!isQueryObject(value)) return [condition([key], '$in', value)]
  return insideOf(key, readObject(value))
}

/** Reads the conditions on an attribute or a link. Several conditions on one linked row stay in a group. */
function insideOf(name: string, nodes: readonly FilterNode[]): FilterNode[] {
  const areOperators = nodes.every((node) => node.kind === 'condition' && node.path.length === 0)
  if (nodes.length === 1 || areOperators) return nodes.map((node) => ({ ...node, path: [name, ...node.path] }))
  return [group('all', nodes, [name])]
}

/** Reads one alternative of `$or`. An object with several conditions becomes a group. */
function readItem(item: QueryValue): FilterNode[] {
  if (!isQueryObject(item)) return []
  const nodes = readObject(item)
  return nodes.length === 1 ? nodes : [group('all', nodes)]
}

/** Reads a list. `$or[0]=…` is a list; with missing indexes it was parsed as an object. */
const listOf = (value: QueryValue): QueryList => (typeof value === 'string' ? [] : Object.values(value))

/** Converts the tree to `filters`. Returns undefined if no condition is complete. */
export function writeFilters(root: Group): QueryObject | undefined {
  return writeNode(root)
}

function writeNode(node: FilterNode): QueryObject | undefined {
  if (node.kind === 'group') return writeGroup(node)
  const { path, operator, value } = node
  return value === null || path.length + operator.length === 0 ? undefined : nested(path, { [operator]: value })
}

function writeGroup(node: Group): QueryObject | undefined {
  const { path, join } = node
  const parts = partsOf(node)
  if (parts.length === 0) return undefined
  if (join === 'any') return nested(path, { $or: parts })
  return nested(path, join === 'not' ? { $not: merged(parts) } : merged(parts))
}

/** Converts the items of a group to filters. An `all` group inside an `all` or `not` group becomes `$and`. */
function partsOf({ join, items }: Group): readonly QueryObject[] {
  return items.flatMap((item): readonly QueryObject[] => {
    const isPlain = item.kind === 'group' && item.join === 'all' && item.path.length === 0
    if (!isPlain || join === 'any') {
      const object = writeNode(item)
      return object ? [object] : []
    }
    const inner = partsOf(item)
    return inner.length === 0 ? [] : [{ $and: inner }]
  })
}

/**
 * Merges several objects into one. Different operators on the same attribute are merged too. If two objects
 * have any other key in common, such as a link, all objects become members of `$and`: in one object,
 * conditions on a link would have to match the same linked row.
 */
function merged(objects: readonly QueryObject[]): QueryObject {
  const all: Record<string, QueryValue> = {}
  for (const object of objects) {
    for (const [name, value] of Object.entries(object)) {
      const before = all[name]
      if (before === undefined) all[name] = value
      else if (areOperators(before, value)) all[name] = { ...before, ...(value as QueryObject) }
      else return { $and: objects }
    }
  }
  return all
}

/** Returns whether two objects have only operators, and no operator in common. */
function areOperators(a: QueryValue, b: QueryValue): a is QueryObject {
  if (!isQueryObject(a) || !isQueryObject(b)) return false
  const names = [...Object.keys(a), ...Object.keys(b)]
  return new Set(names).size === names.length && names.every((name) => name.startsWith('$') && !groups.has(name))
}

const groups: ReadonlySet<string> = new Set(['$and', '$or', '$not'])

function nested(path: readonly string[], inner: QueryObject): QueryObject {
  return path.reduceRight<QueryObject>((object, name) => ({ [name]: object }), inner)
}

/** Returns whether two values of a query are equal, regardless of the order of their members. */
export function sameValue(a: QueryValue | undefined, b: QueryValue | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object') return false
  const names = Object.keys(a)
  const [first, second] = [a as QueryObject, b as QueryObject]
  return names.length === Object.keys(b).length && names.every((name) => sameValue(first[name], second[name]))
}

/** Returns a tree with one node replaced, or removed if `change` returns null. */
export function changeNode(root: Group, key: string, change: (node: FilterNode) => FilterNode | null): Group {
  const visit = (node: FilterNode): FilterNode[] => {
    if (node.key === key) return [change(node)].flatMap((one) => one ?? [])
    return [node.kind === 'group' ? { ...node, items: node.items.flatMap(visit) } : node]
  }
  return (visit(root)[0] as Group | undefined) ?? group('all', [])
}
