import type { Clock } from '@content-api/capabilities/webhooks/clock'

interface Wait {
  readonly at: number
  readonly end: () => void
}

/** A clock that only moves when the test moves it. */
export class TestClock implements Clock {
  readonly #waits = new Set<Wait>()
  #now = Date.now()
  /** By how much the time of day was set. */
  #offset = 0
  #watcher: (() => void) | null = null

  now = (): number => this.#now + this.#offset

  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wait: Wait = {
        at: this.#now + milliseconds,
        end: () => {
          this.#waits.delete(wait)
          resolve()
        },
      }
      if (signal.aborted) return resolve()
      signal.addEventListener('abort', wait.end)
      this.#waits.add(wait)
      this.#watcher?.()
    })
  }

  /** Resolves when this many waits are running. */
  async waiting(count: number): Promise<void> {
    while (this.#waits.size < count) await new Promise<void>((resolve) => (this.#watcher = resolve))
  }

  /** Sets the time of day by some milliseconds. Waits last as long as before. */
  set(milliseconds: number): void {
    this.#offset += milliseconds
  }

  move(milliseconds: number): void {
    this.#now += milliseconds
    for (const wait of this.#waits) if (wait.at <= this.#now) wait.end()
  }
}
