import type { JsonSchema } from './json-schema.js'
import { failures } from './shared-schemas.js'

/** A route of the project with the properties that the document describes. */
export interface DocumentedRoute {
  readonly method: string
  /** The path. `:name` matches one segment. */
  readonly path: string
  /** The required permission; null if the route has none of its own. */
  readonly action: string | null
}

type Paths = Record<string, JsonSchema>

/** Adds the routes of the project to the paths of the document. Their bodies and responses are any JSON. */
export function withRoutes(paths: Paths, routes: readonly DocumentedRoute[]): Paths {
  const all = { ...paths }
  for (const route of routes) {
    const own = route.path.replaceAll(/:(\w+)/g, '{$1}')
    // OpenAPI doesn't allow two paths that differ only in the names of their parameters.
    const path = Object.keys(all).find((known) => shapeOf(known) === shapeOf(own)) ?? own
    const existing = all[path]
    all[path] = {
      ...(existing ?? withParameters(route)),
      [route.method.toLowerCase()]: operation(route),
    }
  }
  return all
}

const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

function withParameters({ path }: DocumentedRoute): JsonSchema {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  if (names.length === 0) return {}
  return { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })) }
}

function operation({ method, path, action }: DocumentedRoute): JsonSchema {
  const content = { 'application/json': { schema: {} } }
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+/g, '_')}`,
    tags: ['Routes'],
    summary: `${method} ${path}`,
    ...(action !== null && { description: `Requires the permission ${action}.` }),
    ...(method !== 'GET' && { requestBody: { content } }),
    responses: {
      200: { description: 'The response of the project', content },
      ...failures('UnauthorizedError', 'ForbiddenError', 'InternalServerError', 'GatewayTimeoutError'),
    },
  }
}
