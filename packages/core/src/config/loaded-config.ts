import type { ConfigMistake } from './config-error.js'
import type { Config } from './schema.js'

/** The configuration of a project, with its sources. */
export interface LoadedConfig {
  readonly config: Config
  /** Settings in files of Strapi that have no effect, and files that can't be read. */
  readonly warnings: readonly ConfigMistake[]
  /** Returns whether a key is set for this service: in `content-api.config`, the environment or `overrides`. */
  readonly isChosen: (path: string) => boolean
  /** Whether the secret of users' tokens isn't that of a Strapi project, whose secrets may be short. */
  readonly hasOwnSecret: boolean
  /**
   * Returns the configuration with settings from the database. They take precedence over the files of Strapi,
   * and everything that is set for this service over them.
   */
  readonly withStored: (stored: Readonly<Record<string, unknown>>) => Config
}
