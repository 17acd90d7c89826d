import type { List } from '../types/collection.js'
import type { DocumentsParameter, DocumentsQuery, StateOfStatus, Status } from '../types/document-query.js'
import type { CountDocuments, ReadDocument, ReadDocuments } from '../types/document-methods.js'
import type { SoundFilters } from '../types/filters.js'
import type { Fields, SoundPopulate } from '../types/populate.js'
import type { Known, ParameterName } from '../types/query.js'
import type { Result } from '../types/result.js'
import type { SortText } from '../types/sort.js'
import type { Counted, FirstCached, OneCached, PagesCached } from './cached.js'
import type { CallOptions, Options } from './options.js'

/** Query options of a collection type of Strapi 5, as {@link queries} returns them. */
export interface DocumentQueries<D> {
  /** The prefix of all query keys of this content type. `keys` returns more specific prefixes. */
  readonly queryKey: readonly unknown[]
  /** Query options for one page of the documents that match. */
  find<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const S extends Status = 'published',
    const O extends SortText = never,
    W extends SoundFilters<D, W> = never,
    N extends ParameterName<N, DocumentsParameter | 'pagination'> = never,
    Page extends ParameterName<Page, keyof Counted> = never,
  >(
    query?: DocumentsQuery<D, F, P, S, O, W> &
      Known<N, DocumentsParameter | 'pagination'> & {
        readonly pagination?: Partial<Counted> & Known<Page, keyof Counted>
      },
    options?: CallOptions,
  ): Options<List<Result<D, F, P, 'flat', StateOfStatus<S>>, Counted>>
  /** Query options for the document with this `documentId`. */
  readonly findOne: ReadDocument<D, [documentId: string], OneCached, CallOptions>
  /** Query options for the first document that matches, or null. */
  readonly first: ReadDocuments<D, FirstCached, CallOptions>
  /** Query options for the number of documents that match. */
  readonly count: CountDocuments<D, Options<number>, CallOptions>
  /** Options for an infinite query, which reads page after page. */
  readonly infinite: ReadDocuments<D, PagesCached, CallOptions, { readonly pageSize?: number }>
}

/** Query options of a single type of Strapi 5, as {@link singleQueries} returns them. */
export interface SingleDocumentQueries<D> {
  /** The prefix of all query keys of this content type. */
  readonly queryKey: readonly unknown[]
  /** Query options for the document. */
  readonly find: ReadDocument<D, [], OneCached, CallOptions>
}
