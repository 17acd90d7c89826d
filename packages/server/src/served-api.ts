import type { Registry } from '@content-api/model'
import type { Config } from '@content-api/core/config/schema'
import type { Logger } from '@content-api/core/log/logger'
import type { OpenTelemetry } from '@content-api/core/telemetry/telemetry'
import type { Express } from '@content-api/core/transport/node-listener'
import type { Listening } from '@content-api/core/transport/listen'
import type { MetricsText } from '@content-api/core/transport/metrics-endpoint'
import type { ProjectServer } from '@content-api/strapi-project/code/host/host-server'

/** The metrics of a service since it opened. */
export interface ServiceMetrics {
  /** Returns the metrics in the text format of Prometheus. */
  text(): Promise<MetricsText>
  /** Returns the metrics as objects of prom-client, which can be merged with those of other processes. */
  figures(): Promise<readonly object[]>
}

/** A service that responds to requests. */
export interface ServedApi {
  /** An Express application, to mount in another one or to pass to `http.createServer`. */
  readonly app: Express
  /** Handles a request without a socket. */
  fetch(request: Request): Promise<Response>
  /** Starts to listen. @throws Error if every request is allowed and other machines can reach the host */
  listen(at?: { readonly host?: string; readonly port?: number }): Promise<Listening>
  /**
   * Loads all modules that the configuration needs and that requests would load on demand, and the GraphQL
   * extensions. Call it soon after `listen`: if a module fails to load during a request, it stays broken
   * until the process ends, because Node doesn't load it again.
   * @throws ExtensionError for a mistake in an extension; Error if a module can't be loaded
   */
  loadModules(): Promise<void>
  /** The token of the development endpoints and the explorer. Null outside of development. */
  readonly developmentToken: string | null
  /** Finishes the open requests, for eight seconds at most, then closes the database. */
  close(): Promise<void>
  /**
   * Closes one of several processes that share a port (`workers`): waits up to six seconds until its clients
   * have closed their connections. `/readyz` keeps responding with 200, because the other processes continue
   * to serve.
   */
  retire(): Promise<void>
  /**
   * Starts the cron tasks of the project's code. `start` and `dev` call it. If several processes serve a
   * project, only one of them should run its tasks.
   */
  startTasks(): void
  stopTasks(): void
  /** Closes the service after `http.drain` seconds in which `/readyz` fails and another service can take over. */
  stop(): Promise<void>
  /** Null if the configuration has no `metrics`. */
  readonly metrics: ServiceMetrics | null
  readonly logger: Logger
  /** The server that code of the project gets as `strapi.server.httpServer`. `listen` passes its events on. */
  readonly projectServer: ProjectServer
  /** Whether every request is allowed, because the configuration has no `permissions`. */
  readonly open: boolean
  /** Whether the port is set for this service: by `content-api.config`, the environment or an option. */
  readonly hasOwnPort: boolean
  readonly registry: Registry
  readonly config: Config
  /** The path of GraphQL; null if it isn't served. */
  readonly graphqlPath: string | null
  /** What people should know about this start, in sentences. */
  readonly notes: readonly string[]
}

/** Returns the metrics of a service; null if its configuration has none. */
export function metricsOf({ meter }: Pick<OpenTelemetry, 'meter'>): ServiceMetrics | null {
  if (!meter) return null
  const { registry } = meter
  return {
    text: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    figures: () => registry.getMetricsAsJSON(),
  }
}
