import type * as openTelemetry from '@opentelemetry/api'
import type { Tracer, Context, Span, Attributes } from '@opentelemetry/api'
import { ConfigError } from '../config/config-error.js'
import type { TraceProvider } from '../config/telemetry.js'
import type { ObservedStatement, SessionObserver } from '@content-api/engine/database'

/** The parts of a request that a trace uses. */
export interface TracedRequest {
  readonly method: string
  readonly path: string
  header(name: string): string | undefined
}

/** A finished part of a request. */
export interface SpanOfPart {
  readonly name: string
  readonly kind: 'internal' | 'client'
  /** The start and end, as values of `performance.now()`. */
  readonly started: number
  readonly ended: number
  readonly failed?: boolean | undefined
  /** Returns the attributes. Only called if the span is recorded. */
  readonly attributes?: (() => Attributes) | undefined
}

/** The route and status of a finished request. */
export interface RequestOutcome {
  readonly route: string | undefined
  readonly status: number
}

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
  return new Traces(loaded, (provider ?? loaded.trace).getTracer('@content-api/server') as Tracer)
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
export class Traces {
  #finished: RequestTrace[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(
    readonly api: typeof openTelemetry,
    readonly tracer: Tracer,
  ) {}

  begin(request: TracedRequest): RequestTrace {
    return new RequestTrace(this, request)
  }

  /** Records a trace that has ended, later. */
  ended(trace: RequestTrace): void {
    this.#finished.push(trace)
    if (this.#finished.length >= batchSize) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), longestWait).unref()
  }

  /** Records the spans of all finished requests now. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const finished = this.#finished
    this.#finished = []
    for (const trace of finished) trace.record()
  }
}

/** A span, and the context in which other spans become its children. */
interface OpenSpan {
  readonly span: Span
  readonly context: Context
}

/** The trace of one request. A class, because its instances share their methods: one is created for each request. */
export class RequestTrace {
  readonly #started = performance.now()
  #ended = this.#started
  readonly #parts: SpanOfPart[] = []
  #outcome: RequestOutcome | undefined
  /** Created on first use: for most requests when they are recorded. */
  #opened: OpenSpan | undefined

  constructor(
    private readonly target: Traces,
    private readonly request: TracedRequest,
  ) {}

  /** The `traceparent` header for calls to other services; undefined if the provider's span context is not valid. */
  get traceparent(): string | undefined {
    const context = this.#open().span.spanContext()
    if (!this.target.api.isSpanContextValid(context)) return undefined
    const { traceId, spanId, traceFlags: flags } = context
    return formatTraceparent({ traceId, spanId, flags })
  }

  span(part: SpanOfPart): void {
    this.#parts.push(part)
  }

  /** Runs code so that its own spans become children of the request's span, if the provider has a context manager. */
  within<Result>(work: () => Result): Result {
    return this.target.api.context.with(this.#open().context, work)
  }

  /** Records the spans a few milliseconds later, together with those of other requests. */
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

/** Collects the timings of one request while it runs. */
export class RequestObservation implements SessionObserver {
  readonly started = performance.now()
  /** The pattern of the route, such as `/api/articles/:id`; set when a handler has matched it. */
  route: string | undefined
  /**
   * Milliseconds spent on plans (`planning`), on the wait for connections (`waiting`) and on statements
   * (`querying`).
   */
  planning = 0
  waiting = 0
  querying = 0
  statements = 0

  constructor(readonly trace: RequestTrace | null) {}

  /**
   * Records the time since `started` as planning. A plan that was `found` in the cache gets no span,
   * because finding it takes only microseconds.
   */
  planned(type: string, started: number, found: boolean): void {
    const ended = performance.now()
    this.planning += ended - started
    if (found) return
    this.trace?.span({ name: `plan ${type}`, started, ended, kind: 'internal' })
  }

  /** Records a read, or a statement of a transaction. */
  queried({ operation, started, ended, waited = 0, failed, details }: ObservedStatement): void {
    this.waiting += waited
    this.querying += ended - started
    this.statements += 1
    this.trace?.span({ name: operation, started, ended, kind: 'client', failed, attributes: details })
  }

  /** Returns the value of a `Server-Timing` header: the milliseconds of each part and the total. */
  serverTiming(): string {
    const part = (name: string, milliseconds: number, about = '') => `${name};dur=${milliseconds.toFixed(1)}${about}`
    const count = `;desc="${this.statements} statement${this.statements === 1 ? '' : 's'}"`
    return [
      part('plan', this.planning),
      part('wait', this.waiting),
      part('db', this.querying, count),
      part('total', performance.now() - this.started),
    ].join(', ')
  }
}

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
