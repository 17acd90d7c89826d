import { isRecord } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import { mediaType, type MessageLimits, parseBody } from '@content-api/core/message/body'
import type { Handler } from '@content-api/core/composition/handler'
import type { HttpRequest } from '@content-api/core/message/message'
import type { Snapshots } from '../snapshots/snapshots.js'
import type { Log } from '@content-api/core/composition/failure'
import { isOfMailPage } from './mail-page.js'
import { respondToErrors } from '@content-api/core/transport/error-response'
import { explorerEndpoints, type ExplorerParts, noStoreJson } from './explorer/endpoints.js'
import { isForPage } from './explorer/page.js'
import { actAsHeader } from './explorer/traced-requests.js'
import { ownHosts, type IsOwnHost, requireOwnHost } from '@content-api/core/composition/own-hosts'
import { digest, sameDigest } from '@content-api/core/secrets/digest'

interface DevelopmentOptions {
  readonly token: string
  readonly snapshots: Snapshots
  readonly explorer: ExplorerParts
  readonly limits: MessageLimits
  readonly log: Log
}

/**
 * Serves the endpoints that show and change a service in development. Callers must send its token and use a
 * host name of this machine. Other requests with the token are traced and run with the permissions of the
 * identity that they name.
 */
export function serveDevelopers(options: DevelopmentOptions): Handler {
  const { explorer, token } = options
  const isOwnHost = ownHosts(explorer.config)
  const endpoints = new Map([...snapshotEndpoints(options), ...explorerEndpoints(explorer)])
  const requireKnown = requireToken(token)
  const requireDeveloper = (request: HttpRequest) => {
    requireOwnCaller(isOwnHost, request)
    requireKnown(request)
  }
  const respond = respondToErrors(options.log)
  return (request, next) => {
    const endpoint = endpoints.get(request.path)
    if (!endpoint && (isForPage(request) || !isTraced(request))) return next(request)
    return respond(request, async () => {
      requireDeveloper(request)
      return endpoint ? noStoreJson(endpoint(request)) : explorer.traced.run(request, next)
    })
  }
}

/**
 * Returns whether a request is for a page or an endpoint that pages of other origins may not use, so that it
 * gets no CORS headers.
 */
export const isOfDeveloper = (request: HttpRequest): boolean =>
  isForPage(request) || isTraced(request) || isOfMailPage(request)

const isTraced = (request: HttpRequest) =>
  request.header(tokenHeader) !== undefined || request.header(actAsHeader) !== undefined

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

/** The header with the token. Forms and links of other pages can't send a header. */
const tokenHeader = 'content-api-token'

/** @throws ApiError ForbiddenError for another host name and for pages of other origins */
export function requireOwnCaller(isOwnHost: IsOwnHost, request: Pick<HttpRequest, 'header'>): void {
  requireOwnHost(isOwnHost, request)
  const host = request.header('host')
  const origin = request.header('origin')
  const site = request.header('sec-fetch-site') ?? 'none'
  const isOwn = origin === undefined || origin === `http://${host}` || origin === `https://${host}`
  if (!isOwn || !['same-origin', 'none'].includes(site)) {
    throw new ApiError('ForbiddenError', `Pages of ${(origin ?? 'other sites').slice(0, 200)} may not use this`)
  }
}

/**
 * Returns a function that compares the token of a request.
 * @throws ApiError UnauthorizedError (the returned function)
 */
function requireToken(token: string): (request: HttpRequest) => void {
  const expected = digest(token)
  return (request) => {
    const sent = request.header(tokenHeader)
    if (sent !== undefined && sameDigest(digest(sent), expected)) return
    const fault = sent === undefined ? 'is missing' : 'holds a wrong token'
    throw new ApiError(
      'UnauthorizedError',
      `The header Content-Api-Token ${fault}. Send the token that was printed at the start`,
    )
  }
}
