import type { RequestTrace } from './traces.js'

/** What is known of one request's work while it is under way. */
export class RequestObservation {
  readonly started = performance.now()
  /** The pattern of the route, such as `/api/articles/:id`, once a handler has found it. */
  route: string | undefined
  /** Milliseconds of making plans, of waiting for connections and of statements. */
  planning = 0
  waiting = 0
  querying = 0
  statements = 0

  constructor(readonly trace: RequestTrace | null) {}

  /** Notes that a plan was made since `started`, or found: that takes some microseconds, which are worth no span. */
  planned(type: string, started: number, found: boolean): void {
    const ended = performance.now()
    this.planning += ended - started
    if (found) return
    this.trace?.span({ name: `plan ${type}`, started, ended, kind: 'internal' })
  }

  /** Notes a read, or a statement of a transaction. */
  queried({ operation, started, ended, waited = 0, failed, details }: ObservedStatement): void {
    this.waiting += waited
    this.querying += ended - started
    this.statements += 1
    this.trace?.span({ name: operation, started, ended, kind: 'client', failed, attributes: details?.() })
  }

  /** The value of a `Server-Timing` header: milliseconds of each part, and of all of it. */
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

export interface ObservedStatement {
  readonly operation: string
  /** In milliseconds of `performance.now()`. */
  readonly started: number
  readonly ended: number
  /** Milliseconds before that, until there was a connection. */
  readonly waited?: number
  readonly failed: boolean
  /** What a span says of it; only called where there is one. */
  readonly details?: (() => Readonly<Record<string, string>>) | undefined
}
