import type { AnyDatabase, Connection } from '@content-api/engine/database'
import { hasUnnumbered, type Notifications, openNotifications, readOutboxRange } from '@content-api/engine/outbox'

/** Milliseconds between two looks into the outbox for events of other processes, while somebody listens. */
const interval = 500
/** Of so many looks, all but one are left out while the database notifies this process. */
const looksPerNotified = 10

/**
 * Wakes the readers of the outbox: directly after a write of this process, and soon after a write of another
 * one. It carries no events. Readers look into the outbox, which has all of them.
 */
export class OutboxSignal {
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setInterval> | undefined
  #notifications: Promise<Notifications | null> | null = null
  #opened: Notifications | null = null
  #last = 0
  #looks = 0
  #isLooking = false

  /** @param connection where other processes may write; null if none does */
  constructor(
    private readonly database: AnyDatabase,
    private readonly connection: Connection | null = null,
  ) {}

  /** Wakes all listeners, also those of other processes. */
  readonly notify = (): void => {
    this.#wake()
    this.#opened?.send()
  }

  readonly #wake = (): void => {
    for (const listener of this.#listeners) listener()
  }

  /** Returns a function that removes the listener. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    this.#timer ??= setInterval(() => void this.#look(), interval).unref()
    if (this.connection) this.#notifications ??= this.#open(this.connection)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  async #open(connection: Connection): Promise<Notifications | null> {
    this.#opened = await openNotifications(connection, this.#wake)
    return this.#opened
  }

  /** Ends the connection for notifications. */
  async close(): Promise<void> {
    const opened = await this.#notifications
    this.#opened = null
    await opened?.close()
  }

  /** Never rejects: the next look repeats a failed one. */
  async #look(): Promise<void> {
    if (this.#isLooking) return
    if (this.#opened?.isConnected && ++this.#looks % looksPerNotified !== 0) return
    this.#isLooking = true
    try {
      const { last } = await readOutboxRange(this.database)
      const isNew = last !== this.#last || (await hasUnnumbered(this.database))
      this.#last = last
      if (isNew) this.#wake()
    } catch {
      // The database is closed or busy.
    } finally {
      this.#isLooking = false
    }
  }
}
