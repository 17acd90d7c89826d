import type { IncomingMessage } from 'node:http'
import { readStrapiSchemaHash } from '@content-api/strapi-tables/accounts'
import type { ReadDatabase } from '@content-api/engine/database'
import { Closers } from '@content-api/core/composition/closers'
import { ownHosts } from '@content-api/core/composition/own-hosts'
import { type Listening, Serving } from '@content-api/core/transport/listen'
import { logFailures } from '@content-api/core/transport/log-failures'
import { metricsListener } from '@content-api/core/transport/metrics-endpoint'
import type { Logger } from '@content-api/core/log/logger'
import { createEvidence } from './evidence/create-evidence.js'
import { logDifferences } from './evidence/log-differences.js'
import type { Generations } from './generations.js'
import { headersOfMessage } from './headers/headers-of-message.js'
import { strapiHeaders } from './headers/strapi-headers.js'
import { createBesideHealth } from './health.js'
import { createBesideListener } from './listener.js'
import type { OpenBesideMetrics } from './metrics/beside-metrics.js'
import type { Reads } from './open-reads.js'
import { createProxy } from './proxy/proxy.js'
import type { BesideSettings } from './settings/beside-settings.js'

interface ServingOptions {
  readonly settings: BesideSettings
  readonly generations: Generations<Reads>
  /** Reads tables of Strapi that belong to no content type. */
  readonly system: ReadDatabase
  readonly metrics: OpenBesideMetrics
  readonly logger: Logger
}

/** The addresses that the server listens on, and its connections to Strapi. */
export interface BesideServing {
  listen(at: { readonly host: string; readonly port: number }): Promise<Listening>
  /** Announces the end in `/readyz`, and keeps serving for `http.drain` seconds. */
  drain(): Promise<void>
  close(): Promise<void>
}

/** Opens what receives requests and responds to them by reads, by Strapi, or by health checks and metrics. */
export function openServing({ settings, generations, system, metrics, logger }: ServingOptions): BesideServing {
  const { config } = settings
  const closers = new Closers()
  const strapi = strapiHeaders(settings)
  const headersOf = (message: IncomingMessage) => headersOfMessage(strapi, message)
  const proxy = createProxy({
    target: settings.strapi,
    trustProxy: config.trustProxy,
    headersOf: (message) => {
      const headers = headersOf(message)
      return 'kind' in headers ? {} : headers
    },
    log: logFailures(logger),
    maximum: config.beside.maxForwarded,
  })
  metrics.observeOpen(() => proxy.open)
  closers.add(() => proxy.close())
  const serving = new Serving({ open: false, drain: config.http.drain, reserved: 64, logger })
  closers.add(() => serving.close())
  const report = logDifferences(logger, settings)
  const evidence = settings.verify ? createEvidence({ verify: true, report }) : null
  if (evidence) metrics.compare(() => evidence.figures())
  const respond = createBesideListener({
    config,
    endpoint: settings.hasGraphql ? config.graphql.config.endpoint : null,
    generations,
    proxy,
    evidence,
    headersOf,
    compresses: strapi.compresses,
    isTimed: strapi.isTimed,
    metrics,
    logger,
  })
  const health = createBesideHealth({
    isStopping: () => serving.isStopping,
    reachDatabase: () => readStrapiSchemaHash(system),
    isStrapiReachable: () => proxy.isReachable(),
  })
  return {
    async listen(at) {
      const listening = await serving.listen((message, response) => {
        if (!health(message, response)) respond(message, response)
      }, at)
      if (!metrics.text || !config.metrics || serving.isMeasured) return listening
      const figures = metricsListener(metrics.text, ownHosts(config))
      const { url } = await serving.listenForMetrics(figures, config.metrics)
      return { ...listening, metrics: `${url}/metrics` }
    },
    drain: () => serving.drain(),
    close: () => closers.close(),
  }
}
