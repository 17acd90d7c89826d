import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { Caller } from '../entries/caller.js'
import { ApiError } from '../errors/api-error.js'
import { type ErrorName, catalog } from '../errors/catalog.js'
import { stateOf } from '../project/caller-state.js'
import type { EntityService } from '../project/entity-service.js'
import type { RouteContext, RoutePolicyContext } from '../project/project-types.js'
import { type HttpRequest, type HttpResponse, jsonType } from '../message/message.js'

export interface RouteCall {
  readonly request: HttpRequest
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly caller: Caller
  readonly entriesOf: (caller: Caller) => EntityService
}

/** What a route of a project is given, and the answer that came of it. */
export interface CreatedContext {
  readonly given: RouteContext
  forPolicies(): RoutePolicyContext
  /** @throws Error for an answer that can't be sent */
  response(): HttpResponse
}

export function createRouteContext({ request, params, query, body, caller, entriesOf }: RouteCall): CreatedContext {
  const { method, path, address } = request
  const header = (name: string) => request.header(name.toLowerCase())
  const headers: Record<string, string> = {}
  const answer: { status?: number; body?: unknown } = {}
  let entries: EntityService | undefined
  const fail = (status: number, message?: string, details: Record<string, unknown> = {}): never => {
    throw new ApiError(nameOf(status), message, { details })
  }
  const given: RouteContext = {
    method,
    path,
    params,
    query,
    request: { method, path, query, body, address, get: header },
    state: stateOf(caller),
    get entries() {
      return (entries ??= entriesOf(caller))
    },
    get status() {
      return answer.status ?? 200
    },
    set status(status) {
      if (!Number.isInteger(status) || status < 200 || status > 599) throw new TypeError(`${status} is no status`)
      answer.status = status
    },
    get body() {
      return answer.body
    },
    set body(value) {
      answer.body = value
    },
    set(name, value) {
      validateHeaderName(name)
      validateHeaderValue(name, value)
      headers[isContentType(name) ? contentType : name] = value
    },
    get: header,
    send(value, status) {
      answer.body = value
      if (status !== undefined) given.status = status
    },
    throw: fail,
    badRequest: (...more) => fail(400, ...more),
    unauthorized: (...more) => fail(401, ...more),
    forbidden: (...more) => fail(403, ...more),
    notFound: (...more) => fail(404, ...more),
  }
  return {
    given,
    forPolicies: () => {
      const type = 'koa'
      return Object.assign(Object.create(given) as RoutePolicyContext, { type, is: (name: string) => name === type })
    },
    response: () => responseOf(answer, headers),
  }
}

const contentType = 'Content-Type'
const isContentType = (name: string) => name.toLowerCase() === contentType.toLowerCase()

/** The first error of the catalogue with this status. */
function nameOf(status: number): ErrorName {
  const preferred: Readonly<Record<number, ErrorName>> = { 400: 'BadRequestError', 403: 'ForbiddenError' }
  const found =
    preferred[status] ?? (Object.keys(catalog) as ErrorName[]).find((name) => catalog[name].status === status)
  if (!found) throw new TypeError(`There is no error with the status ${status}`)
  return found
}

function responseOf(
  { status, body }: { readonly status?: number; readonly body?: unknown },
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  if (body === undefined) return { status: status ?? 204, headers, body: null }
  // A text of another type than JSON is sent as it is.
  if (typeof body === 'string' && headers[contentType] !== undefined) return { status: status ?? 200, headers, body }
  const text = JSON.stringify(body) as string | undefined
  if (text === undefined) throw new TypeError('the answer is nothing that JSON could hold')
  return { status: status ?? 200, headers: { ...headers, [contentType]: jsonType }, body: text }
}
