import type { ReadOnlyConnection } from '@content-api/engine/database'
import type { LoadedConfig } from '@content-api/core/config/loaded-config'
import type { Config } from '@content-api/core/config/schema'

/** A middleware of `config/middlewares`. */
export interface ConfiguredMiddleware {
  /** The name, such as `strapi::cors`; null for one that only has `resolve`. */
  readonly name: string | null
  /** A file or package that has the code of the middleware. */
  readonly resolve: string | null
  readonly config: unknown
}

/** A value with the file that sets it, relative to the project. */
export interface WrittenValue {
  readonly file: string
  readonly value: unknown
}

/** What `config/` and `.env` of a Strapi project say, as far as reads beside Strapi need it. */
export interface BesideSettings {
  /** The major version of Strapi. */
  readonly version: 4 | 5
  /**
   * The configuration of this server, with the settings of Strapi: the prefix, limits and private attributes
   * of REST, the limits of GraphQL. `database` is Strapi's.
   */
  readonly config: Config
  /** `config` with its sources. */
  readonly loadedConfig: LoadedConfig
  /** Strapi's database. */
  readonly connection: ReadOnlyConnection
  /** The time zone of Strapi's process. */
  readonly timeZone: string
  /** The URL of Strapi. */
  readonly strapi: URL
  /** The secret of the tokens of users; null if the project has none, so that only Strapi can check them. */
  readonly jwtSecret: string | null
  /** The salt of API tokens; null if the project has none. */
  readonly apiTokenSalt: string | null
  /** The path prefix of REST. */
  readonly prefix: string
  /** Whether the GraphQL plugin is installed and enabled. */
  readonly hasGraphql: boolean
  /** The largest page of GraphQL in Strapi 5; null: none. */
  readonly graphqlMaxLimit: number | null
  /** Whether GraphQL of Strapi 5 also has the fields of Strapi 4 (`v4CompatibilityMode`). */
  readonly hasOldFields: boolean
  /** The middlewares of `config/middlewares` in their order; null if the file doesn't list them. */
  readonly middlewares: readonly ConfiguredMiddleware[] | null
  /** The value of `config/plugins`. */
  readonly plugins: WrittenValue
  /** The value of `config/server`. */
  readonly server: WrittenValue
  /** The file that lists the middlewares. */
  readonly middlewaresFile: string
  /** Names and files whose code doesn't change the responses to reads. */
  readonly trust: readonly string[]
  /** Whether kinds of reads are compared with Strapi before they are served. */
  readonly verify: boolean
  /** Whether the log of a difference has the query and the bodies. */
  readonly logBodies: boolean
  /** Content types whose reads always go to Strapi. */
  readonly forward: readonly string[]
}
