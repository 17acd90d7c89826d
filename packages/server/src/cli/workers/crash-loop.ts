/** Milliseconds after which a worker that ends hasn't failed to start. */
const steady = 10_000
/** Milliseconds before the first replacement; they double with each further one. */
const firstPause = 100
const longestPause = 5_000
/** Replacements of workers that ended early, beside one for each worker. */
const attempts = 5

/** Decides when a worker that ended is replaced, and when that makes no sense any more. */
export class CrashLoop {
  #early = 0

  constructor(readonly workers: number) {}

  /** Workers that ended soon after their start, without one in between that went on. */
  get early(): number {
    return this.#early
  }

  /**
   * @param lived milliseconds since the worker could serve; 0 for one that never could
   * @returns milliseconds until its replacement is started, or null for the end of the service
   */
  ended(lived: number): number | null {
    this.#early = lived < steady ? this.#early + 1 : 0
    if (this.#early > attempts + this.workers) return null
    return Math.min(longestPause, firstPause * 2 ** Math.max(0, this.#early - 1))
  }
}
