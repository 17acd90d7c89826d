import type { Registry } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import { type AnyDatabase, checkReachable } from '@content-api/engine/database'
import type { Accounts } from '@content-api/capabilities/accounts/accounts'
import type { ActAs } from '@content-api/capabilities/accounts/act-as'
import { accessCookieIn, cookieHeader } from '@content-api/capabilities/accounts/sessions/cookies'
import { actionUid } from '@content-api/capabilities/accounts/actions'
import type { ActionRoutes } from '@content-api/core/composition/action-routes'
import type { Capability } from '@content-api/core/composition/capability'
import type { Log } from '@content-api/core/composition/failure'
import type { Handler } from '@content-api/core/composition/handler'
import type { Config } from '@content-api/core/config/schema'
import { versionHeader } from '@content-api/core/entries/if-match'
import type { DocumentService } from '@content-api/strapi-documents/code/document-service'
import type { KoaParts } from '@content-api/strapi-project/koa/open-koa'
import { type HttpRequest, type HttpResponse, type RequestInfo, segmentsBelow } from '@content-api/core/message/message'
import { schemaHosts, forOwnHosts } from '@content-api/core/composition/own-hosts'
import type { RegisteredProject } from '@content-api/strapi-project/code/register-project'
import type { PlanSettings } from '@content-api/core/query/plan-context'
import { actionsAt, createActionHandler } from '@content-api/interfaces/rest/action-endpoints'
import type { RestOptions } from '@content-api/interfaces/rest/handler'
import { methodsAt } from '@content-api/interfaces/rest/routes'
import type { IsPlainRead } from '@content-api/capabilities/live/event-types'
import type { LiveEvents } from '@content-api/capabilities/live/live-events'
import { serveEvents } from '@content-api/capabilities/live/serve-events'
import type { SentMails } from '@content-api/capabilities/mail/sent-mails'
import type { Snapshots } from '../snapshots/snapshots.js'
import { varyByCookie } from './vary-by-cookie.js'
import { type Telemetry, endObservation, observe, observesRequests } from '@content-api/core/telemetry/telemetry'
import type { Uploads } from '@content-api/capabilities/uploads/uploads'
import { below, compose } from '@content-api/core/transport/compose'
import { allowOrigins, rejectCrossOriginWrites } from './cors.js'
import { isOfDeveloper, serveDevelopers } from './development-endpoints.js'
import { catchErrors, respondToErrors } from '@content-api/core/transport/error-response'
import { serveExplorer } from './explorer/page.js'
import { TracedRequests } from './explorer/traced-requests.js'
import { createHealth, healthPaths } from '@content-api/core/transport/health'
import { rejectGraphql, iconPath, serveIcon, serveProjectIcon, servePublicFiles } from './public-files.js'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import { serveMailPage } from './mail-page.js'
import { serveModel } from './model-document.js'
import { servePageFiles } from './page-files.js'
import { positionHeader, type Positions } from './positions.js'
import { serveReferencePage, referencePath } from './reference-page.js'
import type { Webhooks } from '@content-api/capabilities/webhooks/webhooks'
import type { WriteGate } from './write-gate.js'
import { isProviderForm } from '@content-api/capabilities/accounts/routes/provider-routes'
import { ConfigError } from '@content-api/core/config/config-error'
import { servedPath } from '@content-api/capabilities/uploads/local-folder'

/** What the service offers to developers only. */
export interface DeveloperAccess {
  /** The token of the developers' endpoints. */
  readonly token: string
  readonly snapshots: Snapshots
  /** Lets requests that may write wait while a snapshot is saved or restored. */
  readonly gate: WriteGate
  readonly actAs: ActAs
}

/** The generated routes of content, in the form of one generation of Strapi. */
export interface ContentRoutes {
  /** Respond to every path below the prefix of REST. The capabilities have their paths before. */
  readonly handlers: readonly Handler[]
  /** Runs around GraphQL, the endpoints of capabilities and the generated routes; null if nothing does. */
  readonly around: Handler | null
  /** Request headers that only these routes have. Pages of other origins may send them. */
  readonly acceptedHeaders: readonly string[]
  /** The documents of a Strapi 5 project; null for content with entries. */
  readonly documents: Pick<DocumentService, 'documents'> | null
}

export interface RequestOptions {
  readonly registry: Registry
  readonly config: Config
  readonly database: AnyDatabase
  readonly routes: ContentRoutes
  readonly project: RegisteredProject
  readonly uploads: Uploads
  /** The last mails, for the page of developers; null outside of development. */
  readonly mails: SentMails | null
  readonly planning: PlanSettings
  readonly telemetry: Telemetry
  readonly log: Log
  /** Their handlers and actions are served. */
  readonly capabilities: readonly Capability[]
  /** Null if the database has no replicas. */
  readonly positions: Positions | null
  readonly identify: IdentifyRequest
  readonly accounts: Pick<Accounts, 'scope'>
  /** Null if the configuration disables GraphQL. */
  readonly graphql: Handler | null
  /** Null if the project has no code that requests meet. */
  readonly koa: KoaParts | null
  /** Null unless the configuration has `events: true`. */
  readonly live: LiveEvents | null
  readonly delivery: { readonly webhooks: Webhooks }
  /** Null outside of development. */
  readonly developers: DeveloperAccess | null
  readonly isStopping: () => boolean
  /** Resolves when the modules are loaded that the service loads after its start. */
  readonly loadModules: () => Promise<void>
}

/**
 * Returns a function that serves the requests of all adapters. It never rejects. Its list is the path of a
 * request: each handler responds, changes the response of the handlers below it, or passes the request on.
 */
export function handleRequests(options: RequestOptions): (request: HttpRequest) => Promise<HttpResponse> {
  const { config, capabilities } = options
  const { rest } = config.api
  const served: Served = {
    isOwnHost: schemaHosts(config, options.developers !== null),
    report: ({ id, method, path }, error) => options.log({ requestId: id, method, path, error }),
    shared: { prefix: rest.prefix, limits: config.limits, strict: rest.strictParams, identify: options.identify },
    actions: Object.assign({}, ...capabilities.map((capability) => capability.actions)) as ActionRoutes,
  }
  return compose([
    ...aroundResponses(options),
    ...beforeContent(options),
    ...reservedPages(options, served),
    ...contentHandlers(options, served),
    ...afterContent(options, served),
  ])
}

/** What several handlers are made with. */
interface Served {
  /** Null if clients may use any host name for pages of developers. */
  readonly isOwnHost: ReturnType<typeof schemaHosts>
  readonly report: (request: RequestInfo, error: unknown) => void
  readonly shared: Pick<RestOptions, 'prefix' | 'limits' | 'strict' | 'identify'>
  /** The routes of capabilities. */
  readonly actions: ActionRoutes
}

type Handlers = readonly (Handler | null)[]

const toDevelopers = ({ isOwnHost }: Served, handler: Handler) =>
  isOwnHost ? forOwnHosts(isOwnHost, handler) : handler

/** The handlers around all others. */
function aroundResponses(options: RequestOptions): Handlers {
  const { config, koa, positions, live, developers, log } = options
  const settings = options.accounts.scope.sessions?.settings
  return [
    // Around everything, so that it measures the whole time of a request.
    measureRequests(options.telemetry),
    // Before CORS, because pages of other origins may not use the endpoints and the token of developers.
    developers &&
      serveDevelopers({ ...developers, limits: config.limits, log, explorer: explorerOf(options, developers) }),
    // Around all handlers that write, but not around the endpoint that restores a snapshot and waits for them.
    developers && developers.gate.handler,
    // Around all responses that depend on the caller.
    settings?.accessCookie ? varyByCookie(settings) : null,
    // Around CORS if a function of the project returns the origins, because it may fail.
    koa?.originsOf ? catchErrors(log) : null,
    // Around all responses that pages of other origins may read, including errors.
    allowOrigins(config.cors, {
      readable: positions ? [positionHeader] : [],
      accepted: [
        'If-Match',
        ...options.routes.acceptedHeaders,
        ...(live ? ['Last-Event-ID'] : []),
        ...(settings ? [cookieHeader] : []),
      ],
      sent: [versionHeader],
      originsOf: koa?.originsOf ?? null,
      ...(developers && { isExempt: isOfDeveloper }),
    }),
    // Around errors, too, because code of a project may have written before it failed.
    positions && positions.addToWrites,
    // Around all handlers that throw.
    respondToErrors(log),
  ]
}

/** The handlers that reject requests, and health checks. */
function beforeContent({ config, database, koa, isStopping, loadModules }: RequestOptions): Handlers {
  return [
    // Before all handlers that interpret the path.
    rejectDoubleSlash,
    // Before all handlers that may wait or fail, so that health checks always get a response.
    createHealth({ isStopping, loadModules, reachDatabase: () => checkReachable(database) }),
    // Before all handlers that write.
    rejectCrossOriginWrites(config.cors, koa?.originsOf, (request) =>
      isProviderForm(config.api.rest.prefix, request.path),
    ),
  ]
}

/** The middlewares of the project, and what has reserved paths. */
function reservedPages(options: RequestOptions, served: Served): Handlers {
  const { config, project, registry, koa, graphql, uploads, capabilities, developers } = options
  const { icons, publicDirectory, headers } = config.http
  return [
    // Middlewares of the project run around all handlers that respond with content.
    koa?.createGlobalHandler?.({
      koa: koa.app,
      middlewares: project.middlewares,
      strapi: project.strapi,
      graphqlEndpoint: graphql && config.graphql.config.endpoint,
      hasPublicFiles: publicDirectory !== null,
      iconPath,
      uploads,
      report: served.report,
    }) ?? null,
    // Capabilities and pages have reserved paths. The icon of the project takes precedence over that of the server.
    ...icons.map((file) => serveProjectIcon(file, headers)),
    below(iconPath, serveIcon),
    ...capabilities.flatMap(({ handlers = [] }) => handlers),
    developers && toDevelopers(served, serveReferencePage()),
    developers && options.mails && toDevelopers(served, serveMailPage(options.mails)),
    developers && servePageFiles(),
    developers && toDevelopers(served, serveModel(registry)),
  ]
}

/** The routes of the project, and the generated ones. */
function contentHandlers(options: RequestOptions, { report, shared, actions }: Served): Handlers {
  const { registry, config, routes, project, uploads, identify, graphql, koa, live } = options
  const settings = options.accounts.scope.sessions?.settings
  const removed = project.removedActions
  return [
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
      actionsAt: actionsAt(actions),
      report,
    }) ?? null,
    // Around the handlers whose hooks and resolvers may set headers on the context of a request.
    koa && koa.provideContext(koa.app, report),
    routes.around,
    // Before the content types, whose handler responds with 404 to `/api/auth` and `/api/upload`.
    createActionHandler(actions, shared),
    // Anywhere here: no other handler serves its path.
    live &&
      serveEvents({
        live,
        registry,
        limits: config.limits,
        identify,
        cookieOf: (request) => (settings ? accessCookieIn(settings, request) : undefined),
        isPlainRead: plainReads(project),
      }),
    // Anywhere here: no other handler serves its endpoint (`checkEndpoint`).
    graphql ?? (config.http.publicDirectory === null ? null : rejectGraphql(config.graphql.config.endpoint)),
    // Responds to every path below its prefix, with 404 for unknown paths.
    ...routes.handlers,
  ]
}

/** What is served at paths that nothing else has. */
function afterContent({ config, uploads, developers }: RequestOptions, served: Served): Handlers {
  const { publicDirectory, publicMaxAge, headers } = config.http
  return [
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
    developers &&
      toDevelopers(served, serveExplorer({ filesElsewhere: uploads.directory === null || uploads.strapi !== null })),
  ]
}

/**
 * Returns the check whether a read runs no code of the project. Policies, controllers and hooks of reads may
 * hide entries, so clients don't hear of them.
 */
function plainReads({ routes, removedActions, readHooked }: RegisteredProject): IsPlainRead {
  const changed = new Set(routes.flatMap(({ action, replaces }) => [action, replaces]))
  const hooked = new Set(readHooked().map(({ uid }) => uid))
  return (type, action) => {
    const name = actionUid(action, type)
    return !changed.has(name) && !removedActions.has(name) && !hooked.has(type.uid)
  }
}

/** Rejects paths that could be read as URLs of another host. @throws ApiError */
const rejectDoubleSlash: Handler = ({ path }) => {
  if (path.startsWith('//')) throw new ApiError('BadRequestError', 'Malicious path: it begins with two slashes')
  return null
}

function explorerOf(options: RequestOptions, { actAs }: DeveloperAccess) {
  const { database, config, project, planning, delivery, routes } = options
  const traced = new TracedRequests(actAs)
  const openapi = config.api.rest.openapi ?? true
  return {
    database,
    config,
    project,
    planning,
    openapi,
    actAs,
    traced,
    limits: config.limits,
    webhooks: delivery.webhooks,
    documents: routes.documents,
  }
}

/** Measures each request from its arrival to the end of its response. Returns null if nothing is measured. */
export function measureRequests(telemetry: Telemetry): Handler | null {
  if (!observesRequests(telemetry)) return null
  return async (request, next) => {
    const observation = observe(telemetry, request)
    request.observation = observation
    const response = await next(request)
    if (response === null) return null
    const end = () => endObservation(telemetry, observation, request, response.status)
    if (request.whenSent) request.whenSent(end)
    else end()
    if (!telemetry.serverTiming) return response
    return { ...response, headers: { ...response.headers, 'Server-Timing': observation.serverTiming() } }
  }
}

/** Paths that the service reserves for something else in every configuration. */
const reservedPaths = [...healthPaths, iconPath, referencePath, '/openapi.json', '/content-api', servedPath]

/**
 * Checks that the GraphQL endpoint and its playground have paths of their own.
 * @throws ConfigError that names the path in conflict
 */
export function checkEndpoint({ graphql, api }: Config): void {
  if (!graphql.enabled) return
  const { endpoint } = graphql.config
  const { prefix } = api.rest
  const other = [prefix, ...reservedPaths].find((path) => segmentsBelow(path, endpoint) !== null)
  const hidden = segmentsBelow(`${endpoint}/playground`, prefix) !== null
  if (other === undefined && !hidden) return
  const reason =
    other === undefined
      ? `must not have its playground at api.rest.prefix (${prefix})`
      : `must not be at or below ${other}, where something else is served`
  const message = `${reason}, but is "${endpoint}". Choose another path, such as "/graphql".`
  throw new ConfigError([{ file: 'the configuration', path: 'graphql.config.endpoint', message }])
}
