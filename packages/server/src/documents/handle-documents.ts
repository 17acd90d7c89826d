import { checkReachable } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import { isProviderForm } from '@content-api/capabilities/accounts/routes/provider-routes'
import type { ActionRoutes } from '@content-api/core/composition/action-routes'
import type { Capability } from '@content-api/core/composition/capability'
import type { Handler } from '@content-api/core/composition/handler'
import type { HttpRequest, HttpResponse } from '@content-api/core/message/message'
import { compose } from '@content-api/core/transport/compose'
import { catchErrors, respondToErrors } from '@content-api/core/transport/error-response'
import { createHealth } from '@content-api/core/transport/health'
import { actionsAt, createActionHandler } from '@content-api/interfaces/rest/action-endpoints'
import { methodsAt } from '@content-api/interfaces/rest/routes'
import type { KoaParts } from '@content-api/strapi-project/koa/open-koa'
import type { Report } from '@content-api/strapi-project/koa/context-response'
import { createDocumentHandlers } from '@content-api/strapi-documents/service/install-documents'
import { LeftToStrapi } from '@content-api/strapi-reads/left-to-strapi'
import { shownReason } from '@content-api/strapi-reads/verdicts/shown-reason'
import { allowOrigins, rejectCrossOriginWrites } from '../http/cors.js'
import { iconPath } from '../http/public-files.js'
import type { OpenDocumentService } from './open-document-service.js'

/** What the handlers need besides the service. */
interface ServedWith {
  /** Null if the project has no code that requests meet. */
  readonly koa: KoaParts | null
  readonly isStopping: () => boolean
  /** Resolves when the modules are loaded that the service loads after its start. */
  readonly loadModules: () => Promise<void>
}

/** Returns the function that serves all requests. Its list is the path of a request. */
export function handleDocuments(
  service: OpenDocumentService,
  served: ServedWith,
): (request: HttpRequest) => Promise<HttpResponse> {
  const { config, log, capabilities } = service
  const { koa } = served
  return compose([
    // Around CORS if a function of the project returns the origins, because it may fail.
    koa?.originsOf ? catchErrors(log) : null,
    // Around all responses that pages of other origins may read, including errors.
    allowOrigins(config.cors, { accepted: ['Strapi-Response-Format'], originsOf: koa?.originsOf ?? null }),
    respondToErrors(log),
    rejectDoubleSlash,
    createHealth({ ...served, reachDatabase: () => checkReachable(service.database) }),
    rejectCrossOriginWrites(config.cors, koa?.originsOf, ({ path }) => isProviderForm(config.api.rest.prefix, path)),
    // Middlewares of the project run around all handlers that respond with content.
    koa && globalMiddlewares(service, koa),
    ...capabilities.flatMap(({ handlers = [] }) => handlers),
    ...contentHandlers(service, koa),
  ])
}

const reportTo =
  ({ log }: OpenDocumentService): Report =>
  ({ id, method, path }, error) =>
    log({ requestId: id, method, path, error })

function globalMiddlewares(service: OpenDocumentService, { app, createGlobalHandler }: KoaParts): Handler | null {
  const { code, config } = service
  if (!createGlobalHandler) return null
  return createGlobalHandler({
    koa: app,
    middlewares: code.middlewares,
    strapi: code.strapi,
    graphqlEndpoint: config.graphql.config.endpoint,
    hasPublicFiles: config.http.publicDirectory !== null,
    iconPath,
    uploads: service.uploads,
    report: reportTo(service),
  })
}

/** The routes of the project, those of capabilities, and those of documents. */
function contentHandlers(service: OpenDocumentService, koa: KoaParts | null): readonly (Handler | null)[] {
  const { registry, config, project, code, identify, capabilities } = service
  const { limits } = config
  const { prefix } = config.api.rest
  const actions = actionsOfAll(capabilities)
  const removed = code.removedActions
  return [
    // Before the generated routes, because a project may replace them.
    koa?.createProjectHandler?.({
      koa: koa.app,
      routes: code.orderedRoutes,
      prefix,
      limits,
      strict: config.api.rest.strictParams,
      identify,
      hasGlobals: koa.createGlobalHandler !== null,
      milliseconds: limits.handlerMilliseconds,
      uploads: service.uploads,
      registry,
      allowedElsewhere: methodsAt(registry, removed),
      actionsAt: actionsAt(actions),
      report: reportTo(service),
    }) ?? null,
    // Around the handlers whose hooks may set headers on the context of a request.
    koa && koa.provideContext(koa.app, reportTo(service)),
    explainRejections,
    ...(service.graphql.handlers ?? []),
    // Before the content types, whose handlers respond with 404 to `/api/auth` and `/api/upload`.
    createActionHandler(actions, { prefix, limits, identify }),
    ...createDocumentHandlers(service, identify, { ...project, removedActions: removed }),
  ]
}

const actionsOfAll = (capabilities: readonly Capability[]): ActionRoutes =>
  Object.assign({}, ...capabilities.map(({ actions }) => actions)) as ActionRoutes

/** Rejects paths that could be read as URLs of another host. @throws ApiError */
const rejectDoubleSlash: Handler = ({ path }) => {
  if (path.startsWith('//')) throw new ApiError('BadRequestError', 'Malicious Path')
  return null
}

/** Turns what only Strapi would do into errors that say so. */
const explainRejections: Handler = async (request, next) => {
  try {
    return await next(request)
  } catch (error) {
    // As in Strapi 5, the error of a body that isn't JSON has no details.
    if (error instanceof ApiError && error.name === 'SyntaxError') {
      throw new ApiError('SyntaxError', error.message, { isBare: true })
    }
    if (!(error instanceof LeftToStrapi)) throw error
    if (error.kind === 'construct') throw new ApiError('ValidationError', error.message)
    // The project has no such route, so Strapi doesn't either.
    if (error.kind === 'route') throw new ApiError('NotFoundError')
    throw new ApiError(
      'NotImplementedError',
      `${shownReason(error.reason)} This can't be answered for Strapi 5 projects yet`,
    )
  }
}
