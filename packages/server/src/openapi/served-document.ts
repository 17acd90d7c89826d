import { createRequire } from 'node:module'
import type { Registry } from '@content-api/model'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config/schema.js'
import type { Caller } from '../entries/caller.js'
import type { Handler } from '../composition/handler.js'
import { type HttpRequest, type HttpResponse, jsonResponse, noteRoute } from '../message/message.js'
import { type IsOwnHost, requireOwnHost } from '../composition/own-hosts.js'
import type { JsonSchema } from './json-schema.js'
import { openApiDocument } from './document.js'
import type { RegisteredProject } from '../strapi/code/register-project.js'
import { mayUse } from '../strapi/code/routes/project-routes.js'
import type { Can } from '../query/plan-context.js'
import { hasRoutes } from '../rest/routes.js'
import { tagOf } from '../files/revalidation.js'

const { version } = createRequire(import.meta.url)('@content-api/server/package.json') as { version: string }

export interface ServedDocument {
  readonly registry: Registry
  readonly config: Config
  /** Its routes are read at each use: `bootstrap` may add some. */
  readonly project: Pick<RegisteredProject, 'routes' | 'removedActions'>
  /** Returns the caller of a request. @throws ApiError for wrong credentials */
  readonly identify: (request: HttpRequest) => Promise<Caller>
  /** The hosts for which the document is served; null for all. */
  readonly isOwnHost: IsOwnHost | null
}

/** The number of cached documents. There is one for each set of permissions, so users need one for each role. */
const keptDocuments = 20

/** Serves each caller a document of the operations that this caller may use. */
export function serveOpenApi({ registry, config, project, identify, isOwnHost }: ServedDocument): Handler {
  const kept = new LRUCache<string, HttpResponse>({ max: keptDocuments })
  const documentOf = (caller: Caller): HttpResponse => {
    const routes = project.routes.filter((route) => mayUse(route, caller))
    const { removedActions } = project
    const text = JSON.stringify(openApiOf(registry, config, { routes, removedActions }, caller.can))
    const { headers, ...response } = jsonResponse(text)
    return { ...response, headers: { ...headers, ETag: tagOf(text) } }
  }
  const respond = async (request: HttpRequest): Promise<HttpResponse> => {
    const caller = await identify(request)
    const response = kept.get(caller.key) ?? documentOf(caller)
    kept.set(caller.key, response)
    if (isOwnHost) requireOwnHost(isOwnHost, request)
    return response
  }
  return (request) => {
    if (request.path !== '/openapi.json' || (request.method !== 'GET' && request.method !== 'HEAD')) return null
    noteRoute(request, request.path)
    return respond(request)
  }
}

/**
 * Returns the OpenAPI document of a project, with its own routes.
 * @param can limits the document to the operations that it allows
 */
export function openApiOf(
  registry: Registry,
  config: Config,
  { routes, removedActions: removed }: ServedDocument['project'] = { routes: [], removedActions: new Set() },
  can?: Can,
): JsonSchema {
  const { rest } = config.api
  const { defaultLocale, locales } = config.i18n
  return openApiDocument({
    registry,
    version,
    prefix: rest.prefix,
    served: hasRoutes,
    // A generated route that project code replaces keeps its generated description.
    routes: routes.filter(({ core, action }) => core === null || removed.has(action ?? '')),
    removed,
    can,
    limits: { ...rest, ...config.limits, arrayLimit: config.limits.arrayItems },
    locales: [defaultLocale, ...locales.filter((code) => code !== defaultLocale)],
  })
}
