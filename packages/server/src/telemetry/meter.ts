/** The current load of a queue or a pool. */
export interface Occupancy {
  /** Running jobs, or connections in use. */
  readonly running: number
  readonly waiting: number
}

/** A request whose response was sent. */
export interface MeasuredRequest {
  readonly method: string
  /** The pattern of the route, such as `/api/articles/:id`; undefined if no route matched. */
  readonly route: string | undefined
  readonly status: number
  readonly milliseconds: number
}

/** A database statement, or all statements of one read, measured as one. */
export interface MeasuredStatement {
  /** The first word of the statement, such as `SELECT`: one of a few. */
  readonly operation: string
  readonly milliseconds: number
  readonly failed: boolean
}

/** Records metrics. Names and addresses must not become labels: each distinct label makes a new time series. */
export interface Meter {
  /** Records the start of a request. `request` records its end. */
  begin(): void
  request(measured: MeasuredRequest): void
  statement(measured: MeasuredStatement): void
  /**
   * Records the milliseconds from the first to the last statement of a transaction, without its wait for a
   * connection.
   */
  transaction(milliseconds: number): void
  /** Records the milliseconds that a read or a write waited for a connection. */
  connectionWait(pool: string, milliseconds: number): void
  /** Adds a pool to the metrics. */
  pool(name: string, occupancy: () => Occupancy): void
  /** Adds a queue to the metrics. */
  queue(name: string, occupancy: () => Occupancy): void
  /** Records a request that was rejected because its query cost was over the limit. */
  costRejected(): void
  hook(measured: {
    readonly action: string
    readonly type: string
    readonly milliseconds: number
    readonly failed: boolean
  }): void
  /** Records a lookup in a cache. */
  cache(name: string, hit: boolean): void
}
