import { isRecord } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors/api-error'
import { mediaType, type MessageLimits, parseBody } from '../message/body.js'
import type { Handler, HttpRequest, HttpResponse } from '../message/message.js'
import type { Snapshots } from '../snapshots/snapshots.js'
import type { Log } from './error-response.js'
import { explorerEndpoints, type ExplorerParts, noStoreJson } from './explorer/endpoints.js'
import { isForPage } from './explorer/page.js'
import { actAsHeader } from './explorer/traced-requests.js'
import { createHandler } from './handler.js'
import { requireOwnCaller, requireToken, tokenHeader } from './own-caller.js'
import { ownHosts } from '../message/own-hosts.js'

export interface DevelopmentOptions {
  readonly token: string
  readonly snapshots: Snapshots
  readonly explorer: ExplorerParts
  readonly limits: MessageLimits
  readonly log: Log
}

type Handle = (request: HttpRequest) => Promise<HttpResponse>

/** The handlers of the service: with CORS for pages of other origins, and without CORS for its own pages. */
export interface DevelopedService {
  readonly withCors: Handle
  readonly withoutCors: Handle
}

/**
 * Serves the endpoints that show and change a service in development. Callers must send its token and use a
 * host name of this machine. CORS doesn't apply: pages of other origins may not call these endpoints. Other
 * requests with the token are traced and run with the permissions of the identity that they name.
 */
export function withDevelopment(service: DevelopedService, options: DevelopmentOptions): Handle {
  const { explorer, token, log } = options
  const isOwnHost = ownHosts(explorer.config)
  const endpoints = new Map([...snapshotEndpoints(options), ...explorerEndpoints(explorer)])
  const requireKnown = requireToken(token)
  const requireDeveloper = (request: HttpRequest) => {
    requireOwnCaller(isOwnHost, request)
    requireKnown(request)
  }
  const serveEndpoint: Handler = (request) => {
    const endpoint = endpoints.get(request.path)
    if (!endpoint) return null
    requireDeveloper(request)
    return noStoreJson(endpoint(request))
  }
  const serveTraced: Handler = (request) => {
    requireDeveloper(request)
    return explorer.traced.run(request, service.withoutCors)
  }
  const respondToEndpoint = createHandler([serveEndpoint], log)
  const respondTraced = createHandler([serveTraced], log)
  return (request) => {
    if (endpoints.has(request.path)) return respondToEndpoint(request)
    if (isForPage(request)) return service.withoutCors(request)
    const isTraced = request.header(tokenHeader) !== undefined || request.header(actAsHeader) !== undefined
    return isTraced ? respondTraced(request) : service.withCors(request)
  }
}

type Endpoint = (request: HttpRequest) => Promise<unknown>

function snapshotEndpoints({ snapshots, limits }: DevelopmentOptions): [string, Endpoint][] {
  const named = (run: (name: string | undefined) => Promise<unknown>): Endpoint => {
    return async (request) => {
      if (request.method !== 'POST') {
        const message = `${request.method} is not allowed here. Allowed: POST`
        throw new ApiError('MethodNotAllowedError', message, { headers: { Allow: 'POST' } })
      }
      return run(readName(await request.body(), request.header('content-type'), limits))
    }
  }
  return [
    ['/content-api/snapshot', named((name) => snapshots.save(name))],
    ['/content-api/restore', named((name) => snapshots.restore(name))],
  ]
}

function readName(bytes: Uint8Array, contentType: string | undefined, limits: MessageLimits): string | undefined {
  if (bytes.length === 0) return undefined
  if (mediaType(contentType) !== 'application/json') {
    throw new ApiError('UnsupportedMediaTypeError', 'Send JSON: { "name": "…" }, or no body')
  }
  const body = parseBody(bytes, contentType, limits)
  const unknown = isRecord(body) ? Object.keys(body).find((key) => key !== 'name') : undefined
  if (unknown !== undefined) throw new ApiError('ValidationError', `Invalid key ${unknown.slice(0, 100)}. Use "name"`)
  const name = isRecord(body) ? body['name'] : null
  if (name === undefined || typeof name === 'string') return name
  throw new ApiError('ValidationError', '"name" must be the name of a snapshot, as a string')
}
