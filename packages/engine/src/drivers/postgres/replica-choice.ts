import { type Position, type ReadAfter, timelineOf } from '../../database/position.js'

/** The position of the primary at a time. */
interface Mark {
  /** In milliseconds of `performance.now()`. */
  readonly at: number
  readonly position: Position
}

/**
 * Recent positions of the primary, which show how far a replica is behind. The time of the last transaction
 * that a replica replayed can't show this: it grows older while nobody writes.
 */
export class PrimaryHistory {
  #marks: Mark[] = []
  #last: Position | null = null

  /** @param keep milliseconds; longer lags can't be distinguished from each other */
  constructor(readonly keep: number) {}

  /** The last known position of the primary; null until it is known. */
  get last(): Position | null {
    return this.#last
  }

  record(position: Position, at: number): void {
    // A lag can only be measured within one timeline.
    if (this.#last !== null && timelineOf(this.#last) !== timelineOf(position)) this.#marks = []
    if (this.#last !== position) this.#marks.push({ at, position })
    this.#last = position
    // Keeps one mark that is older than `keep`. A replica that hasn't replayed it lags by at least `keep`.
    while ((this.#marks[1]?.at ?? Number.POSITIVE_INFINITY) < at - this.keep) this.#marks.shift()
  }

  /**
   * Returns the lag of a replica: the milliseconds since the primary passed the position that the replica has
   * replayed; 0 if the replica is current.
   */
  lagOf(position: Position, now: number): number {
    const missing = this.#marks.find((mark) => mark.position > position)
    return missing ? now - missing.at : 0
  }
}

/** The state of a replica, as reported by itself. */
export interface ReplicaState {
  readonly isStandby: boolean
  readonly position: Position
}

/** Returns why a replica must not serve reads; null when it may. */
export function reasonToExclude(
  state: ReplicaState | null,
  history: PrimaryHistory,
  { maxLag, now }: { readonly maxLag: number; readonly now: number },
): string | null {
  if (!state) return 'it cannot be reached'
  if (!state.isStandby) return 'it is not a standby'
  if (history.last === null) return 'the primary has not been reached yet'
  const timeline = timelineOf(state.position)
  if (timeline !== timelineOf(history.last)) {
    return `it is on timeline ${Number.parseInt(timeline, 16)} and the primary on ${Number.parseInt(timelineOf(history.last), 16)}`
  }
  const lag = history.lagOf(state.position, now)
  return lag > maxLag ? `it is ${Math.round(lag)} ms behind` : null
}

/** Returns whether a replica has replayed everything that a request must see. */
export function isPast(state: ReplicaState, after: Exclude<ReadAfter, null>): boolean {
  // On another timeline, a greater LSN doesn't mean that the replica has the write.
  return after === 'any' || (timelineOf(state.position) === timelineOf(after) && state.position >= after)
}
