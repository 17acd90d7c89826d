import type { Handler } from '../../composition/handler.js'
import { type Report, respondIn, setResponse } from './context-response.js'
import type { KoaApp } from './koa-app.js'
import { LazyContext } from './lazy-context.js'

/**
 * Returns a handler that gives requests a context for hooks and resolvers of the project. It adds the headers
 * and cookies that such code has set on the context to the response.
 */
export function provideContext(koa: KoaApp, report: Report): Handler {
  return async (request, next) => {
    // Global middlewares have created the context already. They also send the response.
    if (request.projectContext) return next(request)
    const lazy = new LazyContext(() => koa.contextOf(request))
    request.projectContext = lazy
    const response = await next(request)
    const context = response && lazy.created
    return context ? respondIn(context, report, async () => setResponse(context, response)) : response
  }
}
