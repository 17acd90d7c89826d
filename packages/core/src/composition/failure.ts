/** Reports a failure to the operator. The client only receives its status. */
export type Log = (failure: Failure) => void

export interface Failure {
  /** The response has the same id in `X-Request-Id`. */
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly error: unknown
}
