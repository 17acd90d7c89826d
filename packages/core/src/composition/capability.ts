import type { ActionRoutes } from './action-routes.js'
import type { Handler } from './handler.js'

/**
 * A part of a service with a folder of its own, such as accounts or uploaded files. The `install` of its
 * folder opens it and returns what the rest of the service needs. `service.ts` calls `install`.
 */
export interface Capability {
  /** Handlers of paths of its own, such as files. `handle-requests.ts` says when they run. */
  readonly handlers?: readonly Handler[]
  /** Endpoints below the prefix of REST. Roles and API tokens may be granted their actions. */
  readonly actions?: ActionRoutes
  /** Loads modules that requests would load on demand. @throws Error if one can't be loaded */
  load?(): Promise<unknown>
  /** Called when the service ends or its start fails, before the database closes. */
  close?(): Promise<void>
}
