/** The time. Tests replace it, so that they don't wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after some milliseconds, or as soon as the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      signal.addEventListener('abort', end)
      if (signal.aborted) end()
    }),
}

/** A wait that others can end. A call of `wake` without a wait ends the next one. */
export class Sleep {
  #isWoken = false
  #controller: AbortController | null = null

  constructor(private readonly clock: Clock) {}

  readonly wake = (): void => {
    this.#isWoken = true
    this.#controller?.abort()
  }

  /** Returns whether it was ended by `wake`. */
  async for(milliseconds: number): Promise<boolean> {
    if (!this.#isWoken && milliseconds > 0) {
      this.#controller = new AbortController()
      await this.clock.wait(milliseconds, this.#controller.signal)
      this.#controller = null
    }
    const isWoken = this.#isWoken
    this.#isWoken = false
    return isWoken
  }
}
