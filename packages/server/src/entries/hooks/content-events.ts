/** Listens to writes of entries and files. */
export interface ContentListener {
  /** Returns whether the listener wants the event. Without such a listener the entry isn't read. */
  isHeard(name: string): boolean
  emit(name: string, payload: object): void
}

/** Reports writes of entries and files to listeners of this process, after their transaction. */
export class ContentEvents {
  readonly #listeners = new Set<ContentListener>()

  listen(listener: ContentListener): void {
    this.#listeners.add(listener)
  }

  /** Returns whether a listener wants the event. */
  isHeard(name: string): boolean {
    for (const listener of this.#listeners) if (listener.isHeard(name)) return true
    return false
  }

  emit(name: string, payload: object): void {
    for (const listener of this.#listeners) if (listener.isHeard(name)) listener.emit(name, payload)
  }
}
