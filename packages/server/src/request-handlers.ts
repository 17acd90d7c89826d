import { createHealth } from './http/health.js'
import { refuseForeignWrites } from './http/cors.js'
import { refuseTwoSlashes, serveJson } from './http/handler.js'
import { serveExplorer } from './http/explorer/page.js'
import { serveIcon } from './http/icon.js'
import { modelDocument } from './http/model-document.js'
import { serveOpenApi } from './http/openapi.js'
import { servePageFiles } from './http/page-files.js'
import { serveReferencePage } from './http/reference-page.js'
import { serveRemoteFiles } from './http/served-remote-files.js'
import { serveUploads } from './http/uploaded-files.js'
import type { Handler } from './message/message.js'
import type { Parts } from './open-parts.js'
import { authRoutes } from './rest/accounts/auth-routes.js'
import { roleRoutes } from './rest/accounts/role-routes.js'
import { userRoutes } from './rest/accounts/user-routes.js'
import { actionRunner, createActionHandler } from './rest/action-endpoints.js'
import { createRestHandler } from './rest/handler.js'
import { localeRoutes } from './rest/i18n/locale-routes.js'
import { createProjectHandler } from './rest/project-routes.js'
import { methodsAt } from './rest/routes.js'
import { uploadRoutes } from './rest/upload/upload-routes.js'
import { reach } from './storage/reach.js'
import { servedPath } from './upload/local-folder.js'

export interface HandlerOptions {
  readonly isStopping: () => boolean
  /** Adds the pages and documents for developers. */
  readonly development: boolean
  /** Serves `/openapi.json`. */
  readonly openapi: boolean
  /** Null if the configuration disables GraphQL. */
  readonly graphql: Handler | null
}

/** Returns the handlers of a service in their order. A request goes to each handler until one responds. */
export function requestHandlers(
  parts: Parts,
  { isStopping, development, openapi, graphql }: HandlerOptions,
): readonly Handler[] {
  const { registry, config, database, entries, project, uploads, accounts, planning, identify } = parts
  const { rest } = config.api
  const shared = { prefix: rest.prefix, limits: config.limits, strict: rest.strictParams, identify }
  const { directory, remote } = uploads
  const { maxAge } = config.upload
  const accountRoutes = { ...authRoutes(accounts), ...userRoutes(accounts) }
  project.connect({ runAction: actionRunner(accountRoutes) })
  const list: readonly (Handler | null)[] = [
    // First: paths with two slashes must not reach any other handler.
    refuseTwoSlashes,
    // Before all handlers that can wait or fail, so that it always responds.
    createHealth({ isStopping, reachDatabase: () => reach(database) }),
    // Before all handlers that write.
    refuseForeignWrites(config.cors),
    // Files and pages don't need a caller, and no other handler may use their paths.
    serveIcon,
    directory === null ? null : serveUploads({ path: servedPath, directory, maxAge }),
    remote === null ? null : serveRemoteFiles({ path: servedPath, files: remote, maxAge }),
    development ? serveReferencePage() : null,
    development ? servePageFiles() : null,
    openapi
      ? serveOpenApi({ registry, config, routes: project.routes, removed: project.removedActions, identify })
      : null,
    development ? serveJson('/content-api/model.json', () => modelDocument(registry)) : null,
    // Before the generated routes, because a project may replace them.
    createProjectHandler({
      ...shared,
      project,
      milliseconds: config.limits.handlerMilliseconds,
      uploads,
      registry,
      allowedElsewhere: methodsAt(registry, project.removedActions),
    }),
    // Before the content types: `/api/auth` and `/api/upload` must not be read as names of types.
    createActionHandler(
      {
        ...accountRoutes,
        ...roleRoutes(accounts),
        ...localeRoutes(planning.locales),
        ...uploadRoutes(uploads, shared),
      },
      shared,
    ),
    // Before REST, whose prefix may be `/`.
    graphql,
    // Responds to every path below its prefix, with 404 if there is no such route.
    createRestHandler({ registry, entries, uploads, removed: project.removedActions, ...shared }),
    // Last, so that a route of the project at `/` comes first.
    development ? serveExplorer({ filesElsewhere: directory === null }) : null,
  ]
  return list.filter((handler) => handler !== null)
}
