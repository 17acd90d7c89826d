/** A worker that serves for this many milliseconds has started successfully. */
const steady = 10_000
/** Milliseconds before the first replacement. The pause doubles with each further one. */
const firstPause = 100
const longestPause = 5_000
/** The number of early ends that are allowed in a row, in addition to one for each worker. */
const attempts = 5

/** Decides when an ended worker is replaced, and when the service gives up. */
export class CrashLoop {
  #early = 0

  constructor(readonly workers: number) {}

  /** The number of workers in a row that ended soon after their start. */
  get early(): number {
    return this.#early
  }

  /**
   * @param lived milliseconds that the worker served; 0 when it never did
   * @returns milliseconds until the replacement is started, or null when the service must end
   */
  ended(lived: number): number | null {
    this.#early = lived < steady ? this.#early + 1 : 0
    if (this.#early > attempts + this.workers) return null
    return Math.min(longestPause, firstPause * 2 ** Math.max(0, this.#early - 1))
  }
}
