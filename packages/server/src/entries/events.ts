/** What the events of entries pass on: the entry without relations and private attributes. */
export interface EntryEvent {
  readonly model: string
  readonly uid: string
  readonly entry: Readonly<Record<string, unknown>>
}

/** What the events of files pass on. */
export interface MediaEvent {
  readonly media: unknown
}

/**
 * All events, with what they pass on. `entry.publish` and `entry.unpublish` follow an update that changes
 * `publishedAt` to or from null.
 */
export interface EventPayloads {
  readonly 'entry.create': EntryEvent
  readonly 'entry.update': EntryEvent
  readonly 'entry.delete': EntryEvent
  readonly 'entry.publish': EntryEvent
  readonly 'entry.unpublish': EntryEvent
  readonly 'media.create': MediaEvent
  readonly 'media.update': MediaEvent
  readonly 'media.delete': MediaEvent
}

export type EventName = keyof EventPayloads

/** Listens to writes of entries and files. */
export interface ContentListener {
  /** Returns whether the listener wants the event. Without such a listener the entry isn't read. */
  isHeard(name: EventName): boolean
  /** Starts the work of the listener. The write is committed and doesn't wait for it. */
  emit<Name extends EventName>(name: Name, payload: EventPayloads[Name]): void
}

/**
 * Reports writes of entries and files to listeners of this process, after their transaction. Imports and
 * seeds report nothing.
 */
export class ContentEvents {
  readonly #listeners = new Set<ContentListener>()

  /** @param report receives the error of a listener. The write is committed, so its request succeeds. */
  constructor(private readonly report: (name: EventName, error: unknown) => void) {}

  /** Returns a function that removes the listener. */
  listen(listener: ContentListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Returns whether a listener wants the event. */
  isHeard(name: EventName): boolean {
    for (const listener of this.#listeners) if (listener.isHeard(name)) return true
    return false
  }

  emit<Name extends EventName>(name: Name, payload: EventPayloads[Name]): void {
    for (const listener of this.#listeners) {
      try {
        if (listener.isHeard(name)) listener.emit(name, payload)
      } catch (error) {
        this.report(name, error)
      }
    }
  }
}
