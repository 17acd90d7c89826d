import { checkReachable } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import { isProviderForm } from '@content-api/capabilities/accounts/routes/provider-routes'
import type { ActionRoutes } from '@content-api/core/composition/action-routes'
import type { Capability } from '@content-api/core/composition/capability'
import type { Handler } from '@content-api/core/composition/handler'
import type { Config } from '@content-api/core/config/schema'
import { type HttpRequest, type HttpResponse, segmentsBelow } from '@content-api/core/message/message'
import { compose } from '@content-api/core/transport/compose'
import { respondToErrors } from '@content-api/core/transport/error-response'
import { createHealth } from '@content-api/core/transport/health'
import { createActionHandler } from '@content-api/interfaces/rest/action-endpoints'
import { createDocumentHandlers } from '@content-api/strapi-documents/service/install-documents'
import type { ForwardReason } from '@content-api/strapi-reads/forward-reason'
import { LeftToStrapi } from '@content-api/strapi-reads/left-to-strapi'
import { shownReason } from '@content-api/strapi-reads/verdicts/shown-reason'
import { allowOrigins, rejectCrossOriginWrites } from '../http/cors.js'
import type { OpenDocumentService } from './open-document-service.js'

/** What the handlers need besides the service. */
interface ServedWith {
  readonly isStopping: () => boolean
  /** Resolves when the modules are loaded that the service loads after its start. */
  readonly loadModules: () => Promise<void>
}

/** Returns the function that serves all requests. Its list is the path of a request. */
export function handleDocuments(
  service: OpenDocumentService,
  served: ServedWith,
): (request: HttpRequest) => Promise<HttpResponse> {
  const { config, project, log, capabilities } = service
  const { rejection, verdicts } = project
  return compose([
    // Around all responses that pages of other origins may read, including errors.
    allowOrigins(config.cors, { accepted: ['Strapi-Response-Format'] }),
    respondToErrors(log),
    rejectDoubleSlash,
    createHealth({ ...served, reachDatabase: () => checkReachable(service.database) }),
    rejectCrossOriginWrites(config.cors, undefined, ({ path }) => isProviderForm(config.api.rest.prefix, path)),
    (request) => rejectFor(rejection ?? verdicts.ofPath(request.method, request.path)),
    explainRejections,
    ...capabilities.flatMap(({ handlers = [] }) => handlers),
    ...contentHandlers(service),
    serveUnknown(config),
  ])
}

/** The routes of capabilities, and those of documents. */
function contentHandlers(service: OpenDocumentService): readonly Handler[] {
  const { config, project, identify, capabilities } = service
  const { limits } = config
  const { prefix } = config.api.rest
  return [
    // Before the content types, whose handlers respond with 404 to `/api/auth` and `/api/upload`.
    createActionHandler(actionsOfAll(capabilities), { prefix, limits, identify }),
    ...createDocumentHandlers(service, identify, project),
  ]
}

const actionsOfAll = (capabilities: readonly Capability[]): ActionRoutes =>
  Object.assign({}, ...capabilities.map(({ actions }) => actions)) as ActionRoutes

/** Rejects paths that could be read as URLs of another host. @throws ApiError */
const rejectDoubleSlash: Handler = ({ path }) => {
  if (path.startsWith('//')) throw new ApiError('BadRequestError', 'Malicious Path')
  return null
}

function rejectFor(reason: ForwardReason | null): null {
  if (reason) throw rejected(reason)
  return null
}

/** Returns the error for what code of the project decides. */
function rejected(reason: ForwardReason): ApiError {
  // The project has no such route, so Strapi doesn't either.
  if (reason.kind === 'route') return new ApiError('NotFoundError')
  const advice =
    reason.kind === 'code'
      ? " The code of Strapi 5 projects doesn't run here. If it doesn't change this response, name it in beside.trust of content-api.config"
      : " This can't be answered for Strapi 5 projects yet"
  return new ApiError('NotImplementedError', `${shownReason(reason)}${advice}`)
}

/** Turns what only Strapi would do into errors that say so. */
const explainRejections: Handler = async (request, next) => {
  try {
    return await next(request)
  } catch (error) {
    if (!(error instanceof LeftToStrapi)) throw error
    if (error.kind === 'construct') throw new ApiError('ValidationError', error.message)
    throw rejected(error.reason)
  }
}

/** Responds to what Strapi has and this server doesn't serve yet, so that nobody looks for a mistake. */
function serveUnknown({ graphql, api }: Config): Handler {
  const missing = new Set(['auth', 'connect', 'upload', 'users', 'users-permissions', 'i18n'])
  return ({ path }) => {
    const [first = ''] = segmentsBelow(api.rest.prefix, path) ?? []
    if (!missing.has(first) && segmentsBelow(graphql.config.endpoint, path) === null) return null
    const message = `${path.slice(0, 100)} isn't served for Strapi 5 projects yet`
    throw new ApiError('NotImplementedError', message)
  }
}
