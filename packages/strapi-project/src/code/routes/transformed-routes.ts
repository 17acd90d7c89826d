import { type Registry, isRecord } from '@content-api/model'
import type { Transformer } from '@content-api/core/config/plugin-options'
import type { FoundRoute } from './core-routes.js'
import { ExtensionError } from '@content-api/core/errors/extension-error'
import { type ProjectRoute, type RouteScope, resolveRoutes } from './project-routes.js'

/** The parts of a Koa context that the middleware reads and changes. */
interface RouteContext {
  readonly method: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly request: { body?: unknown }
  body: unknown
}

/**
 * Adds a middleware to the routes of APIs that changes their requests and responses as the plugin
 * strapi-plugin-transformer does. It is the last middleware of each route, so it sees the finished response
 * of the controller.
 */
export function withTransformer(
  routes: readonly FoundRoute[],
  settings: Transformer | null,
  registry: Registry,
): readonly FoundRoute[] {
  if (settings === null) return routes
  const middleware = (context: unknown, next: () => Promise<unknown>) =>
    transform(context as RouteContext, next, settings)
  return routes.map((route) => {
    const { api, definition, core } = route
    if (api === null || !isRecord(definition) || !applies(api, definition['method'], settings, registry)) return route
    const config = isRecord(definition['config']) ? definition['config'] : {}
    const own = Array.isArray(config['middlewares']) ? (config['middlewares'] as unknown[]) : []
    return {
      ...route,
      definition: { ...definition, config: { ...config, middlewares: [...own, middleware] } },
      // The generated route runs with Koa, because the middleware needs its context.
      ...(core && { core: { ...core, isActive: () => true } }),
    }
  })
}

/** Returns whether the filter includes a route. The uid is that of the type with the name of the API. */
function applies(api: string, method: unknown, { contentTypeFilter }: Transformer, registry: Registry): boolean {
  const { mode, uids } = contentTypeFilter
  if (mode === 'none' || Object.keys(uids).length === 0) return true
  const uid = `api::${api}.${api}`
  const name = registry.contentTypes.has(uid) ? uid : api
  const listed = Object.hasOwn(uids, name) ? uids[name] : undefined
  const ofMethod = typeof listed === 'object' ? listed[String(method)] : undefined
  if (mode === 'allow') return listed !== undefined && listed !== false && ofMethod !== false
  return listed !== true && ofMethod !== true
}

async function transform(context: RouteContext, next: () => Promise<unknown>, settings: Transformer): Promise<void> {
  const { requestTransforms, responseTransforms, hooks } = settings
  if (context.headers['strapi-transformer-ignore'] === 'true') {
    await next()
    return
  }
  if (requestTransforms.wrapBodyWithDataKey) wrapBody(context)
  await next()
  const { body } = context
  if (!isRecord(body) || !body['data']) return
  hooks.preResponseTransform?.(context)
  const { removeAttributesKey, removeDataKey } = responseTransforms
  // Read again, because the hook may have replaced it.
  const changed = context.body
  if ((removeAttributesKey || removeDataKey) && isRecord(changed)) {
    context.body = { ...changed, data: flattened(changed['data'], responseTransforms) }
  }
  hooks.postResponseTransform?.(context)
}

function wrapBody({ method, request }: RouteContext): void {
  const { body } = request
  if ((method !== 'POST' && method !== 'PUT') || body === undefined) return
  const isWrapped = isRecord(body) && 'data' in body && Object.keys(body).length === 1
  if (!isWrapped) request.body = { data: body }
}

type Transforms = Transformer['responseTransforms']

/** Returns an entry, a list of entries, or a component in the flat form. */
function flattened(value: unknown, transforms: Transforms): unknown {
  if (Array.isArray(value)) {
    const [head] = value as unknown[]
    const areEntries = transforms.removeAttributesKey && isRecord(head) && 'attributes' in head
    return value.map((item: unknown) => (areEntries ? flattened(item, transforms) : flattenedField(item, transforms)))
  }
  if (!isRecord(value)) return value
  const { id, attributes } = value
  if (transforms.removeAttributesKey && 'attributes' in value) {
    return flattened({ id, ...(isRecord(attributes) ? attributes : {}) }, transforms)
  }
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, flattenedField(field, transforms)]))
}

function flattenedField(field: unknown, transforms: Transforms): unknown {
  if (Array.isArray(field)) {
    if (transforms.removeDataKey) return flattened(field, transforms)
    const [head] = field as unknown[]
    const areComponents = isRecord(head) && 'id' in head
    return areComponents ? field.map((item: unknown) => flattened(item, transforms)) : field
  }
  if (!isRecord(field)) return field
  if ('id' in field) return flattened(field, transforms)
  if (!('data' in field)) return transforms.removeDataKey ? flattened(field, transforms) : field
  const { data } = field
  const one = (item: unknown) => flattened(item, transforms)
  const related = Array.isArray(data) ? data.map(one) : isRecord(data) ? one(data) : null
  return transforms.removeDataKey ? related : { ...field, data: related }
}

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
