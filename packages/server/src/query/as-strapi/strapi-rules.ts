/**
 * Makes plans read as Strapi 4.26 or 5.54 does where it differs from this server, for reads beside it.
 * Planning throws for parts of a query that it can't read this way, so that the request goes to Strapi.
 */
export interface StrapiRules {
  readonly dialect: 'sqlite' | 'postgres'
  /** The time zone of Strapi's process. Times without an offset are in it. */
  readonly timeZone: string
  /** The major version of Strapi, by default 4. */
  readonly version?: 4 | 5
}
