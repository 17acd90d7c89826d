import { ConfigError } from '../config/config-error.js'
import type { Config } from '../config/schema.js'
import type { PrometheusMeter } from './prometheus.js'
import type { Telemetry } from './telemetry.js'
import { openTraces } from './traces.js'

/** What a service reports by itself, and its metrics as they are read. */
export interface OpenTelemetry extends Telemetry {
  readonly meter: PrometheusMeter | null
}

/**
 * Opens what the configuration asks for; loads nothing else.
 * @throws ConfigError for metrics on the port of the service
 */
export async function openTelemetry(
  { database, metrics, port, traces }: Pick<Config, 'database' | 'metrics' | 'port' | 'traces'>,
  development: boolean,
): Promise<OpenTelemetry> {
  if (metrics && metrics.port === port && port !== 0) {
    const message = `is ${port}, the port of the service: metrics need one of their own.`
    throw new ConfigError([{ file: 'the configuration', path: 'metrics.port', message }])
  }
  const system = database.dialect === 'postgres' ? 'postgresql' : database.dialect
  return {
    meter: metrics ? new (await import('./prometheus.js')).PrometheusMeter(system) : null,
    traces: await openTraces(traces),
    serverTiming: development,
  }
}
