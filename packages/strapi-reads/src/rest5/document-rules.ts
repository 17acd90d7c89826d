/** How documents are read, as far as it depends on who responds to the request. */
export interface DocumentRules {
  /**
   * Whether this server responds to everything. Otherwise it leaves to Strapi what Strapi reads in a way that
   * is not imitated here, such as a search of private attributes.
   */
  readonly servesAll: boolean
  /** The form of entries: flat, or as in Strapi 4, with `attributes` and `data`. */
  readonly form: 'flat' | 'v4'
}

/** The rules beside a running Strapi. */
export const besideStrapi: DocumentRules = { servesAll: false, form: 'flat' }
