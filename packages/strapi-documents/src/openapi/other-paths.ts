import type { Registry } from '@content-api/model'
import type { ActionOperation, ActionRoutes } from '@content-api/core/composition/action-routes'
import { fileContentType, userType } from '@content-api/engine/plan'
import type { JsonSchema } from '@content-api/interfaces/openapi/json-schema'
import { ref, schemaName } from '@content-api/interfaces/openapi/json-schema'
import { ok, type Paths, readFailures, writeFailures } from '@content-api/interfaces/openapi/operations'
import { failures } from '@content-api/interfaces/openapi/shared-schemas'
import { describeEndpoints, type EndpointDescription } from './endpoint-descriptions.js'

/** Routes that answer what others answer to names that aren't numbers. */
const isRepeated = (path: string, routes: ActionRoutes) =>
  path.endsWith('/:name') && path.replace(/:name$/, ':id') in routes

/** Returns the paths of users, files, locales and mail with the operations that the caller may use. */
export function otherPaths(registry: Registry, routes: ActionRoutes, may: (action: string) => boolean): Paths {
  const names = {
    user: `${schemaName(registry.contentType(userType))}Entry`,
    file: `${schemaName(fileContentType(registry))}Entry`,
  }
  const descriptions = describeEndpoints({ user: ref(names.user), file: ref(names.file) })
  const paths: Paths = {}
  for (const [path, endpoint] of Object.entries(routes)) {
    if (isRepeated(path, routes)) continue
    const operations = Object.entries(endpoint)
      .filter(([, { ungranted, action }]) => ungranted || may(action))
      .map(([method, operation]) => {
        const key = `${method} ${path}`
        return [method.toLowerCase(), describe(key, operation, descriptions[key])] as const
      })
    if (operations.length === 0) continue
    paths[`/${path.replaceAll(/:(\w+)/g, '{$1}')}`] = { ...withParameters(path), ...Object.fromEntries(operations) }
  }
  return paths
}

function describe(
  key: string,
  { action, hasBody }: ActionOperation,
  description: EndpointDescription = {},
): JsonSchema {
  const { status = 200, response = {}, body, summary = key, parameters, type = 'application/json' } = description
  const responses = {
    [status]: { ...ok(response)[200], description: status === 201 ? 'Created' : 'OK' },
    ...(description.alsoChanges && ok(response)),
    ...(description.maybeNone && { 204: { description: 'There is none' } }),
    ...(hasBody ? writeFailures() : readFailures()),
    ...failures('NotFoundError', 'RateLimitError'),
  }
  return {
    operationId: key.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
    tags: [tagOf(key)],
    summary,
    description: `Requires the permission ${action}.`,
    ...(parameters && { parameters }),
    ...((hasBody || body) && { requestBody: { required: true, content: { [type]: { schema: body ?? {} } } } }),
    responses,
  }
}

const tags: Readonly<Record<string, string>> = {
  auth: 'Sign-in',
  connect: 'Sign-in',
  users: 'Users',
  'users-permissions': 'Users',
  upload: 'Files',
  i18n: 'Locales',
  email: 'Mail',
}

const tagOf = (key: string): string => tags[key.split(/[ /]/)[1] ?? ''] ?? 'Routes'

function withParameters(path: string): JsonSchema {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const schemaOf = (name: string) => (name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' })
  if (names.length === 0) return {}
  return { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: schemaOf(name) })) }
}
