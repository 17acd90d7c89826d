import type { Meter } from './meter.js'
import { RequestObservation } from './observation.js'
import type { TracedRequest, Traces } from './traces.js'

/** How a service reports on its work to those who run it. */
export interface Telemetry {
  /** Null unless the configuration has `metrics`. */
  readonly meter: Meter | null
  /** Null unless the configuration or a registered provider wants them. */
  readonly traces: Traces | null
  /** Responses say where their time went. */
  readonly serverTiming: boolean
}

/** Whether requests are to be observed one by one. */
export const observesRequests = ({ meter, traces, serverTiming }: Telemetry): boolean =>
  meter !== null || traces !== null || serverTiming

/** Begins to observe a request. */
export function observe({ meter, traces }: Telemetry, request: TracedRequest): RequestObservation {
  meter?.begin()
  return new RequestObservation(traces?.begin(request) ?? null)
}

/** Ends what `observe` began. */
export function endObservation(
  { meter }: Telemetry,
  { started, route, trace }: RequestObservation,
  { method }: TracedRequest,
  status: number,
): void {
  meter?.request({ method, route, status, milliseconds: performance.now() - started })
  trace?.end({ route, status })
}
