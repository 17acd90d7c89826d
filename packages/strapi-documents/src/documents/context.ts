import type { ContentType } from '@content-api/model'
import type { RowHooks } from '../rows/row-hooks.js'
import type { DocumentEvents } from './document-events.js'

/** The settings of a project that decide how documents are written. */
export interface DocumentSettings {
  readonly defaultLocale: string
  /** Whether required relations and media must have a partner (`api.documents.strictRelations`). */
  readonly strictRelations: boolean
}

/** What the writes of documents depend on. */
export interface WriteScope {
  readonly settings: DocumentSettings
  /** The hooks of rows; null if the project has none. */
  readonly hooks: RowHooks | null
  readonly events: DocumentEvents
}

/** A document in one locale. `locale` is null for types without locales. */
export interface DocumentKey {
  readonly type: ContentType
  readonly documentId: string
  readonly locale: string | null
}
