import type { ConfigInput, ContentApi } from '@content-api/server'

/** An account that may write, created when the atlas is loaded. */
export const demo: { readonly username: string; readonly email: string; readonly password: string }

/** The folder of the atlas project: its schemas, its configuration, its extension of GraphQL. */
export const atlasProject: string

/** Permissions in addition to those of the atlas: logged-in users write countries and cities and upload pictures. */
export const config: { readonly permissions: Record<string, string[]> } & Pick<ConfigInput, 'graphql'>

export function openAtlas(options: {
  /** The folder of the database and the pictures. */
  readonly folder: string
  /** Loads every nth city. Default 1: every city. */
  readonly cityStep?: number
  /** Further settings of the service, such as sign-in providers. */
  readonly settings?: Pick<ConfigInput, 'auth' | 'url'>
}): Promise<ContentApi>
