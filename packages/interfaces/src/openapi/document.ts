import { type ContentType, type Registry, type Component, type Schema, isScalar } from '@content-api/model'
import { actionUid } from '@content-api/capabilities/accounts/actions'
import type { Config } from '@content-api/core/config/schema'
import { type Can, allowEverything } from '@content-api/core/query/plan-context'
import { mayFollow } from '@content-api/core/query/usable-attributes'
import { hasRoutes } from '../rest/routes.js'
import { entrySchemas, zoneInputs, filterSchemas, operatorSchemas } from './entry-schemas.js'
import type { JsonSchema } from './json-schema.js'
import { entryForm } from './entry-form.js'
import type { CallerRights, OpenApiForm } from './form.js'
import type { Paths } from './operations.js'
import { errorResponses, failures } from './shared-schemas.js'

/** A route of a project, as the document describes it. */
export interface DescribedRoute {
  readonly method: string
  readonly path: string
  /** The permission of the route; null if it needs none. */
  readonly action: string | null
  /** The generated route that it replaces, or null. */
  readonly core: object | null
}

/** What a project changes in the document. */
export interface DescribedProject {
  readonly routes: readonly DescribedRoute[]
  /** Actions that the generated routes don't serve. */
  readonly removedActions: ReadonlySet<string>
}

interface DocumentOptions {
  /** The version of the server. */
  readonly version: string
  readonly project?: DescribedProject
  /** The permissions of a caller: the document describes only what this caller may use. Absent for all of it. */
  readonly rights?: CallerRights | undefined
  /** By default that of entries with `attributes`. */
  readonly form?: OpenApiForm
}

/**
 * Returns the OpenAPI 3.1 document of the REST interface: the paths, parameters, bodies, responses and errors
 * of the model.
 */
export function openApiDocument(
  model: Registry,
  config: Config,
  { version, project = { routes: [], removedActions: new Set() }, rights, form = entryForm }: DocumentOptions,
): JsonSchema {
  const { defaultLocale } = config.i18n
  const locales = [defaultLocale, ...config.i18n.locales.filter((code) => code !== defaultLocale)]
  // A generated route that project code replaces keeps its generated description.
  const { removedActions } = project
  const routes = project.routes.filter(({ core, action }) => core === null || removedActions.has(action ?? ''))
  const registry = rights ? visibleModel(model, rights.can) : model
  const types = [...registry.contentTypes.values()]
  const models = [...types, ...registry.components.values()]
  const shown: Can = (action, type) =>
    !removedActions.has(actionUid(action, type)) && (rights?.can ?? allowEverything)(action, type)
  const paths = new Map(types.filter(hasRoutes).map((type) => [type, form.pathsOf(registry, type, locales, shown)]))
  const usable = types.filter((type) => Object.keys(paths.get(type) ?? {}).length > 0)
  const others = form.otherPaths(registry, {
    can: shown,
    may: (action) => !removedActions.has(action) && (rights?.may(action) ?? true),
  })
  const operations = withRoutes(Object.assign({}, ...paths.values(), others), routes)
  const parameters = form.sharedParameters(config.api.rest)
  const responses = errorResponses()
  const schemas = Object.assign(
    operatorSchemas(),
    form.sharedSchemas,
    zoneInputs(registry, form),
    ...models.flatMap((schema) => [
      entrySchemas(registry, schema, { form, writable: schema.model === 'component' || hasRoutes(schema) }),
      filterSchemas(registry, schema, form),
    ]),
  ) as Readonly<Record<string, JsonSchema>>
  return {
    openapi: '3.1.0',
    info: {
      title: 'Content API',
      version,
      description:
        'Generated from the content types. Nested query parameters are written with brackets, for example `filters[title][$eq]=x`.',
    },
    servers: [{ url: config.api.rest.prefix }],
    security: [{}, { bearer: [] }],
    tags: [...usable.map(({ displayName }) => displayName), ...(routes.length > 0 ? ['Routes'] : [])].map((name) => ({
      name,
    })),
    paths: operations,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A JWT or an API token (specification §5).' },
      },
      parameters,
      responses,
      headers: {
        EntryVersion: {
          description: 'The version of the entry. Every write of the entry changes it.',
          schema: { type: 'string' },
        },
      },
      schemas: rights ? reachableSchemas([operations, parameters, responses], schemas) : schemas,
    },
  }
}

/**
 * Returns the model without relations to types that the caller may not find. Queries treat these attributes
 * as unknown too.
 */
function visibleModel(registry: Registry, can: Can): Registry {
  const visible = <Attributes extends Schema['attributes']>(schema: Schema, attributes: Attributes): Attributes =>
    Object.fromEntries(
      Object.entries(attributes).filter(
        ([name, attribute]) => isScalar(attribute) || mayFollow(schema, name, attribute, { registry, can }),
      ),
    ) as Attributes
  const restrict = <Model extends ContentType | Component>(schema: Model): Model => ({
    ...schema,
    attributes: visible(schema, schema.attributes),
    declared: visible(schema, schema.declared),
  })
  const contentTypes = new Map([...registry.contentTypes].map(([uid, type]) => [uid, restrict(type)]))
  const components = new Map([...registry.components].map(([uid, component]) => [uid, restrict(component)]))
  return {
    contentTypes,
    components,
    warnings: registry.warnings,
    contentType: (uid) => contentTypes.get(uid) ?? registry.contentType(uid),
    component: (uid) => components.get(uid) ?? registry.component(uid),
  }
}

const schemasPath = '#/components/schemas/'

/**
 * Returns the schemas that `roots` refer to, directly or indirectly. The others describe types that the
 * caller may not use.
 */
function reachableSchemas(
  roots: unknown,
  schemas: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, JsonSchema>> {
  const reached = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      const name =
        key === '$ref' && String(member).startsWith(schemasPath) ? String(member).slice(schemasPath.length) : null
      if (name === null) visit(member)
      else if (!reached.has(name)) {
        reached.add(name)
        visit(schemas[name])
      }
    }
  }
  visit(roots)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => reached.has(name)))
}

/** Adds the routes of the project to the paths of the document. Their bodies and responses are any JSON. */
function withRoutes(paths: Paths, routes: readonly DescribedRoute[]): Paths {
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

function withParameters({ path }: DescribedRoute): JsonSchema {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  if (names.length === 0) return {}
  return { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })) }
}

function operation({ method, path, action }: DescribedRoute): JsonSchema {
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
