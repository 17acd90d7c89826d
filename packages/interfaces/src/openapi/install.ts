import { LRUCache } from 'lru-cache'
import type { Capability } from '@content-api/core/composition/capability'
import type { Handler } from '@content-api/core/composition/handler'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import { requireOwnHost, schemaHosts } from '@content-api/core/composition/own-hosts'
import type { AnyService } from '@content-api/core/composition/service'
import type { Caller } from '@content-api/core/entries/caller'
import { tagOf } from '@content-api/core/files/revalidation'
import { type HttpRequest, type HttpResponse, jsonResponse, noteRoute } from '@content-api/core/message/message'
import { type DescribedProject, type DescribedRoute, openApiDocument } from './document.js'
import type { OpenApiForm } from './form.js'

interface OpenApiParts extends Pick<AnyService, 'config' | 'registry' | 'development' | 'production'> {
  /** The version of this package. */
  readonly version: string
  readonly project: Pick<DescribedProject, 'removedActions'>
  /** Returns the routes of the project that a caller may use. Called at each use: `bootstrap` may add some. */
  readonly routesFor: (caller: Caller) => readonly DescribedRoute[]
  readonly identify: IdentifyRequest
  /** By default that of entries with `attributes`. */
  readonly form?: OpenApiForm
}

/** Installs `/openapi.json`, unless the configuration or production disables it. */
export function install(parts: OpenApiParts): Capability {
  return (parts.config.api.rest.openapi ?? !parts.production) ? { handlers: [createHandler(parts)] } : {}
}

/** The number of cached documents. There is one for each set of permissions, so users need one for each role. */
const keptDocuments = 20

/** Serves each caller a document of the operations that this caller may use. */
function createHandler(parts: OpenApiParts): Handler {
  const { config, registry, development, project, routesFor, identify, version, form } = parts
  const isOwnHost = schemaHosts(config, development)
  const kept = new LRUCache<string, HttpResponse>({ max: keptDocuments })
  const documentOf = (caller: Caller): HttpResponse => {
    const { removedActions } = project
    const described = { routes: routesFor(caller), removedActions }
    const options = { version, project: described, rights: caller, ...(form && { form }) }
    const text = JSON.stringify(openApiDocument(registry, config, options))
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
