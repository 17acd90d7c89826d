import type { ConfigInput, ContentApi } from '@content-api/server'

/** An account that may write, made when the atlas is loaded. */
export const demo: { readonly username: string; readonly email: string; readonly password: string }

/** The folder of the atlas project: its schemas, its configuration, its extension of GraphQL. */
export const atlasProject: string

/** Beside what the atlas says itself: whoever has signed in writes countries and cities and uploads pictures. */
export const config: { readonly permissions: Record<string, string[]> } & Pick<ConfigInput, 'graphql'>

export function openAtlas(options: {
  /** Where the database and the pictures are kept. */
  readonly folder: string
  /** 1 (the default) loads every city, 50 each 50th. */
  readonly cityStep?: number
}): Promise<ContentApi>
