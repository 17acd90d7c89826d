import { isObject } from './json-value.js'
import { linkQuery, type LinkQuery, memberQuery } from './link-query.js'

/**
 * The targets of the links of each content type and component: `{ articles: { author: ['authors'] } }`.
 * `content-api-types --links` generates it.
 */
export type LinkTargets = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** The parts of a query that may read other content types. */
export interface TaggedQuery {
  readonly populate?: unknown
  readonly filters?: unknown
  readonly sort?: unknown
}

/**
 * Returns the names of the content types that the response of a query depends on, sorted: its own, and those
 * that it populates, filters or sorts by. They are tags for caches, such as `next: { tags }`.
 *
 * @param links the generated `links`
 * @param name the plural name of a collection type, or the singular name of a single type
 * @throws TypeError for a name that `links` doesn't have
 * @example
 * ```ts
 * import { tagsOf } from '@content-api/sdk'
 *
 * const links = { articles: { author: ['authors'] }, authors: {} }
 * console.log(tagsOf(links, 'articles', { populate: { author: true } })) // ['articles', 'authors']
 * ```
 */
export function tagsOf<Links extends LinkTargets>(
  links: Links,
  name: keyof Links & string,
  query: TaggedQuery = {},
): string[] {
  if (!Object.hasOwn(links, name)) throw new TypeError(`There is no content type "${name}" in the links.`)
  const tags = new Set<string>([name])
  collectPopulated(links, name, query.populate, tags)
  collectNamed(links, name, query.filters, tags)
  for (const path of [query.sort].flat()) collectSorted(links, name, path, tags)
  return [...tags].toSorted()
}

const targetsOf = (links: LinkTargets, name: string): readonly (readonly [string, readonly string[]])[] =>
  Object.entries(links[name] ?? {})

/** Components, whose names contain a dot, are parts of entries. */
const isContentType = (name: string): boolean => !name.includes('.')

function collectPopulated(links: LinkTargets, name: string, populate: unknown, tags: Set<string>): void {
  for (const [link, targets] of targetsOf(links, name)) {
    const query = linkQuery(populate, link)
    if (query === undefined) continue
    for (const target of targets) {
      const ofTarget = queryOfTarget(query, target)
      if (isContentType(target)) tags.add(target)
      collectPopulated(links, target, ofTarget.populate, tags)
      collectNamed(links, target, ofTarget.filters, tags)
    }
  }
}

/** In a dynamic zone, `on` has a query for each component. */
function queryOfTarget(query: LinkQuery, target: string): TaggedQuery {
  const ofTarget = query !== true && query.on !== undefined ? memberQuery(query.on, target) : query
  return ofTarget === undefined || ofTarget === true ? {} : ofTarget
}

/** Collects the links that filters, or a sort in its object form, name at any depth. */
function collectNamed(links: LinkTargets, name: string, condition: unknown, tags: Set<string>): void {
  if (Array.isArray(condition)) for (const each of condition) collectNamed(links, name, each, tags)
  if (!isObject(condition)) return
  const targets = new Map(targetsOf(links, name))
  for (const [key, inner] of Object.entries(condition)) {
    // `$and` and `$or` hold conditions on the same content type.
    if (key.startsWith('$')) collectNamed(links, name, inner, tags)
    for (const target of targets.get(key) ?? []) {
      if (isContentType(target)) tags.add(target)
      collectNamed(links, target, inner, tags)
    }
  }
}

/** Collects the links on a path of a sort: `author.team.name:desc`. */
function collectSorted(links: LinkTargets, name: string, sort: unknown, tags: Set<string>): void {
  if (typeof sort !== 'string') return collectNamed(links, name, sort, tags)
  for (const path of sort.split(',')) {
    const names = (path.trim().split(':')[0] ?? '').split('.')
    collectNamed(links, name, nestedObject(names), tags)
  }
}

/** Returns `{ author: { name: {} } }` for `['author', 'name']`. */
function nestedObject(names: readonly string[]): object {
  return names.reduceRight<object>((inner, name) => ({ [name]: inner }), {})
}
