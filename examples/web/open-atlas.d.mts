import type { ConfigInput, ContentApi } from '@content-api/server'

/** An account that may write, created when the atlas is loaded. */
export const demo: { readonly username: string; readonly email: string; readonly password: string }

/** The folder of the atlas project: its schemas, its configuration, its extension of GraphQL. */
export const atlasProject: string

/** The permissions besides the atlas' own: logged-in users write countries and cities and upload pictures. */
export const config: { readonly permissions: Record<string, string[]> } & Pick<ConfigInput, 'graphql'>

export function openAtlas(options: {
  /** The folder of the database and the pictures. */
  readonly folder: string
  /** 1 (the default) loads every city, 50 every 50th. */
  readonly cityStep?: number
}): Promise<ContentApi>
