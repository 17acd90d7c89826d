import { createHealth } from './http/health.js'
import { rejectCrossOriginWrites } from './http/cors.js'
import { rejectDoubleSlash, serveJson } from './http/handler.js'
import { serveExplorer } from './http/explorer/page.js'
import { iconPath, serveIcon } from './http/icon.js'
import { forOwnHosts, schemaHosts } from './message/own-hosts.js'
import { modelDocument } from './http/model-document.js'
import { serveOpenApi } from './http/openapi.js'
import { servePageFiles } from './http/page-files.js'
import { serveProjectIcon, servePublicFiles } from './http/public-files.js'
import { serveReferencePage } from './http/reference-page.js'
import { serveRemoteFiles } from './http/served-remote-files.js'
import { ContextRequest } from './koa/context-request.js'
import type { KoaParts } from './open-koa.js'
import { stateOf } from './project/caller-state.js'
import { serveUploads } from './http/uploaded-files.js'
import type { Handler, HttpRequest, HttpResponse, RequestInfo } from './message/message.js'
import type { Parts } from './open-parts.js'
import { authRoutes } from './rest/accounts/auth-routes.js'
import { roleRoutes } from './rest/accounts/role-routes.js'
import { userRoutes } from './rest/accounts/user-routes.js'
import { actionRunner, actionsAt, createActionHandler } from './rest/action-endpoints.js'
import { createRestHandler } from './rest/handler.js'
import { localeRoutes } from './rest/i18n/locale-routes.js'
import { methodsAt } from './rest/routes.js'
import { uploadRoutes } from './rest/upload/upload-routes.js'
import { checkReachable } from '@content-api/engine/drivers/check-reachable'
import { servedPath } from './upload/local-folder.js'

export interface HandlerOptions {
  readonly isStopping: () => boolean
  /** Resolves when the modules are loaded that the service loads after its start. */
  readonly loaded: () => Promise<void>
  /** Whether to serve the pages and documents for developers. */
  readonly development: boolean
  /** Whether to serve `/openapi.json`. */
  readonly openapi: boolean
  /** Null if the configuration disables GraphQL. */
  readonly graphql: Handler | null
  /** Null if the project has no code that requests meet. */
  readonly koa: KoaParts | null
}

/**
 * Returns the handlers of a service in the order in which they receive a request. The first one that returns
 * a response serves the request.
 */
export function requestHandlers(
  parts: Parts,
  { isStopping, loaded, development, openapi, graphql, koa }: HandlerOptions,
): readonly Handler[] {
  const { registry, config, database, entries, project, uploads, accounts, planning, log } = parts
  const { rest } = config.api
  const identify = koa === null ? parts.identify : identifyInContext(parts.identify)
  const shared = { prefix: rest.prefix, limits: config.limits, strict: rest.strictParams, identify }
  const { directory, remote } = uploads
  const { maxAge } = config.upload
  const { icons, publicDirectory, publicMaxAge, headers } = config.http
  const accountRoutes = { ...authRoutes(accounts), ...userRoutes(accounts) }
  project.connect({
    runAction: actionRunner(accountRoutes),
    ...(koa && { contextOf: koa.contexts.contextOf, noteBody: koa.contexts.noteBody }),
  })
  const actionRoutes = {
    ...accountRoutes,
    ...roleRoutes(accounts),
    ...localeRoutes(planning.locales),
    ...uploadRoutes(uploads, shared),
  }
  const isOwnHost = schemaHosts(config, development)
  const toDevelopers = (handler: Handler) => (isOwnHost ? forOwnHosts(isOwnHost, handler) : handler)
  const report = ({ id, method, path }: RequestInfo, error: unknown) => log({ requestId: id, method, path, error })
  // Code of the project may set headers on the context of a request that these handlers serve.
  const inContext = (handler: Handler) => koa?.contexts.withHeaders(handler, report) ?? handler
  const publicFiles =
    publicDirectory === null
      ? null
      : servePublicFiles({
          directory: publicDirectory,
          uploads: config.upload.directory,
          maxAge: publicMaxAge,
          headers,
        })
  // The handlers that may serve a request after code of the project.
  const later: readonly (Handler | null)[] = [
    // Before the content types, whose handler responds with 404 to `/api/auth` and `/api/upload`.
    inContext(createActionHandler(actionRoutes, shared)),
    graphql && inContext(graphql),
    // Responds to every path below its prefix, with 404 for unknown paths.
    inContext(createRestHandler({ registry, entries, uploads, removed: project.removedActions, ...shared })),
    // After all other handlers with content, whose paths take precedence.
    publicFiles && inContext(publicFiles),
  ]
  const first: readonly Handler[] = [
    // First, so that no other handler interprets such a path.
    rejectDoubleSlash,
    // Before all handlers that may wait or fail, so that health checks always get a response.
    createHealth({ isStopping, loaded, reachDatabase: () => checkReachable(database) }),
    // Before all handlers that write.
    rejectCrossOriginWrites(config.cors, koa?.originsOf),
  ]
  const list: readonly (Handler | null)[] = [
    // Files and pages have reserved paths and need no caller.
    ...icons.map((file) => serveProjectIcon(file, headers)),
    serveIcon,
    directory === null ? null : serveUploads({ path: servedPath, directory, maxAge }),
    remote === null ? null : serveRemoteFiles({ path: servedPath, files: remote, maxAge }),
    development ? toDevelopers(serveReferencePage()) : null,
    development ? servePageFiles() : null,
    openapi
      ? toDevelopers(
          serveOpenApi({ registry, config, routes: project.routes, removed: project.removedActions, identify }),
        )
      : null,
    development ? toDevelopers(serveJson('/content-api/model.json', () => modelDocument(registry))) : null,
    // Before the generated routes, because a project may replace them.
    koa === null || koa.createProjectHandler === null
      ? null
      : koa.createProjectHandler({
          ...shared,
          koa: koa.app,
          routes: project.orderedRoutes,
          hasGlobals: koa.createGlobalHandler !== null,
          milliseconds: config.limits.handlerMilliseconds,
          uploads,
          registry,
          allowedElsewhere: methodsAt(registry, project.removedActions),
          actionsAt: actionsAt(actionRoutes),
          otherwise: (request) => firstOf(later, request),
          report,
        }),
    ...later,
    // Last, so that a route of the project at `/` takes precedence.
    development ? toDevelopers(serveExplorer({ filesElsewhere: directory === null })) : null,
  ]
  const others = list.filter((handler) => handler !== null)
  if (!koa?.createGlobalHandler) return [...first, ...others]
  // Middlewares of the project run around all handlers that respond with content.
  const around = koa.createGlobalHandler({
    koa: koa.app,
    middlewares: project.middlewares,
    strapi: project.strapi,
    graphqlEndpoint: graphql && config.graphql.config.endpoint,
    hasPublicFiles: publicDirectory !== null,
    iconPath,
    uploads,
    report,
    serve: (request) => firstOf(others, request),
  })
  return [...first, around]
}

/** Returns the response of the first handler that has one. */
async function firstOf(handlers: readonly (Handler | null)[], request: HttpRequest): Promise<HttpResponse | null> {
  for (const handler of handlers) {
    const response = await handler?.(request)
    if (response) return response
  }
  return null
}

/** Makes the caller of a request the `ctx.state` of its context. */
function identifyInContext(identify: Parts['identify']): Parts['identify'] {
  return async (request) => {
    const caller = await identify(request)
    if (request instanceof ContextRequest) Object.assign(request.context.state, stateOf(caller))
    return caller
  }
}
