import type * as api from '@opentelemetry/api'
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import { ConfigError } from '../config/config-error.js'
import type { TraceProvider } from '../config/telemetry.js'
import { formatTraceparent, parseTraceparent } from './trace-context.js'

/** What a trace needs to know of a request. */
export interface TracedRequest {
  readonly method: string
  readonly path: string
  header(name: string): string | undefined
}

/** A part of a request that is over. */
export interface SpanOfPart {
  readonly name: string
  readonly kind: 'internal' | 'client'
  /** In milliseconds of `performance.now()`. */
  readonly started: number
  readonly ended: number
  readonly failed?: boolean | undefined
  readonly attributes?: Attributes | undefined
}

/** The span of one request. */
export interface RequestTrace {
  /** What a call to another service sends as its `traceparent`; undefined where nothing is recorded and nothing was sent. */
  readonly traceparent: string | undefined
  span(part: SpanOfPart): void
  /** Runs code whose own spans belong below that of the request, where the provider has a context manager. */
  within<Result>(work: () => Result): Result
  end(outcome: { readonly route: string | undefined; readonly status: number }): void
}

export interface Traces {
  begin(request: TracedRequest): RequestTrace
}

export interface TracesOptions {
  /** Unless given: whether a provider is registered. */
  readonly enabled?: boolean | undefined
  /** Instead of the registered one. */
  readonly provider?: TraceProvider | undefined
}

/** Where every copy of @opentelemetry/api 1 keeps what is registered. */
const registry = Symbol.for('opentelemetry.js.api.1')

/** Whether a program has registered a tracer provider. Found without loading the package, which is always installed. */
function isProviderRegistered(): boolean {
  const registered = (globalThis as Record<symbol, { readonly trace?: unknown } | undefined>)[registry]
  return registered?.trace !== undefined
}

/**
 * Opens traces if the options or a registered provider want them; null otherwise.
 * @throws ConfigError when they are wanted and @opentelemetry/api isn't installed
 */
export async function openTraces({ enabled, provider }: TracesOptions): Promise<Traces | null> {
  if (enabled === false || (!enabled && !provider && !isProviderRegistered())) return null
  const loaded = await import('@opentelemetry/api').catch(missing)
  const tracer = (provider ?? loaded.trace).getTracer('@content-api/server') as Tracer
  return { begin: (request) => new OpenTrace(loaded, tracer, request) }
}

function missing(): never {
  const message = 'needs the package @opentelemetry/api: install it with "npm install @opentelemetry/api".'
  throw new ConfigError([{ file: 'the configuration', path: 'traces', message }])
}

type Api = typeof api

/** A class, like everything that is made for each request. */
class OpenTrace implements RequestTrace {
  readonly #api: Api
  readonly #tracer: Tracer
  readonly #span: Span
  readonly #parent: Context
  #context: Context | undefined
  readonly #method: string

  constructor(api: Api, tracer: Tracer, request: TracedRequest) {
    const { method, path } = request
    const attributes = { 'http.request.method': method, 'url.path': path }
    const options = { kind: api.SpanKind.SERVER, attributes }
    const parent = parentOf(api, request)
    this.#api = api
    this.#tracer = tracer
    this.#method = method
    this.#span = tracer.startSpan(method, options, parent)
    this.#parent = parent
  }

  get traceparent(): string | undefined {
    const { traceId, spanId, traceFlags: flags } = this.#span.spanContext()
    return this.#api.isSpanContextValid(this.#span.spanContext())
      ? formatTraceparent({ traceId, spanId, flags })
      : undefined
  }

  span({ name, kind, started, ended, failed, attributes = {} }: SpanOfPart): void {
    if (!this.#span.isRecording()) return
    const { SpanKind, SpanStatusCode } = this.#api
    const options = {
      kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
      startTime: performance.timeOrigin + started,
      attributes,
    }
    const span = this.#tracer.startSpan(name, options, this.#own())
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(performance.timeOrigin + ended)
  }

  within<Result>(work: () => Result): Result {
    return this.#api.context.with(this.#own(), work)
  }

  /** Made for the first span below: requests that aren't recorded have none. */
  #own(): Context {
    return (this.#context ??= this.#api.trace.setSpan(this.#parent, this.#span))
  }

  end({ route, status }: Parameters<RequestTrace['end']>[0]): void {
    if (!this.#span.isRecording()) return this.#span.end()
    if (route !== undefined) {
      this.#span.updateName(`${this.#method} ${route}`)
      this.#span.setAttribute('http.route', route)
    }
    this.#span.setAttribute('http.response.status_code', status)
    // A 4xx is the client's error (semantic conventions for HTTP servers).
    if (status >= 500) this.#span.setStatus({ code: this.#api.SpanStatusCode.ERROR })
    this.#span.end()
  }
}

/** The span of the caller: as the registered propagator reads it, or by W3C's header where none is registered. */
function parentOf({ propagation, trace, ROOT_CONTEXT, createTraceState }: Api, request: TracedRequest): Context {
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
