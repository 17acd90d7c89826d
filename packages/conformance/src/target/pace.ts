import { setTimeout as sleep } from 'node:timers/promises'

/** Spaces requests evenly, and pauses all of them when the target requests a pause. */
export class Pace {
  #next = 0

  /** @param perSecond requests per second; Infinity for no limit */
  constructor(readonly perSecond: number) {}

  async turn(signal?: AbortSignal): Promise<void> {
    const now = Date.now()
    const at = Math.max(this.#next, now)
    this.#next = at + 1000 / this.perSecond
    if (at > now) await sleep(at - now, undefined, signal ? { signal } : {})
  }

  /**
   * Pauses all requests as `Retry-After` (seconds or an HTTP date) says. Returns false, without a pause, if
   * the header is absent or invalid, or its time exceeds the limit.
   */
  pauseFor(retryAfter: string | undefined, longestMilliseconds: number): boolean {
    if (retryAfter === undefined) return false
    const seconds = Number(retryAfter)
    const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - Date.now()
    if (!Number.isFinite(milliseconds) || milliseconds > longestMilliseconds) return false
    this.#next = Math.max(this.#next, Date.now() + Math.max(milliseconds, 0))
    return true
  }
}
