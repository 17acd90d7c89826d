import type { Attributes } from '@opentelemetry/api'

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

/** The spans of one request. */
export interface RequestTrace {
  /** The `traceparent` header for calls to other services; undefined if the provider's span context is not valid. */
  readonly traceparent: string | undefined
  span(part: SpanOfPart): void
  /** Runs code so that its own spans become children of the request's span, if the provider has a context manager. */
  within<Result>(work: () => Result): Result
  /** Records the spans a few milliseconds later, together with those of other requests. */
  end(outcome: RequestOutcome): void
}

export interface Traces {
  begin(request: TracedRequest): RequestTrace
  /** Records the spans of all finished requests now. */
  flush(): void
}
