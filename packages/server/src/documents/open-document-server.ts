import { checkReachable } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import { Closers } from '@content-api/core/composition/closers'
import type { Handler } from '@content-api/core/composition/handler'
import type { Config } from '@content-api/core/config/schema'
import { type Logger, logOptions, openLogger } from '@content-api/core/log/logger'
import { type HttpRequest, type HttpResponse, segmentsBelow } from '@content-api/core/message/message'
import { compose } from '@content-api/core/transport/compose'
import { respondToErrors } from '@content-api/core/transport/error-response'
import { createFetch } from '@content-api/core/transport/fetch'
import { createHealth } from '@content-api/core/transport/health'
import { type Listening, Serving } from '@content-api/core/transport/listen'
import { logFailures } from '@content-api/core/transport/log-failures'
import { createListener } from '@content-api/core/transport/node-listener'
import { type DocumentProject, openDocumentProject } from '@content-api/strapi-documents/service/open-project'
import type { ForwardReason } from '@content-api/strapi-reads/forward-reason'
import { shownReason } from '@content-api/strapi-reads/verdicts/shown-reason'
import { LeftToStrapi } from '@content-api/strapi-reads/left-to-strapi'
import { allowOrigins, rejectCrossOriginWrites } from '../http/cors.js'

export interface DocumentServerOptions {
  /** The folder of a Strapi 5 project. */
  readonly project: string
  /** A configuration that takes precedence over the files of the project. */
  readonly overrides: unknown
  /** Logs each request. */
  readonly logRequests?: boolean
}

/** A server of a Strapi 5 project. */
export interface DocumentServer {
  readonly project: DocumentProject
  readonly config: Config
  readonly logger: Logger
  /** Handles a request without a socket. */
  fetch(request: Request): Promise<Response>
  /** Starts to listen. @throws Error when the address can't be used */
  listen(at: { readonly host: string; readonly port: number }): Promise<Listening>
  /** Finishes the open requests. `drain`: after `http.drain` seconds, in which `/readyz` fails. */
  close(options?: { readonly drain: boolean }): Promise<void>
}

/**
 * Opens a server for the content of a Strapi 5 project, which lies in Strapi's own tables.
 * @throws ConfigError, ModelError for mistakes in the files of the project
 * @throws Error when the database can't be opened
 */
export function openDocumentServer(options: DocumentServerOptions): Promise<DocumentServer> {
  const closers = new Closers()
  return closers.closeOnFailure(async () => {
    const project = await openDocumentProject(options)
    closers.add(() => project.service.close())
    const { config } = project.settings
    const logger = openLogger({ ...logOptions(config.log, options.logRequests ?? false), isShared: false })
    closers.add(() => logger.flush())
    const serving = new Serving({ open: false, drain: config.http.drain, reserved: 64, logger })
    closers.add(() => serving.close())
    const handle = handleDocuments(project, { logger, isStopping: () => serving.isStopping })
    const listener = createListener({ config, handle, logger })
    return {
      project,
      config,
      logger,
      fetch: createFetch(handle, config),
      listen: (at) => serving.listen(listener, at),
      async close({ drain } = { drain: false }) {
        if (drain) await serving.drain()
        await closers.close()
      },
    }
  })
}

interface ServedWith {
  readonly logger: Logger
  readonly isStopping: () => boolean
}

function handleDocuments(
  { settings, service, rejection, ofPath }: DocumentProject,
  { logger, isStopping }: ServedWith,
): (request: HttpRequest) => Promise<HttpResponse> {
  const { config } = settings
  return compose([
    // Around all responses that pages of other origins may read, including errors.
    allowOrigins(config.cors, { accepted: ['Strapi-Response-Format'] }),
    respondToErrors(logFailures(logger)),
    rejectDoubleSlash,
    createHealth({
      isStopping,
      loadModules: () => Promise.resolve(),
      reachDatabase: () => checkReachable(service.database),
    }),
    rejectCrossOriginWrites(config.cors),
    (request) => rejectFor(rejection ?? ofPath(request.method, request.path)),
    explainRejections,
    ...service.handlers,
    serveUnknown(config),
  ])
}

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
