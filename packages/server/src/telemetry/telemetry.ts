import type { Meter } from './meter.js'
import { RequestObservation } from './observation.js'
import type { TracedRequest, Traces } from './traces.js'

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
