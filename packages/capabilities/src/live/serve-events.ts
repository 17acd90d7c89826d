import type { Registry } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { Handler } from '@content-api/core/composition/handler'
import type { Caller } from '@content-api/core/entries/caller'
import { type HttpRequest, noteRoute } from '@content-api/core/message/message'
import type { MessageLimits } from '@content-api/core/message/body'
import { parseQueryString } from '@content-api/core/message/query-string'
import { checkParameters, hearableTypes, type IsPlainRead, wantedTypes, wantsDrafts } from './event-types.js'
import type { LiveEvents } from './live-events.js'

/** The path of events. It isn't below the prefix of REST, where a content type may have the name `events`. */
export const eventsPath = '/content-api/events'

interface ServeEventsOptions {
  readonly live: LiveEvents
  readonly registry: Registry
  readonly limits: MessageLimits
  readonly isPlainRead: IsPlainRead
  /** Returns the caller of a request. @throws ApiError for invalid credentials */
  readonly identify: (request: HttpRequest) => Promise<Caller>
  /** Returns the cookie that `identify` may use; undefined without one. */
  readonly cookieOf: (request: HttpRequest) => string | undefined
}

/** Serves events of writes as Server-Sent Events. @throws ApiError */
export function serveEvents({ live, registry, limits, isPlainRead, identify, cookieOf }: ServeEventsOptions): Handler {
  const hearable = hearableTypes(registry.contentTypes.values(), isPlainRead)
  return async (request) => {
    if (request.path !== eventsPath) return null
    noteRoute(request, eventsPath)
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD') {
      throw new ApiError('MethodNotAllowedError', `${method} is not allowed here. Allowed: HEAD, GET`, {
        headers: { Allow: 'HEAD, GET' },
      })
    }
    const query = parseQueryString(request.query, limits)
    checkParameters(query)
    const drafts = wantsDrafts(query['publicationState'])
    const caller = await identify(request)
    const wanted = new Set(wantedTypes(hearable(caller), query['types']))
    const isAll = query['types'] === undefined
    const headers = {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx would collect events before it sends them.
      'X-Accel-Buffering': 'no',
    }
    if (method === 'HEAD') return { status: 200, headers, body: null }
    const credentials = request.header('authorization') ?? ''
    const id = request.header('last-event-id')
    const body = await live.open({
      key: keyOf(caller, credentials),
      credentials: `${credentials}\n${cookieOf(request) ?? ''}`,
      identify: () => identify(request),
      caller,
      after: id === undefined || id === '' ? null : live.positionOf(id),
      filterFor(current) {
        const types = hearable(current).filter((type) => isAll || wanted.has(type))
        return types.length === 0 ? null : { types: types.map(({ uid }) => uid), drafts }
      },
    })
    return { status: 200, headers, body }
  }
}

function keyOf({ kind, userId, session }: Caller, credentials: string): string {
  if (userId !== null) return `user ${userId}`
  return kind === 'token' ? credentials : `client ${session?.client ?? ''}`
}
