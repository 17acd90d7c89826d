import type { Registry } from '@content-api/model'
import type { JsonText } from '@content-api/engine/plan'
import { actionUid } from '@content-api/capabilities/accounts/actions'
import type { Handler } from '@content-api/core/composition/handler'
import type { EntryReads } from '@content-api/core/entries/read-entries'
import { permit, type PermittedRequest } from '@content-api/core/entries/request'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import { jsonResponse, joined, noteRoute, segmentsBelow } from '@content-api/core/message/message'
import { parseQueryString, type QueryStringLimits } from '@content-api/core/message/query-string'
import type { Action } from '@content-api/core/query/plan-context'
import { createRoutes, patternOf, type Route } from '@content-api/interfaces/rest/routes'
import type { ForwardReason } from './forward-reason.js'
import { LeftToStrapi } from './left-to-strapi.js'

interface RestReadsOptions {
  readonly registry: Registry
  readonly entries: EntryReads
  /** The prefix of all paths, for example `/api`. */
  readonly prefix: string
  readonly limits: QueryStringLimits
  readonly identify: IdentifyRequest
  /** Returns why Strapi has to do an action; null if this server may. */
  readonly ofAction: (action: string) => ForwardReason | null
}

interface Read {
  readonly action: Action
  readonly run: (entries: EntryReads, request: PermittedRequest, id: number) => Promise<JsonText>
}

const list: Read = { action: 'find', run: (entries, request) => entries.find(request) }
const one: Read = { action: 'findOne', run: (entries, request, id) => entries.findOne(request, id) }
const single: Read = { action: 'find', run: (entries, request) => entries.findSingle(request) }

/**
 * Returns the handler of the generated `GET` routes (specification §4.1). It returns null for all other
 * paths. @throws LeftToStrapi, ApiError
 */
export function createRestReads({ registry, entries, prefix, limits, identify, ofAction }: RestReadsOptions): Handler {
  const findRoute = createRoutes(registry)
  return async (request) => {
    const segments = segmentsBelow(prefix, request.path)
    const route = segments && findRoute(segments)
    const read = route && readOf(route)
    if (!read) return null
    const { type, id } = route
    noteRoute(request, joined(prefix, patternOf(route)))
    const reason = ofAction(actionUid(read.action, type))
    if (reason) throw LeftToStrapi.because(reason)
    const caller = await identify(request)
    const query = { text: request.query, parameters: () => parseQueryString(request.query, limits) }
    return jsonResponse(await read.run(entries, permit({ type, query, caller }, read.action), id ?? 0))
  }
}

function readOf({ type, id, endpoint }: Route): Read | null {
  if (!endpoint.GET) return null
  if (type.kind === 'singleType') return single
  return id === null ? list : one
}
