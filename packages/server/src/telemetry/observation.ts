import type { ObservedStatement, SessionObserver } from '@content-api/engine/database'
import type { RequestTrace } from './traces.js'

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
