import type { ReadAfter } from '../position.js'
import type { PostgresReaders } from '../postgres-readers.js'
import { PrimaryHistory, isPast, reasonToLeaveOut } from './replica-choice.js'
import type { ServerAddress } from './server-address.js'
import { ServerWatch } from './server-watch.js'

/** Milliseconds between two questions about the position of a server. */
export const pollInterval = 20

export interface ReplicasOptions {
  readonly addresses: readonly ServerAddress[]
  /** Milliseconds by which a replica may be behind. */
  readonly maxLag: number
  /** Whether they end statements before the primary does. */
  readonly endEarly: boolean
  /** Opens the connections that read from a replica. */
  readonly open: (address: ServerAddress) => PostgresReaders
  /** Called when a replica is left out, and when it answers again. */
  readonly report: (message: string) => void
}

interface Replica {
  readonly watch: ServerWatch
  readonly readers: PostgresReaders
  /** Reads under way. */
  reads: number
  /** Undefined until it is known; null when it may answer. */
  leftOut: string | null | undefined
}

/** The replicas of a primary, and which of them may answer a request. */
export class Replicas {
  readonly #history: PrimaryHistory
  readonly #replicas: readonly Replica[]
  /** Where the search begins, so that equals take turns. */
  #next = 0

  constructor(readonly options: ReplicasOptions) {
    this.#history = new PrimaryHistory(options.maxLag)
    this.#replicas = options.addresses.map((address) => ({
      watch: new ServerWatch(address, { interval: pollInterval, changed: () => this.#judge() }),
      readers: options.open(address),
      reads: 0,
      leftOut: undefined,
    }))
  }

  get endEarly(): boolean {
    return this.options.endEarly
  }

  /** To be called with each answer of the primary. */
  primaryIs({ state, askedAt }: ServerWatch): void {
    if (state && !state.isStandby) this.#history.record(state.position, askedAt)
    this.#judge()
  }

  /** Resolves when each replica has answered, or didn't. */
  async known(): Promise<void> {
    await Promise.all(this.#replicas.map(({ watch }) => watch.first))
    this.#judge()
  }

  /** Reports what has changed since the last judgement. */
  #judge(): void {
    // At a start, each would be left out.
    if (this.#history.last === null) return
    for (const replica of this.#replicas) {
      const reason = this.#reason(replica)
      const before = replica.leftOut
      replica.leftOut = reason
      if ((before ?? null) === null && reason !== null) this.#report(replica, `is left out: ${reason}`)
      if (typeof before === 'string' && reason === null) this.#report(replica, 'answers reads again')
    }
  }

  #report({ watch }: Replica, what: string): void {
    this.options.report(`The replica ${watch.address.name} ${what}.`)
  }

  #reason({ watch }: Replica): string | null {
    return reasonToLeaveOut(watch.state, this.#history, { maxLag: this.options.maxLag, now: performance.now() })
  }

  /** The replica with the fewest reads among those that may answer; null when the primary has to. */
  #choose(after: Exclude<ReadAfter, null>): Replica | null {
    const count = this.#replicas.length
    let chosen: Replica | null = null
    for (let step = 0; step < count; step++) {
      const replica = this.#replicas[(this.#next + step) % count] as Replica
      const { state } = replica.watch
      if (!state || this.#reason(replica) !== null || !isPast(state, after)) continue
      if (!chosen || replica.reads < chosen.reads) chosen = replica
    }
    this.#next = (this.#next + 1) % count
    return chosen
  }

  /** Runs a read on a replica; null when none may answer it. */
  read<Result>(after: ReadAfter, work: (readers: PostgresReaders) => Promise<Result>): Promise<Result> | null {
    const replica = after === null ? null : this.#choose(after)
    if (!replica) return null
    replica.reads += 1
    return work(replica.readers).finally(() => (replica.reads -= 1))
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.flatMap(({ watch, readers }) => [watch.close(), readers.close()]))
  }
}
