import type { ApiMethods } from './api-methods.js'
import { ExtensionError, unknownName } from './extension-error.js'
import type { RouteHandler, RouteInput } from './project-types.js'

interface Handler {
  readonly handlers: readonly RouteHandler[]
  /** The permission of the route; undefined if neither the route nor its handler has a name. */
  readonly action: string | undefined
}

/**
 * Returns the functions of a handler: the function itself, a list of functions, or the function of a
 * controller.
 * @throws ExtensionError for unknown names
 */
export function resolveHandler(
  { handler, action }: RouteInput,
  api: string | null,
  name: string,
  controllers: ApiMethods,
): Handler {
  if (typeof handler === 'function') return { handlers: [handler], action }
  if (typeof handler !== 'string') return { handlers: handler, action }
  const [, named = api === null ? null : `api::${api}`, controller = '', method = ''] =
    /^(?:((?:api|plugin)::[\w-]+)\.)?([\w-]+)\.(\w+)$/.exec(handler.trim()) ?? []
  if (named === null || controller === '') {
    throw new ExtensionError(
      `The handler "${handler}" of the route ${name} must have the form "api::city.city.nearest".`,
    )
  }
  const uid = `${named}.${controller}`
  const methods = controllers.get(uid)
  if (!methods) throw unknownName(`For the handler of the route ${name} the controller`, uid, controllers.keys())
  const own = method in methods ? methods[method] : undefined
  if (typeof own !== 'function') throw unknownName(`In the controller ${uid} the method`, method, namesOf(methods))
  return {
    // Called as a method, because handlers of a controller may call each other.
    handlers: [(context, next) => own.call(methods, context, next) as unknown],
    action: action ?? `${uid}.${method}`,
  }
}

/** Returns the names of a controller's functions, including the generated ones. */
function namesOf(methods: object): string[] {
  const names: string[] = []
  for (const name in methods) names.push(name)
  return names
}
