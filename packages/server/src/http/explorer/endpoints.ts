import { ApiError } from '@content-api/engine/errors'
import { createSession } from '@content-api/engine/database'
import type { ActAs } from '../../auth/act-as.js'
import { invalidParameter } from '../../errors/invalid-parameter.js'
import { type HttpRequest, type HttpResponse, jsonResponse } from '../../message/message.js'
import { type MessageLimits } from '../../message/body.js'
import { parseQueryString } from '../../message/query-string.js'
import { explorerModel, type ModelParts, visibleSchemas } from './model.js'
import { explainRequest } from './statements.js'
import { actAsHeader, type TracedRequests } from './traced-requests.js'

export interface ExplorerParts extends ModelParts {
  readonly actAs: ActAs
  readonly traced: TracedRequests
  readonly limits: MessageLimits
}

type Endpoint = (request: HttpRequest) => Promise<unknown>

/**
 * Returns the endpoints of the page at `/`, by path. They only accept GET. `serveDevelopers` checks that a
 * developer sent the request.
 */
export function explorerEndpoints(parts: ExplorerParts): ReadonlyMap<string, Endpoint> {
  const { actAs } = parts
  const read = (respond: Endpoint): Endpoint => {
    return async (request) => {
      if (request.method === 'GET') return respond(request)
      const message = `${request.method} is not allowed here. Allowed: GET`
      throw new ApiError('MethodNotAllowedError', message, { headers: { Allow: 'GET' } })
    }
  }
  const findCaller = async (name: string) => {
    const session = createSession({ client: () => undefined, signal: () => undefined })
    const identity = await actAs.find(name)
    const caller = await actAs.run(name, async () => actAs.current(session))
    if (!caller) throw new Error(`The identity ${name} has no caller.`)
    return { identity, caller }
  }
  return new Map<string, Endpoint>([
    [
      '/content-api/explorer/model',
      read(async (request) => {
        parametersOf(request, parts.limits, [])
        const { identity, caller } = await findCaller(request.header(actAsHeader) ?? 'everything')
        return explorerModel(parts, caller, identity)
      }),
    ],
    [
      '/content-api/explorer/identities',
      read((request) => {
        parametersOf(request, parts.limits, [])
        return actAs.list()
      }),
    ],
    [
      '/content-api/explorer/statements',
      read(async (request) => {
        const { trace, analyze } = parametersOf(request, parts.limits, ['trace', 'analyze'])
        if (trace === undefined)
          throw new ApiError('ValidationError', 'Add ?trace=, with the Content-Api-Trace of a response')
        if (analyze !== undefined && analyze !== 'true' && analyze !== 'false') {
          throw new ApiError('ValidationError', 'analyze must be true or false')
        }
        const name = request.header(actAsHeader) ?? null
        const found = parts.traced.find(trace, name)
        if (!found)
          throw new ApiError(
            'NotFoundError',
            'The statements of this request are no longer stored, or another identity sent it',
          )
        const { caller } = await findCaller(name ?? 'public')
        return explainRequest(trace, found, {
          database: parts.database,
          visible: name === 'everything' ? null : visibleSchemas(parts, caller, false),
          analyze: analyze === 'true',
        })
      }),
    ],
  ])
}

/** @throws ApiError ValidationError for a parameter that isn't in `known`, or whose value isn't a string */
function parametersOf(
  { query }: HttpRequest,
  limits: MessageLimits,
  known: readonly string[],
): Readonly<Record<string, string | undefined>> {
  const parameters: Record<string, string> = {}
  for (const [name, value] of Object.entries(parseQueryString(query, limits))) {
    if (!known.includes(name)) throw invalidParameter(name, known)
    if (typeof value !== 'string') throw new ApiError('ValidationError', `${name} must be one value`)
    parameters[name] = value
  }
  return parameters
}

export async function noStoreJson(value: Promise<unknown>): Promise<HttpResponse> {
  const { status, headers, body } = jsonResponse(JSON.stringify(await value))
  return { status, headers: { ...headers, 'Cache-Control': 'no-store' }, body }
}
