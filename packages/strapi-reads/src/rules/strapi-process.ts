/** What the reading of queries depends on in a running Strapi. */
export interface StrapiProcess {
  readonly dialect: 'sqlite' | 'postgres'
  /** The time zone of Strapi's process. Times without an offset are in it. */
  readonly timeZone: string
  /** The major version of Strapi, by default 4. */
  readonly version?: 4 | 5
}
