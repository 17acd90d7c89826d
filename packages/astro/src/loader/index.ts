export type { LoaderContext, RenderedContent, StoredEntry } from '../astro.js'
export type { Connection } from '../connection.js'
export { contentLoader } from './content-loader.js'
export type { ContentLoader, ContentLoaderOptions, EntryOptions, LoaderReturned, Loaders } from './loader-types.js'
