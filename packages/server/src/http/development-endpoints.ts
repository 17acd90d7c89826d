import { ApiError } from '../errors/api-error.js'
import { isRecord } from '@content-api/model'
import { mediaType, type MessageLimits, parseBody } from '../message/body.js'
import { type Handler, type HttpRequest, type HttpResponse, jsonResponse } from '../message/message.js'
import { digest, sameDigest } from '../secrets/digest.js'
import type { Snapshots } from '../snapshots/snapshots.js'
import type { Log } from './error-response.js'
import { createHandler } from './handler.js'
import { loopback } from './own-hosts.js'

/** The header that carries the token: forms and links of other pages can't send it. */
export const tokenHeader = 'content-api-token'

export interface DevelopmentOptions {
  readonly token: string
  readonly snapshots: Snapshots
  readonly limits: MessageLimits
  readonly log: Log
}

type Handle = (request: HttpRequest) => Promise<HttpResponse>

/**
 * Serves what changes a service under development, to callers that know its token and name this machine as the host. It stands
 * outside of CORS: no page of another origin may call it.
 */
export function withDevelopment(handle: Handle, options: DevelopmentOptions): Handle {
  const endpoints = createEndpoints(options)
  const serve = createHandler([endpoints.handler], options.log)
  return (request) => (endpoints.paths.has(request.path) ? serve(request) : handle(request))
}

function createEndpoints({ token, snapshots, limits }: DevelopmentOptions) {
  const expected = digest(token)
  const endpoints = new Map<string, (name: string | undefined) => Promise<unknown>>([
    ['/content-api/snapshot', (name) => snapshots.save(name)],
    ['/content-api/restore', (name) => snapshots.restore(name)],
  ])
  const handler: Handler = (request) => {
    const endpoint = endpoints.get(request.path)
    if (!endpoint) return null
    requireOwnCaller(request)
    requireToken(request, expected)
    if (request.method !== 'POST') {
      const message = `${request.method} is not allowed here. Allowed: POST`
      throw new ApiError('MethodNotAllowedError', message, { headers: { Allow: 'POST' } })
    }
    return answer(request, limits, endpoint)
  }
  return { paths: new Set(endpoints.keys()), handler }
}

async function answer(
  request: HttpRequest,
  limits: MessageLimits,
  endpoint: (name: string | undefined) => Promise<unknown>,
) {
  const name = readName(await request.body(), request.header('content-type'), limits)
  const { status, headers, body } = jsonResponse(JSON.stringify(await endpoint(name)))
  return { status, headers: { ...headers, 'Cache-Control': 'no-store' }, body }
}

/** @throws ApiError ForbiddenError for another host name (DNS rebinding) and for pages of other origins */
function requireOwnCaller(request: HttpRequest): void {
  const host = request.header('host')
  const origin = request.header('origin')
  const site = request.header('sec-fetch-site') ?? 'none'
  if (host !== undefined && !loopback.test(host.replace(/:\d*$/, ''))) {
    throw new ApiError('ForbiddenError', `Use localhost or 127.0.0.1 here, not ${host.slice(0, 200)}`)
  }
  const isOwn = origin === undefined || origin === `http://${host}` || origin === `https://${host}`
  if (!isOwn || !['same-origin', 'none'].includes(site)) {
    throw new ApiError('ForbiddenError', `Pages of ${(origin ?? 'other sites').slice(0, 200)} may not use this`)
  }
}

function requireToken(request: HttpRequest, expected: string): void {
  const sent = request.header(tokenHeader)
  if (sent !== undefined && sameDigest(digest(sent), expected)) return
  const fault = sent === undefined ? 'is missing' : 'has another token'
  throw new ApiError('UnauthorizedError', `The header Content-Api-Token ${fault}: send the one printed at the start`)
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
