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
    const { router, action } = each
    const own = left.get(router.uid) ?? []
    const isHere = ({ definition }: FoundRoute) =>
      action === undefined || (definition as { readonly handler: string }).handler === `${router.uid}.${action}`
    left.set(
      router.uid,
      own.filter((route) => !isHere(route)),
    )
    return own.filter(isHere)
  })
  return [...routes, ...[...left.values()].flat()]
}
