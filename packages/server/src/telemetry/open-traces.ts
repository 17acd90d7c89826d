import type * as openTelemetry from '@opentelemetry/api'
import type { Tracer } from '@opentelemetry/api'
import { ConfigError } from '../config/config-error.js'
import type { TraceProvider } from '../config/telemetry.js'
import { OpenTrace, type SpanTarget } from './request-trace.js'
import type { RequestTrace, TracedRequest, Traces } from './traces.js'

export interface TracesOptions {
  /** Whether to record traces. Default: true if a provider is set or registered. */
  readonly enabled?: boolean | undefined
  /** Used instead of the registered provider. */
  readonly provider?: TraceProvider | undefined
}

/** The key of `globalThis` under which every copy of @opentelemetry/api 1 keeps registered providers. */
const registry = Symbol.for('opentelemetry.js.api.1')

/** Returns whether a program has registered a tracer provider. Does not load the package for this. */
function isProviderRegistered(): boolean {
  const registered = (globalThis as Record<symbol, { readonly trace?: unknown } | undefined>)[registry]
  return registered?.trace !== undefined
}

/**
 * Opens traces if the options or a registered provider enable them; returns null otherwise.
 * @throws ConfigError if traces are enabled and @opentelemetry/api isn't installed
 */
export async function openTraces({ enabled, provider }: TracesOptions): Promise<Traces | null> {
  if (enabled === false || (!enabled && !provider && !isProviderRegistered())) return null
  const loaded = await import('@opentelemetry/api').catch(missing)
  return new BatchedTraces(loaded, (provider ?? loaded.trace).getTracer('@content-api/server') as Tracer)
}

function missing(): never {
  const message = 'needs the package @opentelemetry/api: install it with "npm install @opentelemetry/api".'
  throw new ConfigError([{ file: 'the configuration', path: 'traces', message }])
}

/** The number of finished requests that are recorded together. */
const batchSize = 64
/** The longest time in milliseconds that a finished request waits until it is recorded. */
const longestWait = 20

/**
 * Records finished requests in batches. Recording each one immediately takes twice as long, because the code
 * of the SDK is then no longer in the processor's caches.
 */
class BatchedTraces implements Traces, SpanTarget {
  #finished: OpenTrace[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(
    readonly api: typeof openTelemetry,
    readonly tracer: Tracer,
  ) {}

  begin(request: TracedRequest): RequestTrace {
    return new OpenTrace(this, request)
  }

  ended(trace: OpenTrace): void {
    this.#finished.push(trace)
    if (this.#finished.length >= batchSize) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), longestWait).unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const finished = this.#finished
    this.#finished = []
    for (const trace of finished) trace.record()
  }
}
