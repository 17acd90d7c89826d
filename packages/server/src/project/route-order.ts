import type { FoundRouter } from './core-routes.js'
import type { FoundRoute } from './found-route.js'

/**
 * Returns the routes in the order of Strapi 4: those of `register`, then those of each file. Generated routes
 * without a router come last.
 */
export function inOrder(
  found: readonly (FoundRoute | FoundRouter)[],
  generated: ReadonlyMap<string, readonly FoundRoute[]>,
): FoundRoute[] {
  const left = new Map(generated)
  const routes = found.flatMap((each) => {
    if (!('router' in each)) return [each]
    const own = left.get(each.router.uid) ?? []
    left.delete(each.router.uid)
    return own
  })
  return [...routes, ...[...left.values()].flat()]
}
