import type { JsonSchema } from './json-schema.js'
import { failures } from './shared-schemas.js'

/** A route of the project, as far as the document tells of it. */
export interface DocumentedRoute {
  readonly method: string
  /** `:name` stands for one segment. */
  readonly path: string
  /** The permission that it takes; null where it has none of its own. */
  readonly action: string | null
}

type Paths = Record<string, JsonSchema>

/** The paths of the document with those of the project's routes, whose bodies and answers are any JSON. */
export function withRoutes(paths: Paths, routes: readonly DocumentedRoute[]): Paths {
  const all = { ...paths }
  for (const route of routes) {
    const own = route.path.replaceAll(/:(\w+)/g, '{$1}')
    // Two paths that differ in nothing but the names of their parameters may not both be there.
    const path = Object.keys(all).find((known) => shapeOf(known) === shapeOf(own)) ?? own
    const there = all[path]
    all[path] = {
      ...(there ?? withParameters(route)),
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
    ...(action !== null && { description: `Takes the permission ${action}.` }),
    ...(method !== 'GET' && { requestBody: { content } }),
    responses: {
      200: { description: 'What the project answers', content },
      ...failures('UnauthorizedError', 'ForbiddenError', 'InternalServerError', 'GatewayTimeoutError'),
    },
  }
}
