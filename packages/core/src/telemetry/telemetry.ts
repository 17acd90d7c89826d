import type { Meter } from './meter.js'
import { RequestObservation, type TracedRequest, type Traces, openTraces } from './traces.js'
import { ConfigError } from '../config/config-error.js'
import type { Config } from '../config/schema.js'
import type { PrometheusMeter } from './prometheus.js'

/** The metrics and traces of a service, for its operators. */
export interface Telemetry {
  /** Null unless the configuration has `metrics`. */
  readonly meter: Meter | null
  /** Null unless the configuration or a registered provider enables them. */
  readonly traces: Traces | null
  /** Whether responses have a `Server-Timing` header. */
  readonly serverTiming: boolean
}

/** Returns whether each request needs a `RequestObservation`. */
export const observesRequests = ({ meter, traces, serverTiming }: Telemetry): boolean =>
  meter !== null || traces !== null || serverTiming

/** Starts the observation of a request. */
export function observe({ meter, traces }: Telemetry, request: TracedRequest): RequestObservation {
  meter?.begin()
  return new RequestObservation(traces?.begin(request) ?? null)
}

/** Ends the observation that `observe` started. */
export function endObservation(
  { meter }: Telemetry,
  { started, route, trace }: RequestObservation,
  { method }: TracedRequest,
  status: number,
): void {
  meter?.request({ method, route, status, milliseconds: performance.now() - started })
  trace?.end({ route, status })
}

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
