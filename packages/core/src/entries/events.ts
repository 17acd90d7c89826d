import type { AnyTransaction, WriteTransaction } from '@content-api/engine/database'
import type { OutboxEvent, WrittenEntryEvent } from '@content-api/engine/outbox'

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
  /** Only of Strapi 5: a draft was replaced by a copy of the published version. */
  readonly 'entry.draft-discard': EntryEvent
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

/** A write of a file, or a delete, that the outbox records. */
export type RecordedWrite = Omit<OutboxEvent, 'at' | 'name' | 'version'> & { readonly name: EventName }

/** A create or update of an entry that the outbox records. `body` is only called if a webhook wants it. */
export interface RecordedEntry extends Omit<WrittenEntryEvent, 'at' | 'name' | 'body'> {
  readonly name: EventName
  readonly body: () => WrittenEntryEvent['body']
}

/** Records writes in the outbox. Only services with webhooks or live reads have one. */
export interface EventRecorder {
  /** Returns whether events of this name and content type are recorded. */
  wants(name: EventName, type: string): boolean
  /** Adds an event in the transaction of its write. */
  record(transaction: AnyTransaction, write: RecordedWrite): Promise<void>
  /** Adds an event of an entry that exists, after its write. */
  recordEntry(transaction: WriteTransaction, write: RecordedEntry): Promise<void>
  /** Adds an event for each content type of an import. */
  recordImport(transaction: AnyTransaction, types: Iterable<string>): Promise<void>
}

/**
 * The commit hook of all writes of entries, users and files. Listeners of this process hear of a write after
 * its transaction. The outbox records it within the transaction. Imports and seeds only reach the outbox.
 */
export class ContentEvents {
  readonly #listeners = new Set<ContentListener>()

  /**
   * @param report receives the error of a listener. The write is committed, so its request succeeds.
   * @param recorder null if nothing is configured that reads the outbox
   */
  constructor(
    private readonly report: (name: EventName, error: unknown) => void,
    readonly recorder: EventRecorder | null = null,
  ) {}

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

  /** Returns whether a listener or the outbox wants the event. */
  isWanted(name: EventName, type: string): boolean {
    return this.isHeard(name) || (this.recorder?.wants(name, type) ?? false)
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
