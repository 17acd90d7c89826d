import type { Registry } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import { checkReachable, type Database } from '@content-api/engine/database'
import type { Accounts } from '../auth/accounts.js'
import type { ActAs } from '../auth/act-as.js'
import type { Handler } from '../composition/handler.js'
import type { Config } from '../config/schema.js'
import type { Caller } from '../entries/caller.js'
import type { Entries } from '../entries/entries.js'
import { ContextRequest } from '../strapi/koa/context-request.js'
import type { KoaParts } from '../strapi/koa/open-koa.js'
import type { HttpRequest, HttpResponse, RequestInfo } from '../message/message.js'
import { schemaHosts } from '../message/own-hosts.js'
import { stateOf } from '../strapi/code/routes/caller-context.js'
import type { RegisteredProject } from '../strapi/code/registered-project.js'
import type { Planning } from '../query/plan-context.js'
import { authRoutes } from '../rest/accounts/auth-routes.js'
import { roleRoutes } from '../rest/accounts/role-routes.js'
import { userRoutes } from '../rest/accounts/user-routes.js'
import { actionsAt, createActionHandler } from '../rest/action-endpoints.js'
import { createRestHandler } from '../rest/handler.js'
import { localeRoutes } from '../rest/i18n/locale-routes.js'
import { methodsAt } from '../rest/routes.js'
import { uploadRoutes } from '../rest/upload/upload-routes.js'
import type { Snapshots } from '../snapshots/snapshots.js'
import type { Telemetry } from '../telemetry/telemetry.js'
import { servedPath } from '../upload/local-folder.js'
import type { Uploads } from '../upload/uploads.js'
import { compose } from './compose.js'
import { allowOrigins, rejectCrossOriginWrites } from './cors.js'
import { isOfDeveloper, serveDevelopers } from './development-endpoints.js'
import { type Log, respondToErrors } from './error-response.js'
import { serveExplorer } from './explorer/page.js'
import { TracedRequests } from './explorer/traced-requests.js'
import { createHealth } from './health.js'
import { iconPath, serveIcon } from './icon.js'
import { measureRequests } from './measure-requests.js'
import { serveModel } from './model-document.js'
import { serveOpenApi } from './openapi.js'
import { forOwnHosts } from './own-hosts.js'
import { servePageFiles } from './page-files.js'
import { positionHeader, type Positions } from './positions.js'
import { serveProjectIcon, servePublicFiles } from './public-files.js'
import { serveReferencePage } from './reference-page.js'
import { serveRemoteFiles } from './served-remote-files.js'
import { serveUploads } from './uploaded-files.js'
import type { WriteGate } from './write-gate.js'

/** What the service offers to developers only. */
export interface DeveloperAccess {
  /** The token of the developers' endpoints. */
  readonly token: string
  readonly snapshots: Snapshots
  /** Lets requests that may write wait while a snapshot is saved or restored. */
  readonly gate: WriteGate
  readonly actAs: ActAs
}

export interface RequestOptions {
  readonly registry: Registry
  readonly config: Config
  readonly database: Database
  readonly entries: Entries
  readonly project: RegisteredProject
  readonly uploads: Uploads
  readonly accounts: Accounts
  readonly planning: Planning
  readonly telemetry: Telemetry
  readonly log: Log
  /** Null if the database has no replicas. */
  readonly positions: Positions | null
  /** Returns the caller of a request. @throws ApiError for wrong credentials */
  readonly identify: (request: HttpRequest) => Promise<Caller>
  /** Null if the configuration disables GraphQL. */
  readonly graphql: Handler | null
  /** Null if the project has no code that requests meet. */
  readonly koa: KoaParts | null
  /** Whether to serve `/openapi.json`. */
  readonly openapi: boolean
  /** Null outside of development. */
  readonly developers: DeveloperAccess | null
  readonly isStopping: () => boolean
  /** Resolves when the modules are loaded that the service loads after its start. */
  readonly loaded: () => Promise<void>
}

/**
 * Returns a function that serves the requests of all adapters. It never rejects. Its list is the path of a
 * request: each handler responds, changes the response of the handlers below it, or passes the request on.
 */
export function handleRequests(options: RequestOptions): (request: HttpRequest) => Promise<HttpResponse> {
  const { registry, config, database, entries, project, uploads, accounts, log } = options
  const { graphql, koa, positions, developers } = options
  const { rest } = config.api
  const { icons, publicDirectory, publicMaxAge, headers } = config.http
  const { directory, remote } = uploads
  const { maxAge } = config.upload
  const isOwnHost = schemaHosts(config, developers !== null)
  const toDevelopers = (handler: Handler) => (isOwnHost ? forOwnHosts(isOwnHost, handler) : handler)
  const report = ({ id, method, path }: RequestInfo, error: unknown) => log({ requestId: id, method, path, error })
  const identify = koa === null ? options.identify : identifyInContext(options.identify)
  const shared = { prefix: rest.prefix, limits: config.limits, strict: rest.strictParams, identify }
  const removed = project.removedActions
  const actionRoutes = {
    ...authRoutes(accounts),
    ...userRoutes(accounts),
    ...roleRoutes(accounts),
    ...localeRoutes(options.planning.locales),
    ...uploadRoutes(uploads, shared),
  }
  return compose([
    // Around everything, so that it measures the whole time of a request.
    measureRequests(options.telemetry),
    // Before CORS, because pages of other origins may not use the endpoints and the token of developers.
    developers &&
      serveDevelopers({ ...developers, limits: config.limits, log, explorer: explorerOf(options, developers) }),
    // Around all handlers that write, but not around the endpoint that restores a snapshot and waits for them.
    developers && developers.gate.handler,
    // Around all responses that pages of other origins may read, including errors.
    allowOrigins(config.cors, {
      readable: positions ? [positionHeader] : [],
      originsOf: koa?.originsOf ?? null,
      ...(developers && { isExempt: isOfDeveloper }),
    }),
    // Around errors, too, because code of a project may have written before it failed.
    positions && positions.addToWrites,
    // Around all handlers that throw.
    respondToErrors(log),
    // Before all handlers that interpret the path.
    rejectDoubleSlash,
    // Before all handlers that may wait or fail, so that health checks always get a response.
    createHealth({
      isStopping: options.isStopping,
      loaded: options.loaded,
      reachDatabase: () => checkReachable(database),
    }),
    // Before all handlers that write.
    rejectCrossOriginWrites(config.cors, koa?.originsOf),
    // Middlewares of the project run around all handlers that respond with content.
    koa?.createGlobalHandler?.({
      koa: koa.app,
      middlewares: project.middlewares,
      strapi: project.strapi,
      graphqlEndpoint: graphql && config.graphql.config.endpoint,
      hasPublicFiles: publicDirectory !== null,
      iconPath,
      uploads,
      report,
    }) ?? null,
    // Files and pages have reserved paths and need no caller.
    ...icons.map((file) => serveProjectIcon(file, headers)),
    serveIcon,
    directory === null ? null : serveUploads({ path: servedPath, directory, maxAge }),
    remote === null ? null : serveRemoteFiles({ path: servedPath, files: remote, maxAge }),
    developers && toDevelopers(serveReferencePage()),
    developers && servePageFiles(),
    options.openapi
      ? toDevelopers(serveOpenApi({ registry, config, routes: project.routes, removed, identify }))
      : null,
    developers && toDevelopers(serveModel(registry)),
    // Before the generated routes, because a project may replace them.
    koa?.createProjectHandler?.({
      ...shared,
      koa: koa.app,
      routes: project.orderedRoutes,
      hasGlobals: koa.createGlobalHandler !== null,
      milliseconds: config.limits.handlerMilliseconds,
      uploads,
      registry,
      allowedElsewhere: methodsAt(registry, removed),
      actionsAt: actionsAt(actionRoutes),
      report,
    }) ?? null,
    // Around the handlers whose hooks and resolvers may set headers on the context of a request.
    koa && koa.provideContext(koa.app, report),
    // Before the content types, whose handler responds with 404 to `/api/auth` and `/api/upload`.
    createActionHandler(actionRoutes, shared),
    // Anywhere here: no other handler serves its endpoint (`checkEndpoint`).
    graphql,
    // Responds to every path below its prefix, with 404 for unknown paths.
    createRestHandler({ registry, entries, uploads, removed, ...shared }),
    // After all other handlers with content, whose paths take precedence.
    publicDirectory === null
      ? null
      : servePublicFiles({
          directory: publicDirectory,
          uploads: config.upload.directory,
          maxAge: publicMaxAge,
          headers,
        }),
    // Last, so that a route of the project at `/` takes precedence.
    developers && toDevelopers(serveExplorer({ filesElsewhere: directory === null })),
  ])
}

/** Rejects paths that could be read as URLs of another host. @throws ApiError */
const rejectDoubleSlash: Handler = ({ path }) => {
  if (path.startsWith('//')) throw new ApiError('BadRequestError', 'Malicious path: it begins with two slashes')
  return null
}

function explorerOf({ database, config, project, planning, openapi }: RequestOptions, { actAs }: DeveloperAccess) {
  const traced = new TracedRequests(actAs)
  return { database, config, project, planning, openapi, actAs, traced, limits: config.limits }
}

/** Makes the caller of a request the `ctx.state` of its context. */
function identifyInContext(identify: RequestOptions['identify']): RequestOptions['identify'] {
  return async (request) => {
    const caller = await identify(request)
    if (request instanceof ContextRequest) Object.assign(request.context.state, stateOf(caller))
    return caller
  }
}
