import type { ContentType } from '@content-api/model'

/** The settings of a project that decide how documents are written. */
export interface DocumentSettings {
  readonly defaultLocale: string
  /** Whether required relations and media must have a partner (`api.documents.strictRelations`). */
  readonly strictRelations: boolean
}

/** A document in one locale. `locale` is null for types without locales. */
export interface DocumentKey {
  readonly type: ContentType
  readonly documentId: string
  readonly locale: string | null
}
