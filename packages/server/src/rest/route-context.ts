import { once } from 'node:events'
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { Readable } from 'node:stream'
import type { Caller } from '../entries/caller.js'
import { ApiError } from '../errors/api-error.js'
import { type ErrorName, catalog } from '../errors/catalog.js'
import { stateOf } from '../project/caller-state.js'
import type { EntityService } from '../project/entity-service.js'
import type { RouteContext, RoutePolicyContext, RouteRequest } from '../project/project-types.js'
import { callerVary, type HttpRequest, type HttpResponse, jsonType } from '../message/message.js'
import { requestOf } from '../project/account-extension.js'
import { callerOf } from '../project/core-controller.js'
import { headersOf } from '../project/koa-context.js'

export interface RouteCall {
  readonly request: HttpRequest
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly caller: Caller
  readonly entriesOf: (caller: Caller) => EntityService
}

/** The context of a project's route (Koa's `ctx`) and the response that the route built with it. */
export interface CreatedContext {
  readonly context: RouteContext
  forPolicies(): RoutePolicyContext
  /** @throws Error for a response that can't be sent */
  response(): Promise<HttpResponse>
  /** Closes the stream in `body` if the response isn't sent. */
  discard(): void
}

export function createRouteContext({ request, params, query, body, caller, entriesOf }: RouteCall): CreatedContext {
  const { method, path, address } = request
  const header = (name: string) => request.header(name.toLowerCase())
  const headers: Record<string, string> = {}
  const built: { status?: number; body?: unknown } = {}
  let entries: EntityService | undefined
  const fail = (status: number, message?: string, details: Record<string, unknown> = {}): never => {
    throw new ApiError(nameOf(status), message, { details })
  }
  const allHeaders = headersOf(request)
  let currentQuery = query
  const common = {
    method,
    path,
    url: request.query === '' ? path : `${path}?${request.query}`,
    ip: address,
    headers: allHeaders,
    header: allHeaders,
    get: header,
    get query() {
      return currentQuery
    },
    set query(changed) {
      currentQuery = changed
    },
  }
  const respond = (status: number, value?: unknown) => {
    built.status = status
    built.body = value
  }
  const context: RouteContext & { readonly [callerOf]: Caller; readonly [requestOf]: HttpRequest } = {
    ...common,
    [callerOf]: caller,
    [requestOf]: request,
    get query() {
      return currentQuery
    },
    set query(changed) {
      currentQuery = changed
    },
    params,
    request: Object.defineProperties({ body, address } as RouteRequest, Object.getOwnPropertyDescriptors(common)),
    get isAnswered() {
      return built.status !== undefined || built.body !== undefined
    },
    get type() {
      return headers[contentType] ?? ''
    },
    set type(value) {
      context.set(contentType, mediaTypes[value] ?? value)
    },
    redirect(url) {
      context.set('Location', url)
      respond(built.status ?? 302)
    },
    created: (value) => respond(201, value),
    noContent: () => respond(204),
    state: stateOf(caller),
    get entries() {
      return (entries ??= entriesOf(caller))
    },
    get status() {
      return built.status ?? 200
    },
    set status(status) {
      if (!Number.isInteger(status) || status < 200 || status > 599)
        throw new TypeError(`${status} is not a valid status`)
      built.status = status
    },
    get body() {
      return built.body
    },
    set body(value) {
      built.body = value
    },
    set(name, value) {
      validateHeaderName(name)
      validateHeaderValue(name, value)
      headers[spellingOf(name)] = value
    },
    send(value, status) {
      built.body = value
      if (status !== undefined) context.status = status
    },
    throw: fail,
    badRequest: (...more) => fail(400, ...more),
    unauthorized: (...more) => fail(401, ...more),
    forbidden: (...more) => fail(403, ...more),
    notFound: (...more) => fail(404, ...more),
  }
  return {
    context,
    forPolicies: () => {
      const type = 'koa'
      const policyProperties = { type: { value: type }, is: { value: (name: string) => name === type } }
      return Object.create(context, policyProperties) as RoutePolicyContext
    },
    response: async () => {
      await opened(built.body)
      return responseOf(built, headers)
    },
    discard: () => close(built.body),
  }
}

const contentType = 'Content-Type'

/** Returns a header name in the server's spelling, so that a route's header replaces the server's own. */
const spellingOf = (name: string) =>
  name.toLowerCase() === 'etag' ? 'ETag' : name.toLowerCase().replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** The short names that Koa's `ctx.type` accepts for media types. */
const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  json: jsonType,
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

/** Returns the name of an error in the catalog with this status. Several errors have the status 400 or 403. */
function nameOf(status: number): ErrorName {
  const preferred: Readonly<Record<number, ErrorName>> = { 400: 'BadRequestError', 403: 'ForbiddenError' }
  const found =
    preferred[status] ?? (Object.keys(catalog) as ErrorName[]).find((name) => catalog[name].status === status)
  if (!found) throw new TypeError(`There is no error with the status ${status}`)
  return found
}

/**
 * Waits until the file of a file stream is open, because the status is sent before the bytes. Other streams
 * aren't awaited.
 * @throws ApiError NotFoundError if the file doesn't exist, as in Koa
 */
async function opened(body: unknown): Promise<void> {
  if (!(body instanceof Readable)) return
  // Without a listener, an error would end the process. `responseOf` finds it in `body.errored`.
  body.on('error', () => {})
  if (!('pending' in body) || body.pending !== true || body.destroyed) return
  try {
    await once(body, 'ready')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ApiError('NotFoundError')
    throw error
  }
}

function close(body: unknown): void {
  if (body instanceof Readable) body.destroy()
}

/** Statuses whose responses have no body (RFC 9110, sections 6.4.1 and 15.3.6). */
const bodiless: ReadonlySet<number | undefined> = new Set([204, 205, 304])

/** Returns the `Content-Type` that Koa 2 sends for a body by default; null for JSON. */
function plainType(body: unknown): string | null {
  if (typeof body === 'string') return (/^\s*</.test(body) ? mediaTypes['html'] : mediaTypes['text']) as string
  return body instanceof Uint8Array || body instanceof Readable ? 'application/octet-stream' : null
}

function responseOf(
  { status, body }: { readonly status?: number; readonly body?: unknown },
  set: Readonly<Record<string, string>>,
): HttpResponse {
  const { Vary: vary } = set
  // The response may depend on the caller, so `Vary` also has the headers that identify the caller.
  const headers = vary === undefined ? set : { ...set, Vary: `${callerVary}, ${vary}` }
  if (body === undefined || body === null || bodiless.has(status)) {
    close(body)
    return { status: status ?? 204, headers, body: null }
  }
  const type = plainType(body)
  if (type !== null) {
    if (body instanceof Readable && body.errored) throw body.errored
    const plain = body as string | Uint8Array | Readable
    return { status: status ?? 200, headers: { [contentType]: type, ...headers }, body: plain }
  }
  const text = JSON.stringify(body) as string | undefined
  if (text === undefined) throw new TypeError('the body of the response can not be represented as JSON')
  return { status: status ?? 200, headers: { ...headers, [contentType]: jsonType }, body: text }
}
