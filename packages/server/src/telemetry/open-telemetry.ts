import { ConfigError } from '../config/config-error.js'
import type { Config } from '../config/schema.js'
import type { PrometheusMeter } from './prometheus.js'
import type { Telemetry } from './telemetry.js'
import { openTraces } from './open-traces.js'

/** The telemetry of a service, with a meter whose metrics can be read. */
export interface OpenTelemetry extends Telemetry {
  readonly meter: PrometheusMeter | null
}

/**
 * Opens the metrics and traces that the configuration enables, and only loads their packages.
 * @throws ConfigError if the metrics have the same port as the service, or if traces are enabled and
 * @opentelemetry/api isn't installed
 */
export async function openTelemetry(
  { database, metrics, port, traces }: Pick<Config, 'database' | 'metrics' | 'port' | 'traces'>,
  development: boolean,
): Promise<OpenTelemetry> {
  if (metrics && metrics.port === port && port !== 0) {
    const message = `is ${port}, the port of the service. Use another port for the metrics.`
    throw new ConfigError([{ file: 'the configuration', path: 'metrics.port', message }])
  }
  const system = database.dialect === 'postgres' ? 'postgresql' : database.dialect
  return {
    meter: metrics ? new (await import('./prometheus.js')).PrometheusMeter(system) : null,
    traces: await openTraces(traces),
    serverTiming: development,
  }
}
