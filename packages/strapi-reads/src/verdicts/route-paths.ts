import { pathToRegexp } from 'path-to-regexp'
import type { ForwardReason } from '../forward-reason.js'

/** A route of project code that answers GET. */
export interface ForeignRoute {
  readonly path: string
  readonly reason: ForwardReason
}

/** Finds the route of project code that may answer a path. */
export type FindForeignRoute = (path: string) => ForwardReason | null

/**
 * Creates a lookup of paths. A path is compared with and without the prefix of REST, because a route may have
 * a prefix of its own.
 */
export function findForeignRoutes(routes: readonly ForeignRoute[], prefix: string): FindForeignRoute {
  const everywhere: Compiled[] = []
  const bySegment = new Map<string, Compiled[]>()
  for (const { path, reason } of routes) {
    const found = { matches: matcherOf(path), reason }
    const segment = firstSegment(path)
    if (/[^\w.~-]/.test(segment)) everywhere.push(found)
    else bySegment.set(segment, [...(bySegment.get(segment) ?? []), found])
  }
  const find = (path: string) => {
    const among = [...(bySegment.get(firstSegment(path)) ?? []), ...everywhere]
    return among.find(({ matches }) => matches(path))?.reason ?? null
  }
  return (path) => {
    const isBelow = path.toLowerCase().startsWith(`${prefix.toLowerCase()}/`)
    return find(path) ?? (isBelow ? find(path.slice(prefix.length)) : null)
  }
}

interface Compiled {
  readonly matches: (path: string) => boolean
  readonly reason: ForwardReason
}

const firstSegment = (path: string) =>
  path
    .split('/')
    .find((each) => each !== '')
    ?.toLowerCase() ?? ''

/** A pattern that can't be read matches every path. */
function matcherOf(path: string): (path: string) => boolean {
  try {
    const pattern = pathToRegexp(path.startsWith('/') ? path : `/${path}`)
    return (requested) => pattern.test(requested)
  } catch {
    return () => true
  }
}
