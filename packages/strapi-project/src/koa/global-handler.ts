import type { Handler } from '@content-api/core/composition/handler'
import type { HttpRequest } from '@content-api/core/message/message'
import { isMultipart } from '@content-api/capabilities/uploads/routes/multipart-request'
import type { Uploads } from '@content-api/capabilities/uploads/uploads'
import { runAs } from '../code/host/current-host.js'
import type { GlobalMiddleware } from '../code/routes/global-middlewares.js'
import { ContextRequest, LazyContext } from './context-request.js'
import { type Report, respondIn, setError, setResponse } from './context-response.js'
import { type KoaApp, type KoaContext, isAnswered } from './koa-app.js'
import { withFiles } from './multipart-files.js'
import { inOrder, runOtherwise } from './project-handler.js'
import { bodyOf } from './request-body.js'

export interface GlobalHandlerOptions {
  readonly koa: KoaApp
  readonly middlewares: readonly GlobalMiddleware[]
  /** The object `strapi` of the project. */
  readonly strapi: object
  /** The endpoint of GraphQL, whose bodies middlewares don't see, as in Strapi 4.26. Null without GraphQL. */
  readonly graphqlEndpoint: string | null
  /** Whether the service has files at `/`, whose route is that of unknown paths, too. */
  readonly hasPublicFiles: boolean
  /** The path of the icon, which has no route. */
  readonly iconPath: string
  readonly uploads: Uploads
  readonly report: Report
}

type Step = (context: KoaContext, next: () => Promise<void>) => unknown

/** Returns a handler that runs the middlewares of `config/middlewares` around all later handlers. */
export function createGlobalHandler(options: GlobalHandlerOptions): Handler {
  const { koa, middlewares, strapi, hasPublicFiles, iconPath, graphqlEndpoint, report } = options
  const steps = middlewares.flatMap(({ name, run }): Step[] => {
    if (run) return [(context, next) => runAs(strapi, () => run(context, next))]
    const own = placed[name]?.(options)
    return own ? [own] : []
  })
  return (request, next) => {
    const context = koa.contextOf(request)
    const last = () => {
      const inner = new ContextRequest(context, request)
      // Other handlers replace it by their own routes. Operations of GraphQL have none in Strapi 4.26 either.
      if (inner.path === graphqlEndpoint) context.state['route'] = { info: { type: 'content-api' } }
      else if (inner.path.toLowerCase() !== iconPath) setFileRoute(context, inner, hasPublicFiles)
      return runOtherwise(context, () => next(inner))
    }
    return respondIn(context, report, async () => void (await inOrder(steps, context, last)))
  }
}

/** The work of this server at the places of Strapi's middlewares. */
const placed: Readonly<Record<string, (options: GlobalHandlerOptions) => Step | null>> = {
  'strapi::body': ({ graphqlEndpoint, middlewares, uploads }) => {
    const place = middlewares.findIndex(({ name }) => name === 'strapi::body')
    const needsForms = middlewares.slice(place).some(({ name }) => !name.startsWith('strapi::'))
    return async (context, next) => {
      const source = bodyOf(context)
      if (context.path === graphqlEndpoint) return next()
      const { request } = source
      const isForm = request.method !== 'GET' && request.method !== 'HEAD' && isMultipart(request)
      // Otherwise the route receives the form, after the check of its permission.
      if (isForm && needsForms) return withFiles(context, request, uploads, () => next())
      if (!isForm) await source.read()
      return next()
    }
  },
  // Errors are responses for the middlewares before this place.
  'strapi::errors':
    ({ report }) =>
    async (context, next) => {
      try {
        await next()
        if (!isAnswered(context) && context['respond'] !== false) context.notFound()
      } catch (error) {
        setError(context, error, report)
      }
    },
  'strapi::session': ({ koa }) => koa.session,
}

const passOn = (_context: unknown, next: () => Promise<void>) => next()

const info = { type: 'api' }
const config = { auth: false }

/** The routes that Strapi 4.26 adds for files, in the order in which they match. */
const fileRoutes = [
  { pattern: /^\/uploads\/(.*)$/, path: '/uploads/(.*)', handler: [passOn, passOn], isPublic: false },
  { pattern: /^\/$/, path: '/', handler: passOn, isPublic: true },
  // Also the route of requests that no other route serves.
  { pattern: /^\/((?!uploads\/).+)$/, path: '/((?!uploads/).+)', handler: passOn, isPublic: true },
]

/** Sets what code reads about the route of a GET or HEAD request that no other route serves, as in Strapi 4.26. */
export function setFileRoute(context: KoaContext, { method, path }: HttpRequest, hasPublicFiles: boolean): void {
  if (method !== 'GET' && method !== 'HEAD') return
  for (const { pattern, path: routePath, handler, isPublic } of fileRoutes) {
    const found = isPublic && !hasPublicFiles ? null : pattern.exec(path)
    if (!found) continue
    context.state['route'] = { method: 'GET', path: routePath, handler, config: { ...config }, info: { ...info } }
    const params = found[1] === undefined ? {} : { 0: found[1] }
    Object.assign(context, { params })
    context.request['params'] = params
    return
  }
}

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
