import type { Client } from '../client.js'
import type { FindParameter, List } from '../types/collection.js'
import type { SoundFilters } from '../types/filters.js'
import type { AsDocument } from '../types/document.js'
import type { EntryId } from '../types/input.js'
import type { CountEntries, ReadEntry, ReadList, ReadSingle } from '../types/methods.js'
import type { ContentTypes, Names } from '../types/model.js'
import type { Fields, SoundPopulate } from '../types/populate.js'
import type { Known, ListQuery, ParameterName } from '../types/query.js'
import type { SortText } from '../types/sort.js'
import type { ClientShape, PublicationState, Result, Shape } from '../types/result.js'
import { keysOf } from './keys.js'
import type { Counted, FirstCached, OneCached, PagesCached } from './cached.js'
import type { DocumentQueries, SingleDocumentQueries } from './document-queries.js'
import type { CallOptions, Options } from './options.js'

/** Query options of a content type, as {@link queries} returns them. */
export interface CollectionQueries<D, S extends Shape> {
  /** The prefix of all query keys of this content type. `keys` returns more specific prefixes. */
  readonly queryKey: readonly unknown[]
  /** Query options for one page of the entries that match. */
  find<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const State extends PublicationState = 'live',
    const O extends SortText = never,
    W extends SoundFilters<D, W> = never,
    N extends ParameterName<N, FindParameter> = never,
    Page extends ParameterName<Page, keyof Counted> = never,
  >(
    query?: ListQuery<D, F, P, State, O, W> &
      Known<N, FindParameter> & { readonly pagination?: Partial<Counted> & Known<Page, keyof Counted> },
    options?: CallOptions,
  ): Options<List<Result<D, F, P, S, State>, Counted>>
  /** Query options for the entry of that id. */
  readonly findOne: ReadEntry<D, S, OneCached, CallOptions>
  /** Query options for the first entry that matches, or null. */
  readonly first: ReadList<D, S, FirstCached, CallOptions>
  /** Query options for the number of entries that match. */
  readonly count: CountEntries<D, Options<number>, CallOptions>
  /** Options for an infinite query, which reads page after page. */
  readonly infinite: ReadList<D, S, PagesCached, CallOptions, { readonly pageSize?: number }>
}

/** Query options of a single type, as {@link singleQueries} returns them. */
export interface SingleQueries<D, S extends Shape> {
  /** The prefix of all query keys of this content type. */
  readonly queryKey: readonly unknown[]
  /** Query options for the entry. */
  readonly find: ReadSingle<D, S, OneCached, CallOptions>
}

/** The query options of a collection type, by what the client returns. */
export type QueriesIn<D, S extends ClientShape> = S extends Shape
  ? CollectionQueries<D, S>
  : DocumentQueries<AsDocument<D>>

/** The query options of a single type, by what the client returns. */
export type SingleQueriesIn<D, S extends ClientShape> = S extends Shape
  ? SingleQueries<D, S>
  : SingleDocumentQueries<AsDocument<D>>

/** A method of a collection or a single type, without the types of its arguments and of its result. */
type Untyped = (...call: unknown[]) => Promise<unknown>
type UntypedPage = List<unknown, Counted>

/** The argument of a query function. */
interface QueryContext {
  readonly signal: AbortSignal
}

/**
 * Returns query options for a content type: `useQuery(queries(api, 'articles').find({ … }))`. TanStack Query
 * retries failed queries itself, so pass a client with `defaults: { retry: 0 }`.
 *
 * @example
 * ```ts
 * import { createClient } from '@content-api/sdk'
 * import { queries } from '@content-api/sdk/tanstack-query'
 * import { QueryClient } from '@tanstack/query-core'
 * import type { ContentTypes } from './content-types.gen.js'
 *
 * const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org', defaults: { retry: 0 } })
 * const { data } = await new QueryClient().query(queries(api, 'articles').find({ fields: ['title'] }))
 * console.log(data[0]?.title)
 * ```
 */
export function queries<Types extends ContentTypes, S extends ClientShape, Name extends Names<Types['collections']>>(
  api: Client<Types, S>,
  plural: Name,
): QueriesIn<Types['collections'][Name], S> {
  const collection = api.collection(plural) as unknown as Record<'find' | 'findOne' | 'first' | 'count', Untyped>
  const keys = keysOf(plural)
  const listQuery =
    (method: 'find' | 'first' | 'count') =>
    (query: object = {}, options?: object) => ({
      queryKey: [...keys.lists(), method, query],
      queryFn: ({ signal }: QueryContext) => collection[method](query, { ...options, signal }),
    })
  const methods = {
    queryKey: keys.all(),
    find: listQuery('find'),
    findOne: (id: EntryId, query: object = {}, options?: object) => ({
      queryKey: [...keys.entry(id), query],
      queryFn: ({ signal }: QueryContext) => collection.findOne(id, query, { ...options, signal }),
    }),
    first: listQuery('first'),
    count: listQuery('count'),
    infinite: ({ pageSize = 25, ...query }: { pageSize?: number } = {}, options?: object) => ({
      queryKey: [...keys.lists(), 'infinite', query, pageSize],
      queryFn: ({ signal, pageParam: page }: QueryContext & { pageParam: number }) =>
        collection.find({ ...query, pagination: { page, pageSize } }, { ...options, signal }),
      initialPageParam: 1,
      getNextPageParam: ({ meta: { pagination } }: UntypedPage) =>
        pagination.page < pagination.pageCount ? pagination.page + 1 : undefined,
    }),
  }
  // The types of results depend on the query of each call, which an implementation can't express.
  return methods as unknown as QueriesIn<Types['collections'][Name], S>
}

/**
 * Returns query options for a single type: `useQuery(singleQueries(api, 'homepage').find({ … }))`.
 *
 * @example
 * ```ts
 * import { createClient } from '@content-api/sdk'
 * import { singleQueries } from '@content-api/sdk/tanstack-query'
 * import { QueryClient } from '@tanstack/query-core'
 * import type { ContentTypes } from './content-types.gen.js'
 *
 * const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' })
 * const { headline } = await new QueryClient().query(singleQueries(api, 'homepage').find({ fields: ['headline'] }))
 * console.log(headline)
 * ```
 */
export function singleQueries<Types extends ContentTypes, S extends ClientShape, Name extends Names<Types['singles']>>(
  api: Client<Types, S>,
  singular: Name,
): SingleQueriesIn<Types['singles'][Name], S> {
  const single = api.single(singular) as unknown as Record<'find', Untyped>
  const keys = keysOf(singular)
  return {
    queryKey: keys.all(),
    find: (query: object = {}, options?: object) => ({
      queryKey: [...keys.all(), 'find', query],
      queryFn: ({ signal }: QueryContext) => single.find(query, { ...options, signal }),
    }),
  } as unknown as SingleQueriesIn<Types['singles'][Name], S>
}
