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
