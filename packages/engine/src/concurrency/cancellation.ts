/** The part of `AbortSignal` that requests use. Every `AbortSignal` is a `Cancellation`. */
export interface Cancellation {
  readonly aborted: boolean
  /** An Error after the abort. */
  readonly reason: unknown
  /** @throws the reason after the abort */
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/**
 * A small replacement for `AbortController`. Each request has one. Node's `AbortController` with a listener
 * would take a tenth of the CPU time of a small read (`node --cpu-prof`, `GET /api/countries/1` of the
 * atlas).
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
