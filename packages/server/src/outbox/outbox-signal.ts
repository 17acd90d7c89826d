import type { Database } from '@content-api/engine/database'
import { hasUnnumbered, readOutboxRange } from '@content-api/engine/outbox'

/** Milliseconds between two looks into the outbox for events of other processes, while somebody listens. */
const interval = 500

/**
 * Wakes the readers of the outbox: directly after a write of this process, and soon after a write of another
 * one. It carries no events. Readers look into the outbox, which has all of them.
 */
export class OutboxSignal {
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setInterval> | undefined
  #last = 0
  #isLooking = false

  constructor(private readonly database: Database) {}

  /** Wakes all listeners. */
  readonly notify = (): void => {
    for (const listener of this.#listeners) listener()
  }

  /** Returns a function that removes the listener. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    this.#timer ??= setInterval(() => void this.#look(), interval).unref()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  /** Never rejects: the next look repeats a failed one. */
  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const { last } = await readOutboxRange(this.database)
      const isNew = last !== this.#last || (await hasUnnumbered(this.database))
      this.#last = last
      if (isNew) this.notify()
    } catch {
      // The database is closed or busy.
    } finally {
      this.#isLooking = false
    }
  }
}
