import type { Registry } from '@content-api/model'
import type { Caller } from '@content-api/core/entries/caller'
import type { Entries } from '@content-api/core/entries/entries'
import { versionHeader } from '@content-api/core/entries/if-match'
import { permit } from '@content-api/core/entries/request'
import { ApiError } from '@content-api/engine/errors'
import { type JsonText, splitVersion } from '@content-api/engine/plan'
import type { Uploads } from '@content-api/capabilities/uploads/uploads'
import { type MessageLimits, parseBody } from '@content-api/core/message/body'
import type { Call, EndpointOperation } from './endpoints.js'
import type { Handler } from '@content-api/core/composition/handler'
import {
  type HttpRequest,
  type HttpResponse,
  jsonResponse,
  noteRoute,
  joined,
  segmentsBelow,
} from '@content-api/core/message/message'
import { methodNotAllowed, operationOf, optionsResponse } from './action-endpoints.js'
import { parseQueryString } from '@content-api/core/message/query-string'
import { type RemovedActions, type Route, allowedMethods, createRoutes, patternOf } from './routes.js'
import { entryFormGate, writeEntryForm } from './entry-form.js'
import { isMultipart, withMultipart } from '@content-api/capabilities/uploads/routes/multipart-request'

export interface RestOptions {
  readonly registry: Registry
  readonly entries: Entries
  /** The prefix of all paths, for example `/api`. */
  readonly prefix: string
  readonly limits: MessageLimits
  /** Whether unknown parts of a form are errors. Otherwise they are ignored. */
  readonly strict: boolean
  readonly uploads: Uploads
  /** The actions whose generated routes the project removes. */
  readonly removed: RemovedActions
  /** Returns the caller of a request. @throws ApiError for invalid credentials */
  identify(request: HttpRequest): Promise<Caller>
}

/**
 * Returns the handler of the REST interface (specification §4.1). It returns null for a path that doesn't
 * begin with the prefix.
 */
export function createRestHandler(options: RestOptions): (request: HttpRequest) => ReturnType<Handler> {
  const findRoute = createRoutes(options.registry, options.removed)
  return (request) => {
    const segments = segmentsBelow(options.prefix, request.path)
    if (segments === null) return null
    const route = findRoute(segments)
    if (!route) throw new ApiError('NotFoundError')
    if (request.observation) noteRoute(request, joined(options.prefix, patternOf(route)))
    if (request.method === 'OPTIONS') return optionsResponse(allowedMethods(route.endpoint))
    const operation = operationOf(route.endpoint, request.method)
    if (!operation) throw methodNotAllowed(request.method, allowedMethods(route.endpoint))
    return respond(options, request, route, operation)
  }
}

async function respond(options: RestOptions, request: HttpRequest, route: Route, operation: EndpointOperation) {
  const { entries, limits } = options
  const { type, id } = route
  const contentType = request.header('content-type')
  const isForm = operation.acceptsForm === true && isMultipart(request)
  // The body is parsed before the caller is identified: as in Strapi, an invalid body is reported before a
  // missing permission.
  const body = operation.hasBody && !isForm ? parseBody(await request.body(), contentType, limits) : undefined
  const caller = await options.identify(request)
  const query = { text: request.query, parameters: () => parseQueryString(request.query, limits) }
  const { versioned, matches } = operation
  const ifMatch = matches ? request.header('if-match') : undefined
  const asked = { type, query, caller, ...(versioned && { versioned }), ...(ifMatch !== undefined && { ifMatch }) }
  // Before the content of the body is checked, and before the files of a form are received.
  const call: Call = { entries, request: permit(asked, operation.action), id: id ?? 0, body, contentType }
  if (!isForm) {
    const text = await operation.run(call)
    return versioned ? versionedResponse(text) : jsonResponse(text)
  }
  const write = (body: unknown) => operation.run({ ...call, body })
  return versionedResponse(
    await withMultipart(request, options.uploads, entryFormGate(type, caller, options), (form) =>
      writeEntryForm(form, type, caller, options, write),
    ),
  )
}

/** Returns the response with the header `Entry-Version` if the text has a version. */
function versionedResponse(read: JsonText): HttpResponse {
  const { text, version } = splitVersion(read)
  const response = jsonResponse(text)
  return version === null ? response : { ...response, headers: { ...response.headers, [versionHeader]: version } }
}
