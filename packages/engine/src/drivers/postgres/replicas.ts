import type { PostgresReaders } from './postgres-readers.js'
import type { ServerAddress } from './server-address.js'
import { ServerWatch } from './server-watch.js'
import { type LogPosition, type ReadAfter, timelineOf } from '../../database/position.js'

/** Milliseconds between two queries of a server's position. */
export const pollInterval = 20

export interface ReplicasOptions {
  readonly addresses: readonly ServerAddress[]
  /** The largest lag of a replica, in milliseconds. */
  readonly maxLag: number
  /** Whether replicas cancel statements earlier than the primary. */
  readonly endEarly: boolean
  /** Opens read connections to a replica. */
  readonly open: (address: ServerAddress) => PostgresReaders
  /** Called when a replica is excluded, and when it serves reads again. */
  readonly report: (message: string) => void
}

export interface Replica {
  readonly watch: ServerWatch
  readonly readers: PostgresReaders
  /** The number of running reads. */
  reads: number
  /** Why it is excluded: null when it serves reads, undefined until its state is known. */
  exclusion: string | null | undefined
}

/** The replicas of a primary, and the choice of one for each request. */
export class Replicas {
  readonly #history: PrimaryHistory
  readonly #replicas: readonly Replica[]
  /** The index at which the next search begins, so that replicas with equally many reads are used in turn. */
  #next = 0

  constructor(readonly options: ReplicasOptions) {
    this.#history = new PrimaryHistory(options.maxLag)
    this.#replicas = options.addresses.map((address) => ({
      watch: new ServerWatch(address, { interval: pollInterval, changed: () => this.#update() }),
      readers: options.open(address),
      reads: 0,
      exclusion: undefined,
    }))
  }

  get endEarly(): boolean {
    return this.options.endEarly
  }

  /** Records a new state of the primary. */
  recordPrimary({ state, queriedAt }: ServerWatch): void {
    if (state && !state.isStandby) this.#history.record(state.position, queriedAt)
    this.#update()
  }

  /** Resolves when the first query of each replica has succeeded or failed. */
  async ready(): Promise<void> {
    await Promise.all(this.#replicas.map(({ watch }) => watch.first))
    this.#update()
  }

  #update(): void {
    for (const replica of this.#replicas) this.#checkExclusion(replica)
  }

  /** Returns whether a replica must not serve reads now, and reports if that has changed. */
  #checkExclusion(replica: Replica): boolean {
    // Until the states of both servers are known, the replica is excluded; only later reasons are reported.
    if (this.#history.last === null || !replica.watch.isKnown) return true
    const { maxLag } = this.options
    const reason = reasonToExclude(replica.watch.state, this.#history, { maxLag, now: performance.now() })
    const before = replica.exclusion
    replica.exclusion = reason
    if ((before ?? null) === null && reason !== null) this.#report(replica, `gets no reads: ${reason}`)
    if (typeof before === 'string' && reason === null) this.#report(replica, 'gets reads again')
    return reason !== null
  }

  #report({ watch }: Replica, what: string): void {
    this.options.report(`The replica ${watch.address.name} ${what}.`)
  }

  /** Returns the replica with the fewest running reads among those that are current enough; null when there is none. */
  choose(after: Exclude<ReadAfter, null>): Replica | null {
    const count = this.#replicas.length
    let chosen: Replica | null = null
    for (let step = 0; step < count; step++) {
      const replica = this.#replicas[(this.#next + step) % count] as Replica
      const { state } = replica.watch
      if (this.#checkExclusion(replica) || !state || !isPast(state, after)) continue
      if (!chosen || replica.reads < chosen.reads) chosen = replica
    }
    this.#next = (this.#next + 1) % count
    return chosen
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.flatMap(({ watch, readers }) => [watch.close(), readers.close()]))
  }
}

/** The position of the primary at a time. */
interface Mark {
  /** In milliseconds of `performance.now()`. */
  readonly at: number
  readonly position: LogPosition
}

/**
 * Recent positions of the primary, which show how far a replica is behind. The time of the last transaction
 * that a replica replayed can't show this: it grows older while nobody writes.
 */
export class PrimaryHistory {
  #marks: Mark[] = []
  #last: LogPosition | null = null

  /** @param keep milliseconds; longer lags can't be distinguished from each other */
  constructor(readonly keep: number) {}

  /** The last known position of the primary; null until it is known. */
  get last(): LogPosition | null {
    return this.#last
  }

  record(position: LogPosition, at: number): void {
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
  lagOf(position: LogPosition, now: number): number {
    const missing = this.#marks.find((mark) => mark.position > position)
    return missing ? now - missing.at : 0
  }
}

/** The state of a replica, as reported by itself. */
interface ReplicaState {
  readonly isStandby: boolean
  readonly position: LogPosition
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
