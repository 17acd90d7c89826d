import { ExtensionError } from './extension-error.js'
import type { FoundRoute } from './found-route.js'
import { type ProjectRoute, type RouteScope, resolveRoutes } from './project-routes.js'

/**
 * Resolves the routes that `bootstrap` adds.
 * @param actions the permissions that roles may have
 * @throws ExtensionError for a route with another permission: they are checked before `bootstrap`
 */
export async function resolveLateRoutes(
  found: readonly FoundRoute[],
  scope: RouteScope,
  actions: readonly string[],
): Promise<readonly ProjectRoute[]> {
  const routes = await resolveRoutes(found, scope)
  for (const { action, name } of routes) {
    if (action === null || actions.includes(action)) continue
    throw new ExtensionError(
      `The route ${name} has a permission of its own, ${action}. Add the route in \`register\`, not in \`bootstrap\`.`,
    )
  }
  return routes
}
