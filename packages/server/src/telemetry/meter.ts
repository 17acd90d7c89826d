/** What a queue or a pool holds at the moment. */
export interface Occupancy {
  /** Jobs that run, or connections that are lent. */
  readonly running: number
  readonly waiting: number
}

/** A request that was answered. */
export interface MeasuredRequest {
  readonly method: string
  /** The pattern of the route, such as `/api/articles/:id`; undefined where no route was found. */
  readonly route: string | undefined
  readonly status: number
  readonly milliseconds: number
}

/** A statement in the database, or the statements of one read. */
export interface MeasuredStatement {
  /** One of a few words: the first of the statement. */
  readonly operation: string
  readonly milliseconds: number
  readonly failed: boolean
}

/** Records what a service does. Names and addresses never go into it: every distinct label is a series of its own. */
export interface Meter {
  /** A request has begun: `request` reports its end. */
  begin(): void
  request(measured: MeasuredRequest): void
  statement(measured: MeasuredStatement): void
  /** Milliseconds between the first and the last statement of a transaction, its wait for a connection left out. */
  transaction(milliseconds: number): void
  /** Milliseconds that a read or a write waited for a connection. */
  connectionWait(pool: string, milliseconds: number): void
  /** Shows a pool from now on. */
  pool(name: string, occupancy: () => Occupancy): void
  /** Shows a queue from now on. */
  queue(name: string, occupancy: () => Occupancy): void
  /** A request was rejected because of what it would cost. */
  costRejected(): void
  hook(measured: {
    readonly action: string
    readonly type: string
    readonly milliseconds: number
    readonly failed: boolean
  }): void
  /** A cache was asked. */
  cache(name: string, hit: boolean): void
}
