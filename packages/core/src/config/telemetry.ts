import * as z from 'zod/mini'

const port = z.int().check(z.nonnegative(), z.maximum(65_535))

/** The `metrics` section of the configuration. */
export const metrics = z.strictObject({
  /** The address that serves `/metrics`. Clients of the service should not be able to reach it. */
  host: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  /** A separate port, so that no rule of a proxy publishes the metrics by mistake. 0 selects a free port. */
  port: z._default(port, 9464),
})

/** A tracer provider of OpenTelemetry. Declared here, because the package of OpenTelemetry may not be installed. */
export interface TraceProvider {
  getTracer(name: string): unknown
}

const provider = z.custom<TraceProvider>(
  (value) =>
    typeof value === 'object' && value !== null && typeof (value as Partial<TraceProvider>).getTracer === 'function',
  { error: 'must be a tracer provider of OpenTelemetry.' },
)

/** The `traces` section of the configuration. */
export const traces = z.strictObject({
  /** The default is true if the program has registered a tracer provider when the service opens. */
  enabled: z.optional(z.boolean()),
  /** A provider to use instead of the registered one. */
  provider: z.optional(provider),
})
