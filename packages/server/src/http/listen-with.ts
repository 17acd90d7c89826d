import type { RequestListener } from 'node:http'
import { ownHosts } from '@content-api/core/composition/own-hosts'
import type { Config } from '@content-api/core/config/schema'
import type { Logger } from '@content-api/core/log/logger'
import type { HttpRequest, HttpResponse } from '@content-api/core/message/message'
import type { Listening, Serving } from '@content-api/core/transport/listen'
import { metricsListener, type MetricsText } from '@content-api/core/transport/metrics-endpoint'
import { createListener } from '@content-api/core/transport/node-listener'
import type { RegisteredProject } from '@content-api/strapi-project/code/register-project'

interface ListenWithOptions {
  readonly config: Config
  readonly logger: Logger
  readonly project: Pick<RegisteredProject, 'additions' | 'hasCode'>
  readonly handle: (request: HttpRequest) => Promise<HttpResponse>
  readonly serving: Serving
  /** The metrics to serve. Null in workers, whose metrics the primary process serves. */
  readonly metrics: { text(): Promise<MetricsText> } | null
}

/** By default, the host and the port of the configuration. */
interface ListeningAt {
  readonly host?: string
  readonly port?: number
}

/** Returns the function that opens the port of a service, and that of its metrics. */
export function listenWith({ config, logger, project, handle, serving, metrics }: ListenWithOptions) {
  const { http } = project.additions
  const plainListener = createListener({ config, handle, logger })
  const listener: RequestListener = project.hasCode
    ? (request, response) => http.handle(request, response, plainListener)
    : plainListener
  return async ({ host = config.host, port = config.port }: ListeningAt = {}): Promise<Listening> => {
    const listening = await serving.listen(listener, { host, port })
    listening.attach(http)
    if (!metrics || !config.metrics || serving.isMeasured) return listening
    const figures = metricsListener(() => metrics.text(), ownHosts(config))
    const { url } = await serving.listenForMetrics(figures, config.metrics)
    return { ...listening, metrics: `${url}/metrics` }
  }
}
