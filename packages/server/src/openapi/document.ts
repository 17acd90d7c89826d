import type { ContentType, Registry } from '@content-api/model'
import { actionUid } from '../auth/actions.js'
import { type Can, allowEverything, type Limits } from '../query/plan-context.js'
import { entrySchemas, zoneInputs } from './entry-schemas.js'
import { filterSchemas, operatorSchemas } from './filter-schemas.js'
import type { JsonSchema } from './json-schema.js'
import { sharedParameters } from './parameters.js'
import { pathsOf } from './paths.js'
import { type DocumentedRoute, withRoutes } from './route-paths.js'
import { errorResponses, sharedSchemas } from './shared-schemas.js'
import { reachableSchemas, visibleModel } from './visible-model.js'

export interface DocumentOptions {
  readonly registry: Registry
  readonly limits: Limits
  /** The default locale first. */
  readonly locales: readonly string[]
  /** The prefix of all paths, for example `/api`. */
  readonly prefix: string
  readonly version: string
  /** The content types that have paths. */
  readonly served: (type: ContentType) => boolean
  /** Actions that the generated routes don't serve. */
  readonly removed: ReadonlySet<string>
  /** The routes of the project's code. */
  readonly routes: readonly DocumentedRoute[]
  /**
   * The permissions of a caller: the document describes only what this caller may use. Absent for a complete
   * document.
   */
  readonly can?: Can | undefined
}

/**
 * Returns the OpenAPI 3.1 document of the REST interface: the paths, parameters, bodies, responses and errors
 * of the model.
 */
export function openApiDocument(options: DocumentOptions): JsonSchema {
  const { limits, locales, prefix, version, served, routes, removed, can } = options
  const registry = can ? visibleModel(options.registry, can) : options.registry
  const types = [...registry.contentTypes.values()]
  const models = [...types, ...registry.components.values()]
  const shown: Can = (action, type) => !removed.has(actionUid(action, type)) && (can ?? allowEverything)(action, type)
  const paths = new Map(types.filter(served).map((type) => [type, pathsOf(registry, type, locales, shown)]))
  const usable = types.filter((type) => Object.keys(paths.get(type) ?? {}).length > 0)
  const operations = withRoutes(Object.assign({}, ...paths.values()), routes)
  const parameters = sharedParameters(limits)
  const responses = errorResponses()
  const schemas = Object.assign(
    operatorSchemas(),
    sharedSchemas,
    zoneInputs(registry),
    ...models.flatMap((schema) => [
      entrySchemas(registry, schema, schema.model === 'component' || served(schema)),
      filterSchemas(registry, schema),
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
    servers: [{ url: prefix }],
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
      schemas: can ? reachableSchemas([operations, parameters, responses], schemas) : schemas,
    },
  }
}
