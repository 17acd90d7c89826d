/** The current load of a queue or a pool. */
export interface Occupancy {
  /** Running jobs, or connections in use. */
  readonly running: number
  readonly waiting: number
}

/** A database statement. */
export interface MeasuredStatement {
  /** The first word of the statement, such as `SELECT`: one of a few. */
  readonly operation: string
  readonly milliseconds: number
  readonly failed: boolean
}

/** Records the work of a database for metrics. */
export interface DatabaseMeter {
  statement(measured: MeasuredStatement): void
  /**
   * Records the milliseconds from the first to the last statement of a transaction, without its wait for a
   * connection.
   */
  transaction(milliseconds: number): void
  /** Records the milliseconds that a read or a write waited for a connection. */
  connectionWait(pool: string, milliseconds: number): void
  pool(name: string, occupancy: () => Occupancy): void
  /** Adds a queue to the metrics. */
  queue(name: string, occupancy: () => Occupancy): void
  /** Records a read that was rejected because its query cost was over the limit. */
  costRejected(): void
}

/** A statement of a request, as its session is notified of it. */
export interface ObservedStatement {
  readonly operation: string
  /** The start and end, as values of `performance.now()`. */
  readonly started: number
  readonly ended: number
  /** Milliseconds that it waited for a connection before `started`. */
  readonly waited?: number
  readonly failed: boolean
  /** Returns the attributes of its span. Only called if there is a span. */
  readonly details?: (() => Readonly<Record<string, string>>) | undefined
}

/** A finished part of a request that isn't a statement, such as a hook. */
export interface SessionSpan {
  readonly name: string
  readonly kind: 'internal'
  readonly started: number
  readonly ended: number
  readonly failed: boolean
}

/** Collects measurements of one request. */
export interface SessionObserver {
  /** The pattern of the route, such as `/api/articles/:id`; undefined until a handler has matched it. */
  readonly route: string | undefined
  /** The spans of the request; null if it isn't traced. */
  readonly trace: { span(part: SessionSpan): void; within<Result>(work: () => Result): Result } | null
  /** Records the time since `started` as planning. `found`: the plan was in the cache. */
  planned(type: string, started: number, found: boolean): void
  /** Records a statement. */
  queried(statement: ObservedStatement): void
}
