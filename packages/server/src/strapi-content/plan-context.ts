import type { Registry, Schema } from '@content-api/model'
import type { Report } from './report.js'
import type { StrapiSource, Survey } from './source.js'
import type { UniqueValues } from './unique-values.js'

/** The input that planning an entry needs besides the entry; the same for all entries of an import. */
export interface PlanContext {
  readonly source: Pick<StrapiSource, 'kind'>
  readonly survey: Survey
  readonly registry: Registry
  readonly report: Report
  readonly unique: UniqueValues
  readonly defaultLocale: string
  /** The time of the import, for entries without `createdAt` or `updatedAt`. */
  readonly now: string
  /**
   * The least id among the localizations of an entry, by type and id. Entries without other localizations are
   * missing.
   */
  readonly groups: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** Types and attributes that are not imported, as the caller requested. */
  readonly leaveOut: ReadonlySet<string>
}

/** The row that is being planned. */
export interface RowPlace {
  readonly schema: Schema
  readonly id: number
  /** `api::article.article 5`, for messages. */
  readonly entry: string
  /** `seo.canonical.`, for messages about components. */
  readonly path: string
  /** The level of a component in its entry: 0 for the entry itself. */
  readonly depth: number
}
