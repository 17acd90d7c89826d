import type { Config } from '@content-api/core/config/schema'
import type { MetricsText } from '@content-api/core/transport/metrics-endpoint'
import type { ComparisonFigures } from '@content-api/core/telemetry/beside-series'
import type { PrometheusMeter } from '@content-api/core/telemetry/prometheus'
import type { ForwardReason } from '../forward-reason.js'

/** Counts what becomes of requests. */
export interface BesideMetrics {
  served(milliseconds: number): void
  forwarded(reason: ForwardReason, milliseconds: number): void
  /** Counts a request that got 503, because Strapi had too many. */
  refused(): void
}

export interface OpenBesideMetrics extends BesideMetrics {
  /** Records the statements of the database; null without metrics. */
  readonly meter: PrometheusMeter | null
  /** Returns the metrics in the text format of Prometheus; null without metrics. */
  readonly text: (() => Promise<MetricsText>) | null
  /** Adds the figures of comparisons, which are read when the metrics are requested. */
  compare(figures: () => ComparisonFigures): void
  /** Adds the number of requests that Strapi has, which is read when the metrics are requested. */
  observeOpen(open: () => number): void
}

/** Opens the metrics if the configuration has the section `metrics`, and only then loads their package. */
export async function openBesideMetrics({
  metrics,
  database,
}: Pick<Config, 'metrics' | 'database'>): Promise<OpenBesideMetrics> {
  const none = () => {}
  if (!metrics) {
    return { served: none, forwarded: none, refused: none, compare: none, observeOpen: none, meter: null, text: null }
  }
  const [{ PrometheusMeter }, { createBesideSeries }] = await Promise.all([
    import('@content-api/core/telemetry/prometheus'),
    import('@content-api/core/telemetry/beside-series'),
  ])
  const meter = new PrometheusMeter(database.dialect === 'postgres' ? 'postgresql' : database.dialect)
  const { registry } = meter
  const text = async () => ({ contentType: registry.contentType, text: await registry.metrics() })
  return { ...createBesideSeries(registry), meter, text }
}
