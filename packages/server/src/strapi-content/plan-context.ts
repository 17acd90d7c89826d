import type { Registry, Schema } from '@content-api/model'
import type { Report } from './report.js'
import type { StrapiSource, Survey } from './source.js'
import type { UniqueValues } from './unique-values.js'

/** What every entry of an import is planned with. */
export interface PlanContext {
  readonly source: Pick<StrapiSource, 'kind'>
  readonly survey: Survey
  readonly registry: Registry
  readonly report: Report
  readonly unique: UniqueValues
  readonly defaultLocale: string
  /** For entries without times. */
  readonly now: string
  /** The first localization of each localized entry that has others. */
  readonly groups: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** Types and attributes that the caller wants left out. */
  readonly leaveOut: ReadonlySet<string>
}

/** One row while it is planned. */
export interface RowPlace {
  readonly schema: Schema
  readonly id: number
  /** `api::article.article 5`, for messages. */
  readonly entry: string
  /** `seo.canonical.`, for messages about components. */
  readonly path: string
}
