import type { ContentType } from '@content-api/model'

/** A generated route that may run project code. */
export interface CoreRoute {
  readonly type: ContentType
  /**
   * Returns whether the route runs project code. Call it when the service is open: hooks may be added until
   * then. If false, the plain route is used.
   */
  readonly isActive: () => boolean
}

/** A route with the API of its folder. The API is null for routes of `src/index` and of programs. */
export interface FoundRoute {
  readonly api: string | null
  readonly definition: unknown
  readonly core?: CoreRoute
  readonly replaces?: string
  /** The file of a Strapi project. Its mistakes that Strapi ignores are only warnings. */
  readonly file?: string
  readonly atRoot?: boolean
}
