import type * as api from '@opentelemetry/api'
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import { ConfigError } from '../config/config-error.js'
import type { TraceProvider } from '../config/telemetry.js'
import { formatTraceparent, parseTraceparent } from './trace-context.js'

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
  readonly attributes?: Attributes | undefined
}

/** The span of one request. */
export interface RequestTrace {
  /** The `traceparent` header for calls to other services; undefined if the provider's span context is not valid. */
  readonly traceparent: string | undefined
  span(part: SpanOfPart): void
  /** Runs code so that its own spans become children of the request's span, if the provider has a context manager. */
  within<Result>(work: () => Result): Result
  end(outcome: { readonly route: string | undefined; readonly status: number }): void
}

export interface Traces {
  begin(request: TracedRequest): RequestTrace
}

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
  const tracer = (provider ?? loaded.trace).getTracer('@content-api/server') as Tracer
  return { begin: (request) => new OpenTrace(loaded, tracer, request) }
}

function missing(): never {
  const message = 'needs the package @opentelemetry/api: install it with "npm install @opentelemetry/api".'
  throw new ConfigError([{ file: 'the configuration', path: 'traces', message }])
}

type Api = typeof api

/** The trace of one request. A class, because one is created for each request. */
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

  /**
   * The context of the request's span. Created for its first child span: requests that aren't recorded don't
   * need it.
   */
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

/** Returns the context with the caller's span, read by the registered propagator or else from the W3C headers. */
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
