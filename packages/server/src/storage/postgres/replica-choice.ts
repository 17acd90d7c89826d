import { type Position, type ReadAfter, timelineOf } from '../position.js'

/** Where the primary was at a time. */
interface Mark {
  /** Milliseconds, by `performance.now()`. */
  readonly at: number
  readonly position: Position
}

/**
 * Where the primary was lately, to compute how far a replica is behind. The time of the last transaction that a replica has
 * replayed doesn't tell: it ages while nobody writes.
 */
export class PrimaryHistory {
  #marks: Mark[] = []
  #last: Position | null = null

  /** @param keep milliseconds; no larger lag is told apart from others */
  constructor(readonly keep: number) {}

  /** The last known position of the primary; null until there is one. */
  get last(): Position | null {
    return this.#last
  }

  record(position: Position, at: number): void {
    // Positions of another timeline compare with none of these.
    if (this.#last !== null && timelineOf(this.#last) !== timelineOf(position)) this.#marks = []
    if (this.#last !== position) this.#marks.push({ at, position })
    this.#last = position
    // The oldest mark that is beyond `keep` stays: a replica that hasn't passed it lags at least as long.
    while ((this.#marks[1]?.at ?? Number.POSITIVE_INFINITY) < at - this.keep) this.#marks.shift()
  }

  /** Milliseconds since the primary went past what a replica has replayed; 0 where it hasn't. */
  lagOf(position: Position, now: number): number {
    const missing = this.#marks.find((mark) => mark.position > position)
    return missing ? now - missing.at : 0
  }
}

/** What a replica says about itself. */
export interface ReplicaState {
  readonly isStandby: boolean
  readonly position: Position
}

/** Why a replica is left out; null when it may answer. */
export function reasonToLeaveOut(
  state: ReplicaState | null,
  history: PrimaryHistory,
  { maxLag, now }: { readonly maxLag: number; readonly now: number },
): string | null {
  if (!state) return 'it cannot be reached'
  if (!state.isStandby) return 'it is no standby'
  if (history.last === null) return 'the primary has not been reached yet'
  const timeline = timelineOf(state.position)
  if (timeline !== timelineOf(history.last)) {
    return `it is on timeline ${Number.parseInt(timeline, 16)} and the primary on ${Number.parseInt(timelineOf(history.last), 16)}`
  }
  const lag = history.lagOf(state.position, now)
  return lag > maxLag ? `it is ${Math.round(lag)} ms behind` : null
}

/** Whether a replica that isn't left out has what a request has to see. */
export function isPast(state: ReplicaState, after: Exclude<ReadAfter, null>): boolean {
  // Of another timeline a number may be reached without the write.
  return after === 'any' || (timelineOf(state.position) === timelineOf(after) && state.position >= after)
}
