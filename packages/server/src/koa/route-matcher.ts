import { pathToRegexp, type Key } from 'path-to-regexp'
import { joined } from '../message/path.js'
import type { ProjectRoute } from '../project/project-routes.js'

/** A route that matches the path of a request. */
export interface RouteMatch {
  readonly route: ProjectRoute
  /** Whether the route runs project code. Otherwise this server serves the request by itself. */
  readonly isActive: boolean
  readonly params: Readonly<Record<string, string>>
  /** The captured parts of the path, still percent-encoded. */
  readonly captures: readonly string[]
}

interface CompiledRoute {
  readonly route: ProjectRoute
  readonly isActive: boolean
  readonly pattern: RegExp
  readonly names: readonly string[]
}

/**
 * Returns a function that finds the routes for a path in their order, with any method. Patterns have the
 * syntax of path-to-regexp 6, like those of Strapi 4.26. Routes are looked up by the first segment of the
 * path, so that paths without project code cost little.
 * @param finding `active`: no routes for paths where none runs project code
 */
export function createMatcher(
  routes: readonly ProjectRoute[],
  prefix: string,
  finding: 'all' | 'active' = 'active',
): (path: string) => readonly RouteMatch[] {
  const compiled = routes.map((route): CompiledRoute => {
    const keys: Key[] = []
    const path = route.atRoot ? route.path : withPrefix(prefix, route.path)
    const pattern = pathToRegexp(path, keys)
    return { route, isActive: route.core?.isActive() ?? true, pattern, names: keys.map(({ name }) => String(name)) }
  })
  const atRoot = lookUp(
    compiled.filter(({ route }) => route.atRoot),
    '',
    finding,
  )
  const belowPrefix = lookUp(
    compiled.filter(({ route }) => !route.atRoot),
    prefix === '/' ? '' : prefix,
    finding,
  )
  return (path) => {
    const found = [...atRoot(path), ...belowPrefix(path)]
    return found.flatMap((each) => matchOf(each, path) ?? [])
  }
}

/** The root route of a prefix is the prefix itself, as in the router of Strapi. */
const withPrefix = (prefix: string, path: string) => (path === '/' ? prefix : joined(prefix, path))

const none: readonly CompiledRoute[] = []

/** Returns a function that returns the routes that may match a path. */
function lookUp(
  routes: readonly CompiledRoute[],
  prefix: string,
  finding: 'all' | 'active',
): (path: string) => readonly CompiledRoute[] {
  const segments = new Map(routes.map((each) => [each, firstSegment(each.route.path)]))
  const withFirst = (segment: string | null) =>
    routes.filter((each) => segments.get(each) === null || segments.get(each) === segment)
  // Generated routes only matter beside routes with project code.
  const useful = (found: readonly CompiledRoute[]) =>
    finding === 'all' || found.some(({ isActive }) => isActive) ? found : none
  const known = new Map([...new Set(segments.values())].map((name) => [name, useful(withFirst(name))]))
  const others = useful(withFirst(null))
  const lowerPrefix = prefix.toLowerCase()
  return (path) => {
    if (prefix !== '' && path.slice(0, prefix.length).toLowerCase() !== lowerPrefix) return none
    const start = prefix.length + 1
    const end = path.indexOf('/', start)
    const segment = path.slice(start, end === -1 ? undefined : end).toLowerCase()
    return known.get(segment) ?? others
  }
}

/** Returns the first segment of a pattern in lower case; null if it isn't constant. */
function firstSegment(path: string): string | null {
  return /^\/([\w.~-]+)(?:\/|$)/.exec(path)?.[1]?.toLowerCase() ?? null
}

function matchOf({ route, isActive, pattern, names }: CompiledRoute, path: string): RouteMatch | null {
  const found = pattern.exec(path)
  if (!found) return null
  const captures = found.slice(1)
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const value = captures[index]
    if (value !== undefined) params[name] = decoded(value)
  }
  return { route, isActive, params, captures }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
