import type { Registry } from '@content-api/model'
import type { Database } from '@content-api/engine/database'
import type { WritableLayout } from '@content-api/engine/layout'
import type { LoadedConfig } from '../config/loaded-config.js'
import type { Config } from '../config/schema.js'
import type { ContentEvents } from '../entries/events.js'
import type { HookScope } from '../entries/hooks/run-hooks.js'
import type { Logger } from '../log/logger.js'
import type { OutboxSignal } from '../outbox/outbox-signal.js'
import type { PlanSettings } from '../query/plan-context.js'
import type { OpenTelemetry } from '../telemetry/telemetry.js'
import type { Log } from './failure.js'
import type { GrantableActions } from './grantable-actions.js'

/** A service on any tables: those of this server or of Strapi. */
export type AnyService = Service<WritableLayout>

/** What is open when capabilities are installed: everything that needs neither accounts nor code of the project. */
export interface Service<Tables extends WritableLayout = Database['layout']> {
  /** The folder of the project; undefined without one. */
  readonly folder: string | undefined
  readonly development: boolean
  /** False where the playground, introspection and `/openapi.json` are served (specification §1). */
  readonly production: boolean
  /** Whether every request is allowed. Such a service only listens on this machine. */
  readonly open: boolean
  /** Whether a command of the command line opens the service, which serves nothing and sends no mail. */
  readonly isCommand: boolean
  /** Loads a file in the languages and module systems of the project's code; null without a project. */
  readonly loadFile: ((file: string) => Promise<unknown>) | null
  /** Runs code of the project before there is a `strapi`, so that it doesn't get that of another service. */
  readonly runWithoutHost: <Result>(work: () => Result) => Result
  readonly config: Config
  /** The configuration before settings of the database, with its sources. */
  readonly loadedConfig: LoadedConfig
  readonly registry: Registry
  readonly telemetry: OpenTelemetry
  readonly logger: Logger
  readonly log: Log
  readonly database: Database<Tables>
  /** The part of plan contexts that comes from the configuration. */
  readonly planning: PlanSettings
  /** Lifecycle hooks, which run in the transaction of a write. */
  readonly hooks: HookScope
  /** Reports writes of entries and files. */
  readonly events: ContentEvents
  /** Wakes the readers of the outbox. */
  readonly outbox: OutboxSignal
  /** Complete when the code of the project is registered. */
  readonly grantable: GrantableActions
}
