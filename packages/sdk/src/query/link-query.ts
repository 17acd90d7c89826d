import { isObject } from './json-value.js'

/** The query of a populated link. `true` populates the link without its own links. */
export type LinkQuery = true | LinkOptions

export interface LinkOptions {
  readonly populate?: unknown
  /** The query of each component of a dynamic zone, by its uid. */
  readonly on?: Readonly<Record<string, unknown>>
}

/**
 * Returns the query of a link in `populate`, in any of its forms. Returns undefined for a link that isn't
 * populated.
 */
export function linkQuery(populate: unknown, name: string): LinkQuery | undefined {
  if (populate === '*') return true
  if (Array.isArray(populate)) return linkQueryOfPaths(populate.map(String), name)
  return isObject(populate) ? memberQuery(populate, name) : undefined
}

/** Returns the query of a link in an object: its options, `true` for another truthy value, or undefined. */
export function memberQuery(links: Readonly<Record<string, unknown>>, name: string): LinkQuery | undefined {
  const requested = Object.hasOwn(links, name) && links[name]
  return isObject(requested) ? requested : requested ? true : undefined
}

/** Returns the query of a link in a list of dotted paths: `['author', 'author.team']` populates `team` of `author`. */
function linkQueryOfPaths(paths: readonly string[], name: string): LinkQuery | undefined {
  const deeper = paths.flatMap((path) => (path.startsWith(`${name}.`) ? path.slice(name.length + 1) : []))
  if (deeper.length > 0) return { populate: deeper }
  return paths.includes(name) || paths.includes('*') ? true : undefined
}
