import { createRequire } from 'node:module'
import type { Registry } from '@content-api/model'
import type { Config } from '../config/schema.js'
import type { JsonSchema } from '../openapi/json-schema.js'
import { openApiDocument } from '../openapi/document.js'
import type { DocumentedRoute } from '../openapi/route-paths.js'
import { hasRoutes } from '../rest/routes.js'

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

/** The OpenAPI document of a project under its configuration, with its own routes. */
export function openApiOf(registry: Registry, config: Config, routes: readonly DocumentedRoute[] = []): JsonSchema {
  const { rest } = config.api
  const { defaultLocale, locales } = config.i18n
  return openApiDocument({
    registry,
    version,
    prefix: rest.prefix,
    served: hasRoutes,
    routes,
    limits: { ...rest, ...config.limits, arrayLimit: config.limits.arrayItems },
    locales: [defaultLocale, ...locales.filter((code) => code !== defaultLocale)],
  })
}
