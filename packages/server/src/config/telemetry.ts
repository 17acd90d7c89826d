import * as z from 'zod/mini'

const port = z.int().check(z.nonnegative(), z.maximum(65_535))

/** The `metrics` section of the configuration. */
export const metrics = z.strictObject({
  /** The address to answer `/metrics` on: never one that clients of the service should reach. */
  host: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  /** Its own, so that no rule of a proxy publishes it by mistake; 0 takes a free one. */
  port: z._default(port, 9464),
})

/** A tracer provider of OpenTelemetry, which may not be installed. */
export interface TraceProvider {
  getTracer(name: string): unknown
}

const provider = z.custom<TraceProvider>(
  (given) =>
    typeof given === 'object' && given !== null && typeof (given as Partial<TraceProvider>).getTracer === 'function',
  { error: 'must be a tracer provider of OpenTelemetry.' },
)

/** The `traces` section of the configuration. */
export const traces = z.strictObject({
  /** Unless it is said: whether the program has registered a tracer provider when the service opens. */
  enabled: z.optional(z.boolean()),
  /** Instead of the registered one. */
  provider: z.optional(provider),
})
