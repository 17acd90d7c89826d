import { LRUCache } from 'lru-cache'
import type { Capability } from '../composition/capability.js'
import type { Handler } from '../composition/handler.js'
import type { IdentifyRequest } from '../composition/identify.js'
import { requireOwnHost, schemaHosts } from '../composition/own-hosts.js'
import type { Service } from '../composition/service.js'
import type { Caller } from '../entries/caller.js'
import { tagOf } from '../files/revalidation.js'
import { type HttpRequest, type HttpResponse, jsonResponse, noteRoute } from '../message/message.js'
import { type DescribedProject, type DescribedRoute, openApiDocument } from './document.js'

interface OpenApiParts extends Pick<Service, 'config' | 'registry' | 'development' | 'production'> {
  /** The version of this package. */
  readonly version: string
  readonly project: Pick<DescribedProject, 'removedActions'>
  /** Returns the routes of the project that a caller may use. Called at each use: `bootstrap` may add some. */
  readonly routesFor: (caller: Caller) => readonly DescribedRoute[]
  readonly identify: IdentifyRequest
}

/** Installs `/openapi.json`, unless the configuration or production disables it. */
export function install(parts: OpenApiParts): Capability {
  return (parts.config.api.rest.openapi ?? !parts.production) ? { handlers: [createHandler(parts)] } : {}
}

/** The number of cached documents. There is one for each set of permissions, so users need one for each role. */
const keptDocuments = 20

/** Serves each caller a document of the operations that this caller may use. */
function createHandler(parts: OpenApiParts): Handler {
  const { config, registry, development, project, routesFor, identify, version } = parts
  const isOwnHost = schemaHosts(config, development)
  const kept = new LRUCache<string, HttpResponse>({ max: keptDocuments })
  const documentOf = (caller: Caller): HttpResponse => {
    const { removedActions } = project
    const described = { routes: routesFor(caller), removedActions }
    const text = JSON.stringify(openApiDocument(registry, config, { version, project: described, can: caller.can }))
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
