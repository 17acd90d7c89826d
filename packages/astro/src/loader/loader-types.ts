import type { AnyContentTypes, ContentTypes } from '@content-api/sdk'
import type { ModelSource } from '@content-api/sdk/content-types'
import type { ReactiveReads, Returns } from '@content-api/sdk/frameworks'
import type { ZodType } from 'zod'
import type { LoaderContext } from '../astro.js'
import type { Connection } from '../connection.js'

/** The options of {@link contentLoader}. */
export interface ContentLoaderOptions extends Connection {
  /**
   * Where the content types come from. The loaders then check entries, and Astro generates the types of
   * collections. Needs `@content-api/model`, or `graphql` for a GraphQL endpoint. Default: no check, and the
   * types of the type argument.
   */
  readonly types?: ModelSource
  /** Whether the development server loads entries again when the service reports changes. Default true. */
  readonly live?: boolean
}

/** The options of one collection. */
export interface EntryOptions {
  /**
   * The id of an entry in Astro: the name of an attribute, such as `slug`, or a function. Default: the `id`,
   * or the `documentId` of Strapi 5, which also stand in for an empty attribute. With `locales`, the locale
   * and a slash come before it: `en/a-slug`.
   */
  readonly id?: string | ((entry: Record<string, unknown>) => string)
  /** The locales to load, or `all` of the service. Default: the locale of the query. */
  readonly locales?: readonly string[] | 'all'
  /** The attribute that `render(entry)` shows: Markdown text, or blocks. */
  readonly content?: string
  /**
   * Whether a run loads the changed entries only. Default true. A change of a populated entry or file doesn't
   * change the entry that it belongs to: set false where that matters.
   */
  readonly incremental?: boolean
}

/** A loader of Astro, for `defineCollection({ loader })`. */
export interface ContentLoader<Entry> {
  readonly name: string
  load(context: LoaderContext): Promise<void>
  /** The type of the entries. With the option `types`, Astro calls `createSchema` instead. */
  readonly schema: ZodType<Entry>
}

/** The return types of the loaders. */
export interface LoaderReturned extends Returns {
  readonly type: ContentLoader<this['entry']>
}

/** The loaders of a service: their names and queries are those of the client. */
export interface Loaders<Types extends ContentTypes = AnyContentTypes, S extends 'flat' | 'strapi5' = 'flat'> {
  /** Returns a loader of the entries that match, by the plural name of their type. */
  readonly collection: ReactiveReads<Types, S, LoaderReturned, EntryOptions>['first']
  /** Returns a loader of the entry of a single type, one for each locale. */
  readonly single: ReactiveReads<Types, S, LoaderReturned, EntryOptions>['single']
}
