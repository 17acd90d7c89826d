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

  /** Pauses all requests. Returns whether this makes the pause longer. */
  pauseFor(milliseconds: number): boolean {
    const until = Date.now() + milliseconds
    const isLonger = until > this.#next
    if (isLonger) this.#next = until
    return isLonger
  }
}

/**
 * Returns the milliseconds that a response asks its client to wait: from `Retry-After` (seconds or an HTTP
 * date), or from `X-RateLimit-Reset` (a time in seconds since 1970, or seconds from now), which Strapi 4.26
 * sends instead. Undefined if neither header is valid.
 */
export function requestedPause(headers: Readonly<Record<string, string>>): number | undefined {
  // The clock of the target, which may differ from that of this machine.
  const date = Date.parse(headers['date'] ?? '')
  const now = Number.isNaN(date) ? Date.now() : date
  const retryAfter = headers['retry-after']
  if (retryAfter !== undefined) {
    const seconds = Number(retryAfter)
    return notNegative(Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - now)
  }
  const reset = headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']
  if (reset === undefined) return undefined
  const seconds = Number(reset)
  return notNegative(seconds > firstTime ? seconds * 1000 - now : seconds * 1000)
}

/** Larger numbers are times, smaller ones durations. */
const firstTime = 1_000_000_000

const notNegative = (milliseconds: number): number | undefined =>
  Number.isFinite(milliseconds) ? Math.max(milliseconds, 0) : undefined
