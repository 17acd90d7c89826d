import { isObject } from './json-value.js'

/** What a query requests of a populated link. `true`: the link, and nothing of its own links. */
export type LinkQuery = true | LinkOptions

export interface LinkOptions {
  readonly populate?: unknown
  /** Of a dynamic zone: the query of each component, by its uid. */
  readonly on?: Readonly<Record<string, unknown>>
}

/** Returns what `populate`, in any of its forms, requests of the link of that name, or undefined for nothing. */
export function linkQuery(populate: unknown, name: string): LinkQuery | undefined {
  if (populate === '*') return true
  if (Array.isArray(populate)) return linkQueryOfPaths(populate.map(String), name)
  return isObject(populate) ? memberQuery(populate, name) : undefined
}

/** Returns what a member of an object requests: an object says what, any other value only yes or no. */
export function memberQuery(links: Readonly<Record<string, unknown>>, name: string): LinkQuery | undefined {
  const requested = Object.hasOwn(links, name) && links[name]
  return isObject(requested) ? requested : requested ? true : undefined
}

/** Of dotted paths: `['author', 'author.team']` requests `team` of `author`. */
function linkQueryOfPaths(paths: readonly string[], name: string): LinkQuery | undefined {
  const deeper = paths.flatMap((path) => (path.startsWith(`${name}.`) ? path.slice(name.length + 1) : []))
  if (deeper.length > 0) return { populate: deeper }
  return paths.includes(name) || paths.includes('*') ? true : undefined
}
