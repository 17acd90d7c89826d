import type { DatabaseMeter } from '@content-api/engine/database'

/** A request whose response was sent. */
export interface MeasuredRequest {
  readonly method: string
  /** The pattern of the route, such as `/api/articles/:id`; undefined if no route matched. */
  readonly route: string | undefined
  readonly status: number
  readonly milliseconds: number
}

/** Records metrics. Names and addresses must not become labels: each distinct label makes a new time series. */
export interface Meter extends DatabaseMeter {
  /** Records the start of a request. `request` records its end. */
  begin(): void
  request(measured: MeasuredRequest): void
  hook(measured: {
    readonly action: string
    readonly type: string
    readonly milliseconds: number
    readonly failed: boolean
  }): void
  /** Records a lookup in a cache. */
  cache(name: string, hit: boolean): void
}
