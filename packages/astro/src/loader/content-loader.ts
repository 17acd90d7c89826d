import { type AnyContentTypes, changes, type ContentTypes } from '@content-api/sdk'
import type { Reactive } from '@content-api/sdk/frameworks'
import { z } from 'zod'
import type { LoaderContext } from '../astro.js'
import { connect, urlOf } from '../connection.js'
import { createEntrySchema } from './entry-schema.js'
import { followChanges, stopFollowing } from './follow-changes.js'
import { loadEntries } from './load-entries.js'
import { loadError } from './load-error.js'
import type { ContentLoaderOptions, EntryOptions, Loaders } from './loader-types.js'
import { collectionSource, type Query, singleSource } from './source.js'

/**
 * Returns the loaders of a content service, for `src/content.config.ts`. Later runs request the ids and times
 * of all entries, and then only the entries that have changed. If the service fails, the development server
 * keeps the entries of the last run, and a build ends.
 *
 * @example
 * ```ts
 * // src/content.config.ts
 * const content = contentLoader({ url: 'https://cms.example.org' })
 * const loader = content.collection('articles', { populate: { cover: true } }, { id: 'slug' })
 * ```
 */
export function contentLoader<Types extends ContentTypes = AnyContentTypes>(
  options: ContentLoaderOptions & { readonly api: 'strapi5' },
): Loaders<Types, 'strapi5'>
export function contentLoader<Types extends ContentTypes = AnyContentTypes>(
  options?: ContentLoaderOptions,
): Loaders<Types>
export function contentLoader(options: ContentLoaderOptions = {}): object {
  const loaderOf =
    (kind: 'collection' | 'single') =>
    (name: string, query: Reactive<Query> = {}, entryOptions: EntryOptions = {}) =>
      createLoader({ kind, name, query, options, entryOptions })
  return { collection: loaderOf('collection'), single: loaderOf('single') }
}

interface Settings {
  readonly kind: 'collection' | 'single'
  readonly name: string
  readonly query: Reactive<Query>
  readonly options: ContentLoaderOptions
  readonly entryOptions: EntryOptions
}

function createLoader(settings: Settings): object {
  const { kind, name, query, options } = settings
  const { types, live = true } = options
  const currentQuery = () => (typeof query === 'function' ? query() : query)
  return {
    name: '@content-api/astro',
    async load(context: LoaderContext) {
      stopFollowing(context.collection)
      await load(settings, currentQuery(), context)
      if (!context.watcher || !live) return
      const isPreview = [currentQuery()['publicationState'], currentQuery()['status']].some(
        (state) => state === 'preview' || state === 'draft',
      )
      const listener = connect(options).with(changes())
      void followChanges(context, {
        changes: (signal) =>
          listener.changes({
            collections: [name],
            publicationState: isPreview ? 'preview' : 'live',
            signal,
          }),
        reload: () => load(settings, currentQuery(), context),
      })
    },
    ...(types === undefined
      ? { schema: z.looseObject({}) }
      : { createSchema: () => createEntrySchema(types, { kind, name, query: currentQuery(), api: options.api }) }),
  }
}

async function load({ kind, name, options, entryOptions }: Settings, query: Query, context: LoaderContext) {
  const createSource = kind === 'single' ? singleSource : collectionSource
  const source = createSource(connect(options), name, query, options.api)
  try {
    await loadEntries(source, { ...entryOptions, url: urlOf(options) }, context)
  } catch (error) {
    const failure = loadError(error, name, urlOf(options))
    const kept = context.store.entries().length
    if (failure === error || !context.watcher || kept === 0) throw failure
    context.logger.warn(`${failure.message} The ${kept} entries of the last run remain.`)
  }
}
