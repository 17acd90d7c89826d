/** The part of an `AbortSignal` that requests use; an `AbortSignal` is one. */
export interface Cancellation {
  readonly aborted: boolean
  /** An Error once it is aborted. */
  readonly reason: unknown
  /** @throws its reason once it is aborted */
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/**
 * A cancellation without the rest of `EventTarget`: each request has one, and Node's `AbortController` with a listener takes a
 * tenth of the CPU time of a small read (`node --cpu-prof`, `GET /api/countries/1` of the atlas).
 */
export class Cancel implements Cancellation {
  aborted = false
  reason: unknown
  readonly #listeners = new Set<() => void>()

  abort(reason: Error): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    for (const listener of this.#listeners) listener()
    this.#listeners.clear()
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener)
  }
}
