import type { Schema, ModelIndex } from '../model/model-index.js'
import { isQueryObject, type QueryValue } from '../state/query.js'
import type { Failure } from '../transport/response.js'
import type { Condition, FilterNode, Group } from './filter-tree.js'
import { resolvePath, schemaAtPath } from './sentence.js'

interface Site {
  readonly key: string
  /** The path from the root of the filters. */
  readonly path: readonly string[]
  readonly operator: string
  readonly value: string | null
}

/**
 * Returns the server's messages about conditions, by the keys of conditions. An issue with a path belongs to
 * the condition at this path. A message without a path must name the attribute or operator of a condition. It
 * belongs to the condition that it matches best, if no other condition matches equally well.
 */
export function placeIssues(
  failure: Failure | null,
  tree: Group,
  schema: Schema,
  model: ModelIndex,
): ReadonlyMap<string, string> {
  const placed = new Map<string, string>()
  if (!failure || failure.status !== 400) return placed
  const sites = sitesOf(tree, [], schema, model)
  const issues = failure.issues.length > 0 ? failure.issues : [{ path: [], message: failure.message }]
  for (const { path, message } of issues) {
    const site = path.length > 0 ? siteAt(path, sites) : siteNamed(message, sites)
    if (site) placed.set(site.key, message)
  }
  return placed
}

/**
 * Returns the server's message about a part of the query such as `sort`. The path of the issue begins with
 * the part. A message without a path names the part or a string in its value.
 */
export function placePartIssue(
  failure: Failure | null,
  part: string,
  value: QueryValue | undefined,
): string | undefined {
  if (!failure || failure.status !== 400 || value === undefined) return undefined
  const issues = failure.issues.length > 0 ? failure.issues : [{ path: [], message: failure.message }]
  const names = new Set([part, ...wordsIn(value)])
  return issues.find(({ path, message }) => {
    const [, named] = /^Invalid (?:parameter |'|direction of sort by )([\w$.*-]+?)['.:]?(?:\s|$)/.exec(message) ?? []
    return path.length > 0 ? path[0] === part : named !== undefined && names.has(named)
  })?.message
}

/** Returns all names and strings in a value. */
function wordsIn(value: QueryValue): readonly string[] {
  if (typeof value === 'string') return value.split(/[,:]/)
  if (!isQueryObject(value)) return value.flatMap(wordsIn)
  return Object.entries(value).flatMap(([name, inner]) => [name, ...wordsIn(inner)])
}

function sitesOf(node: FilterNode, above: readonly string[], schema: Schema | undefined, model: ModelIndex): Site[] {
  const path = [...above, ...node.path]
  if (node.kind === 'group') {
    const scope = schemaAtPath(schema, node.path, model)
    return node.items.flatMap((item) => sitesOf(item, path, scope, model))
  }
  return [siteOf(node, path, resolvePath(schema, node.path, model).attribute?.name)]
}

function siteOf({ key, operator, value }: Condition, path: readonly string[], name: string | undefined): Site {
  return {
    key,
    path: name === undefined ? path : [...path.slice(0, -1), name],
    operator,
    value: typeof value === 'string' ? value : null,
  }
}

/**
 * Finds the condition for the path of an issue, regardless of indexes and groups in the path. The last
 * operator in the path selects one of several conditions on the same attribute.
 */
function siteAt(path: readonly string[], sites: readonly Site[]): Site | undefined {
  const names = path.filter((name) => name !== 'filters' && !/^(\d+|\$.*)$/.test(name)).join('.')
  const operator = path.findLast((name) => name.startsWith('$'))
  const candidates = sites.filter((site) => site.path.join('.') === names)
  return candidates.find((site) => site.operator === operator) ?? candidates[0]
}

function siteNamed(message: string, sites: readonly Site[]): Site | undefined {
  const words = new Set(message.match(/[$\w.-]+/g)?.map((word) => word.replace(/\.$/, '')))
  const score = ({ path, operator, value }: Site) =>
    (words.has(path.at(-1) ?? '') ? 4 : 0) +
    (words.has(operator) ? 2 : 0) +
    (value !== null && words.has(value) ? 1 : 0)
  const scored = sites.map((site) => ({ site, points: score(site) })).filter(({ points }) => points >= 2)
  const best = Math.max(...scored.map(({ points }) => points))
  const first = scored.filter(({ points }) => points === best)
  return first.length === 1 ? first[0]?.site : undefined
}
