import type { Caller } from '../../entries/caller.js'
import type { Handler } from '../../composition/handler.js'
import type { HttpRequest } from '../../message/message.js'
import { stateOf } from '../code/routes/caller-state.js'
import { type BodySource, bodySourceOf } from './request-body.js'
import { ContextRequest } from './context-request.js'
import { type Report, respondIn, setResponse } from './context-response.js'
import type { KoaApp, KoaContext } from './koa-app.js'

/** The Koa contexts of requests that handlers of this server serve, for hooks and resolvers of the project. */
export interface RequestContexts {
  /** Returns the context of the caller's request, which is created on first use; undefined without a request. */
  readonly contextOf: (caller: Caller) => KoaContext | undefined
  /** Keeps the parsed body of a request for its context. */
  readonly noteBody: (request: HttpRequest, body: unknown) => void
  /** Returns a handler that adds the headers and cookies that code has set on the context to later responses. */
  readonly addHeaders: (report: Report) => Handler
}

export function createRequestContexts(koa: KoaApp): RequestContexts {
  const contexts = new WeakMap<object, KoaContext>()
  const bodies = new WeakMap<object, { readonly value: unknown }>()
  const ofRequest = (request: HttpRequest): KoaContext => {
    if (request instanceof ContextRequest) return request.context
    const known = contexts.get(request)
    if (known) return known
    const context = koa.contextOf(request)
    contexts.set(request, context)
    return context
  }
  return {
    contextOf(caller) {
      const request = caller.session?.request as HttpRequest | undefined
      if (!request) return undefined
      const context = ofRequest(request)
      if (!('auth' in context.state)) Object.assign(context.state, stateOf(caller))
      const body = bodies.get(request)
      const source = context.request[bodySourceOf as never] as BodySource
      if (body && source.used === undefined) source.replace(body.value)
      return context
    },
    noteBody(request, value) {
      bodies.set(request, { value })
    },
    addHeaders(report) {
      return async (request, next) => {
        const response = await next(request)
        const context = response && contexts.get(request)
        return context ? respondIn(context, report, async () => setResponse(context, response)) : response
      }
    },
  }
}
