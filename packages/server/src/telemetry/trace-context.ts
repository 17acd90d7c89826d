import type { RequestObservation } from './observation.js'

/** The parts of a `traceparent` header (W3C Trace Context, level 1). */
export interface TraceParent {
  readonly traceId: string
  readonly spanId: string
  readonly flags: number
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Parses a `traceparent` header. Returns null for a header that the specification says to ignore. */
export function parseTraceparent(header: string | undefined): TraceParent | null {
  const [, version = '', traceId = '', spanId = '', flags = '', more] = form.exec(header?.trim() ?? '') ?? []
  // Later versions may have more parts; version ff is not allowed.
  if (version === '' || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, flags: Number.parseInt(flags, 16) }
}

export function formatTraceparent({ traceId, spanId, flags }: TraceParent): string {
  return `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`
}

/** The parts of a request that have its trace context. */
interface RequestWithTrace {
  readonly observation?: RequestObservation | undefined
  header(name: string): string | undefined
}

/**
 * Returns the trace context for requests that project code sends: that of the request's own span, or else
 * that of the client.
 */
export function traceparentOf(request: RequestWithTrace): string | undefined {
  const own = request.observation?.trace?.traceparent
  if (own !== undefined) return own
  const sent = request.header('traceparent')
  return parseTraceparent(sent) === null ? undefined : sent
}
