import type { ContentType, Registry } from '@content-api/model'
import type { Limits } from '../query/plan-context.js'
import { entrySchemas, zoneInputs } from './entry-schemas.js'
import { filterSchemas, operatorSchema } from './filter-schemas.js'
import type { JsonSchema } from './json-schema.js'
import { sharedParameters } from './parameters.js'
import { pathsOf } from './paths.js'
import { type DocumentedRoute, withRoutes } from './route-paths.js'
import { errorResponses, sharedSchemas } from './shared-schemas.js'

export interface DocumentOptions {
  readonly registry: Registry
  readonly limits: Limits
  /** The default locale first. */
  readonly locales: readonly string[]
  /** Where the paths begin, for example `/api`. */
  readonly prefix: string
  readonly version: string
  /** The content types that have paths. */
  readonly served: (type: ContentType) => boolean
  /** Those of the project's own. */
  readonly routes: readonly DocumentedRoute[]
}

/** The REST interface as an OpenAPI 3.1 document: every path, parameter, body, answer and error of the model. */
export function openApiDocument(options: DocumentOptions): JsonSchema {
  const { registry, limits, locales, prefix, version, served, routes } = options
  const types = [...registry.contentTypes.values()]
  const schemas = [...types, ...registry.components.values()]
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Content API',
      version,
      description:
        'Generated from the content types. Nested query parameters are written with brackets, for example `filters[title][$eq]=x`.',
    },
    servers: [{ url: prefix }],
    security: [{}, { bearer: [] }],
    tags: [...types.filter(served).map(({ displayName }) => displayName), ...(routes.length > 0 ? ['Routes'] : [])].map(
      (name) => ({ name }),
    ),
    paths: withRoutes(Object.assign({}, ...types.filter(served).map((type) => pathsOf(type, locales))), routes),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A JWT or an API token (specification §5).' },
      },
      parameters: sharedParameters(limits),
      responses: errorResponses(),
      schemas: Object.assign(
        { FilterValue: operatorSchema() },
        sharedSchemas,
        zoneInputs(registry),
        ...schemas.flatMap((schema) => [
          entrySchemas(registry, schema, schema.model === 'component' || served(schema)),
          filterSchemas(registry, schema),
        ]),
      ) as JsonSchema,
    },
  }
}
