import type { Caller } from '@content-api/core/entries/caller'
import { ApiError } from '@content-api/engine/errors'
import { readId } from '@content-api/core/query/raw-value'
import { type MessageLimits, parseBody, withContentTypeHint } from '@content-api/core/message/body'
import type { ActionCall, ActionEndpoint, ActionRoutes } from '@content-api/core/composition/action-routes'
import {
  type HttpRequest,
  type HttpResponse,
  noteRoute,
  joined,
  segmentsBelow,
} from '@content-api/core/message/message'
import { parseQueryString } from '@content-api/core/message/query-string'
import { allowedMethods } from './routes.js'

interface ActionHandlerOptions {
  readonly prefix: string
  readonly limits: MessageLimits
  /** Returns the caller of a request. @throws ApiError for invalid credentials */
  readonly identify: (request: HttpRequest) => Promise<Caller>
}

/**
 * Returns a handler of endpoints that don't belong to content types. It checks a request in the order of the
 * REST handler: path, method, body, credentials, permission. It returns null for other paths. @throws
 * ApiError
 */
export function createActionHandler(routes: ActionRoutes, { prefix, limits, identify }: ActionHandlerOptions) {
  const compiled = compile(routes)
  return (request: HttpRequest): Promise<HttpResponse> | null => {
    const path = segmentsBelow(prefix, request.path)
    const route = path && findRoute(compiled, path)
    if (!route) return null
    noteRoute(request, joined(prefix, `/${route.path}`))
    return respond(request, route)
  }

  async function respond(request: HttpRequest, { endpoint, id, name }: FoundRoute): Promise<HttpResponse> {
    if (request.method === 'OPTIONS') return optionsResponse(allowedMethods(endpoint))
    const operation = operationOf(endpoint, request.method)
    if (!operation) throw methodNotAllowed(request.method, allowedMethods(endpoint))
    const contentType = request.header('content-type')
    const body = operation.hasBody ? parseBody(await request.body(), contentType, limits) : undefined
    const caller = await identify(request)
    if (!operation.ungranted && !caller.may(operation.action)) throw new ApiError('ForbiddenError')
    const query = parseQueryString(request.query, limits)
    const run = () => operation.run({ request, caller, id, ...(name !== undefined && { name }), body, query })
    return operation.hasBody ? withContentTypeHint(body, contentType, run) : run()
  }
}

/**
 * Returns a function that returns the action of each method at a path; an empty object for other paths.
 * @param path the segments below the prefix
 */
export function actionsAt(routes: ActionRoutes): (path: readonly string[]) => Readonly<Record<string, string>> {
  const compiled = compile(routes)
  return (path) => {
    const methods = Object.entries(findRoute(compiled, path)?.endpoint ?? {})
    return Object.fromEntries(methods.map(([method, { action }]) => [method, action]))
  }
}

/** Returns the names of the actions that can be granted. */
export function actionsOf(routes: ActionRoutes): readonly string[] {
  const operations = Object.values(routes).flatMap((endpoint) => Object.values(endpoint))
  return operations.filter(({ ungranted }) => !ungranted).map(({ action }) => action)
}

/**
 * Returns a function that runs the operation of an action. Code of the project calls it to run the original
 * operation.
 */
export function actionRunner(routes: ActionRoutes): (action: string, call: ActionCall) => Promise<HttpResponse> {
  const operations = Object.values(routes).flatMap((endpoint) => Object.values(endpoint))
  return async (action, call) => {
    const operation = operations.find((known) => known.action === action)
    if (!operation) throw new ApiError('NotFoundError')
    return operation.run(call)
  }
}

interface CompiledRoute {
  readonly path: string
  readonly segments: readonly string[]
  readonly endpoint: ActionEndpoint
}

interface FoundRoute {
  readonly path: string
  readonly endpoint: ActionEndpoint
  readonly id: number
  readonly name: string | undefined
}

/** Routes by their first segment, which no route has as a parameter. Most paths belong to content types. */
type CompiledRoutes = ReadonlyMap<string, readonly CompiledRoute[]>

function compile(routes: ActionRoutes): CompiledRoutes {
  const compiled = new Map<string, CompiledRoute[]>()
  for (const [path, endpoint] of Object.entries(routes)) {
    const segments = path.split('/')
    const [first = ''] = segments
    compiled.set(first, [...(compiled.get(first) ?? []), { path, segments, endpoint }])
  }
  return compiled
}

function findRoute(routes: CompiledRoutes, path: readonly string[]): FoundRoute | null {
  const [first = ''] = path
  for (const { path: pattern, segments, endpoint } of routes.get(first.toLowerCase()) ?? []) {
    if (segments.length !== path.length) continue
    let id = 0
    let name: string | undefined
    const fits = segments.every((segment, index) => {
      const value = path[index] as string
      if (segment === ':name') {
        name = value
        return true
      }
      if (segment !== ':id') return segment === value.toLowerCase()
      id = readId(value) ?? 0
      return id > 0
    })
    if (fits) return { path: pattern, endpoint, id, name }
  }
  return null
}

/** Returns the operation of an endpoint for a method. HEAD is a GET whose response has no body. */
export function operationOf<Operation>(
  endpoint: Readonly<Partial<Record<string, Operation>>>,
  method: string,
): Operation | undefined {
  const name = method === 'HEAD' ? 'GET' : method
  return Object.hasOwn(endpoint, name) ? endpoint[name] : undefined
}

/** Returns the response to OPTIONS: the allowed methods and an empty body with the content type of Strapi 4.26. */
export function optionsResponse(allow: string): HttpResponse {
  return { status: 200, headers: { Allow: allow, 'Content-Type': 'text/plain; charset=utf-8' }, body: '' }
}

export function methodNotAllowed(method: string, allow: string): ApiError {
  const message = `${method} is not allowed here. Allowed: ${allow}`
  return new ApiError('MethodNotAllowedError', message, { headers: { Allow: allow } })
}
