import { QueryError } from '../errors/query-error.js'
import type { RequestOptions } from '../types/request.js'

/** Reads the version of an entry from responses. */
export interface VersionReader {
  /** The options of the calls whose responses are read. */
  readonly options: RequestOptions
  /** Returns the version in the latest response; null if it has none, as in lists. */
  readonly version: () => string | null
}

/**
 * Returns a reader of the version that services send with an entry. Pass its `options` to `findOne`, `create`
 * or `update`. Every write of the entry changes its version.
 *
 * @example
 * ```ts
 * const { options, version } = readVersion()
 * const article = await api.collection('articles').findOne(1, {}, options)
 * await api.collection('articles').update(article.id, { title: 'New' }, {}, ifMatch(version()))
 * ```
 */
export function readVersion(): VersionReader {
  let latest: string | null = null
  return {
    options: {
      onResponse: ({ response }) => {
        if (response.ok) latest = response.headers.get('entry-version')
      },
    },
    version: () => latest,
  }
}

/**
 * Returns the options of an `update` or `delete` that only succeeds if the entry still has this version.
 * Otherwise nothing changes, and the call throws an `ApiError` of the kind `PreconditionFailedError`. The
 * call isn't retried: the version differs if the first attempt succeeded and its response was lost.
 *
 * @throws QueryError for null, because an update without a version would overwrite concurrent changes
 * @example
 * ```ts
 * const hasChanged = (error: unknown) => ApiError.is(error, 'PreconditionFailedError')
 * ```
 */
export function ifMatch(version: string | null): RequestOptions & { readonly headers: { 'if-match': string } } {
  if (version === null) throw new QueryError('ifMatch', 'has no version: the service sent no Entry-Version')
  return { headers: { 'if-match': `"${version}"` }, retry: 0 }
}
