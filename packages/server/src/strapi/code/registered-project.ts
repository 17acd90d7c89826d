import type { CronService } from './host/cron-service.js'
import type { ContentType } from '@content-api/model'
import type { Caller } from '../../entries/caller.js'
import type { EntityService } from './entity-service/entity-service.js'
import type { Finding } from './checks/finding.js'
import type { ListedMiddleware } from './routes/global-middlewares.js'
import type { ServerAdditions } from './host/host-server.js'
import type { ProjectRoute } from './routes/project-routes.js'
import type { ExtensionHost, ExtensionInput } from './project-types.js'
import type { FindRegistered } from './routes/registered.js'
import type { ShadowSwitches } from './plugins/shadow-crud.js'
import type { GlobalMiddleware } from './routes/strapi-middlewares.js'

/** A project whose code is loaded and registered. */
export interface RegisteredProject {
  readonly strapi: ExtensionHost
  /** The extensions of its GraphQL schema. */
  readonly extensions: readonly ExtensionInput[]
  readonly shadow: ShadowSwitches
  readonly find: FindRegistered
  /** The active routes: the project's own, and generated ones that run project code. */
  readonly routes: readonly ProjectRoute[]
  /** All routes in the order in which they match requests, including generated ones without project code. */
  readonly orderedRoutes: readonly ProjectRoute[]
  /** The middlewares of `config/middlewares` and `strapi.server.use()` in their order. */
  readonly middlewares: readonly GlobalMiddleware[]
  readonly additions: ServerAdditions
  /** The list of `config/middlewares`, with the options of each item. */
  readonly listed: readonly ListedMiddleware[]
  /** Returns the content types with hooks of reads. */
  readonly readHooked: () => readonly ContentType[]
  /** The names of the project's plugins. */
  readonly plugins: readonly string[]
  /** Actions without a generated route. */
  readonly removedActions: ReadonlySet<string>
  /** Missing parts of Strapi in code that may never run. */
  readonly findings: readonly Finding[]
  /** Every action that can be granted, including those of its routes. */
  readonly actions: readonly string[]
  /** Returns the entity service with the permissions of a caller. */
  readonly entriesOf: (caller: Caller) => EntityService
  /** Whether requests may run code of the project: hooks, extensions of GraphQL, routes or global middlewares. */
  readonly runsCode: () => boolean
  /** The tasks of `config/server` and of the code. They run when they are started. */
  readonly cron: CronService
  /**
   * Runs the project's `bootstrap`. Call it when the service is open. A missing part of Strapi is only a
   * warning.
   * @throws ExtensionError, ProjectFault for any other error of `bootstrap`
   */
  bootstrap(): Promise<void>
}
