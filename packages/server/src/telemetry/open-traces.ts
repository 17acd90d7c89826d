import type * as openTelemetry from '@opentelemetry/api'
import type { Tracer, Context, Span } from '@opentelemetry/api'
import { ConfigError } from '../config/config-error.js'
import type { TraceProvider } from '../config/telemetry.js'
import type { RequestTrace, TracedRequest, Traces, RequestOutcome, SpanOfPart } from './traces.js'
import { formatTraceparent, parseTraceparent } from './trace-context.js'

interface TracesOptions {
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

/** Where the spans of a request go. */
interface SpanTarget {
  readonly api: typeof openTelemetry
  readonly tracer: Tracer
  /** Called when the request has ended. Calls `record` of the trace later. */
  ended(trace: OpenTrace): void
}

/** A span, and the context in which other spans become its children. */
interface OpenSpan {
  readonly span: Span
  readonly context: Context
}

/** The trace of one request. A class, because its instances share their methods: one is created for each request. */
class OpenTrace implements RequestTrace {
  readonly #started = performance.now()
  #ended = this.#started
  readonly #parts: SpanOfPart[] = []
  #outcome: RequestOutcome | undefined
  /** Created on first use: for most requests when they are recorded. */
  #opened: OpenSpan | undefined

  constructor(
    private readonly target: SpanTarget,
    private readonly request: TracedRequest,
  ) {}

  get traceparent(): string | undefined {
    const context = this.#open().span.spanContext()
    if (!this.target.api.isSpanContextValid(context)) return undefined
    const { traceId, spanId, traceFlags: flags } = context
    return formatTraceparent({ traceId, spanId, flags })
  }

  span(part: SpanOfPart): void {
    this.#parts.push(part)
  }

  within<Result>(work: () => Result): Result {
    return this.target.api.context.with(this.#open().context, work)
  }

  end(outcome: RequestOutcome): void {
    this.#ended = performance.now()
    this.#outcome = outcome
    this.target.ended(this)
  }

  /** Creates a span for each part, and ends the span of the request. */
  record(): void {
    const { span, context } = this.#open()
    const { SpanStatusCode } = this.target.api
    const endTime = unixTime(this.#ended)
    if (!span.isRecording()) return span.end(endTime)
    for (const part of this.#parts) this.#recordPart(part, context)
    const { route, status = 0 } = this.#outcome ?? {}
    if (route !== undefined) {
      span.updateName(`${this.request.method} ${route}`)
      span.setAttribute('http.route', route)
    }
    span.setAttribute('http.response.status_code', status)
    // A 4xx is the client's error (semantic conventions for HTTP servers).
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endTime)
  }

  #open(): OpenSpan {
    if (this.#opened) return this.#opened
    const { api, tracer } = this.target
    const { method, path } = this.request
    const attributes = { 'http.request.method': method, 'url.path': path }
    const options = { kind: api.SpanKind.SERVER, attributes, startTime: unixTime(this.#started) }
    const parent = parentOf(api, this.request)
    const span = tracer.startSpan(method, options, parent)
    return (this.#opened = { span, context: api.trace.setSpan(parent, span) })
  }

  #recordPart({ name, kind, started, ended, failed, attributes }: SpanOfPart, parent: Context): void {
    const { SpanKind, SpanStatusCode } = this.target.api
    const options = {
      kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
      startTime: unixTime(started),
      attributes: attributes?.() ?? {},
    }
    const span = this.target.tracer.startSpan(name, options, parent)
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(unixTime(ended))
  }
}

/** Converts a value of `performance.now()` to milliseconds since 1970. */
const unixTime = (value: number): number => performance.timeOrigin + value

/** Returns the context with the caller's span, read by the registered propagator or else from the W3C headers. */
function parentOf(
  { propagation, trace, ROOT_CONTEXT, createTraceState }: typeof openTelemetry,
  request: TracedRequest,
): Context {
  const getter = {
    get: (from: TracedRequest, name: string) => from.header(name),
    keys: () => ['traceparent', 'tracestate', 'baggage'],
  }
  const extracted = propagation.extract(ROOT_CONTEXT, request, getter)
  if (trace.getSpanContext(extracted)) return extracted
  const parent = parseTraceparent(request.header('traceparent'))
  if (!parent) return extracted
  const { traceId, spanId, flags } = parent
  const state = request.header('tracestate')
  const context = { traceId, spanId, traceFlags: flags, isRemote: true }
  return trace.setSpanContext(extracted, {
    ...context,
    ...(state !== undefined && { traceState: createTraceState(state) }),
  })
}
