import type { DataTag, InfiniteData } from '@tanstack/query-core'
import type { Client } from './client.js'
import type { List } from './types/collection.js'
import type { SoundFilters } from './types/filters.js'
import type { EntryId } from './types/input.js'
import type { ContentTypes, Names } from './types/model.js'
import type { Fields, SoundPopulate } from './types/populate.js'
import type {
  CountParameter,
  CountQuery,
  EntryParameter,
  EntryQuery,
  ListParameter,
  ListQuery,
  Known,
  ParameterName,
} from './types/query.js'
import type { RequestOptions } from './types/request.js'
import type { SortText } from './types/sort.js'
import type { PublicationState, Result, Shape } from './types/result.js'

/** What TanStack Query takes, whichever framework it is used with. By the key it knows the type of what it has cached. */
export interface Options<T> {
  readonly queryKey: DataTag<readonly unknown[], T>
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>
}

export interface InfiniteOptions<T> {
  readonly queryKey: DataTag<readonly unknown[], InfiniteData<T, number>>
  readonly queryFn: (context: { readonly signal: AbortSignal; readonly pageParam: number }) => Promise<T>
  readonly initialPageParam: number
  readonly getNextPageParam: (last: T) => number | undefined
}

type CallOptions = Omit<RequestOptions, 'signal'>
type Counted = { readonly page: number; readonly pageSize: number }

export interface CollectionQueries<D, S extends Shape> {
  /** The start of all keys of this content type, to invalidate them by. */
  readonly queryKey: readonly unknown[]
  find<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const State extends PublicationState = 'live',
    const O extends SortText = never,
    W extends SoundFilters<D, W> = never,
    N extends ParameterName<N, ListParameter | 'pagination'> = never,
    Page extends ParameterName<Page, keyof Counted> = never,
  >(
    query?: ListQuery<D, F, P, State, O, W> &
      Known<N, ListParameter | 'pagination'> & { readonly pagination?: Partial<Counted> & Known<Page, keyof Counted> },
    options?: CallOptions,
  ): Options<List<Result<D, F, P, S, State>, Counted>>
  findOne<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const State extends PublicationState = 'live',
    N extends ParameterName<N, EntryParameter> = never,
  >(
    id: EntryId,
    query?: EntryQuery<D, F, P, State> & Known<N, EntryParameter>,
    options?: CallOptions,
  ): Options<Result<D, F, P, S, State>>
  first<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const State extends PublicationState = 'live',
    const O extends SortText = never,
    W extends SoundFilters<D, W> = never,
    N extends ParameterName<N, ListParameter> = never,
  >(
    query?: ListQuery<D, F, P, State, O, W> & Known<N, ListParameter>,
    options?: CallOptions,
  ): Options<Result<D, F, P, S, State> | null>
  /** How many entries match. */
  count<W extends SoundFilters<D, W> = never, N extends ParameterName<N, CountParameter> = never>(
    query?: CountQuery<D, W> & Known<N, CountParameter>,
    options?: CallOptions,
  ): Options<number>
  /** Page after page, for "load more". */
  infinite<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const State extends PublicationState = 'live',
    const O extends SortText = never,
    W extends SoundFilters<D, W> = never,
    N extends ParameterName<N, ListParameter | 'pageSize'> = never,
  >(
    query?: ListQuery<D, F, P, State, O, W> & Known<N, ListParameter | 'pageSize'> & { readonly pageSize?: number },
    options?: CallOptions,
  ): InfiniteOptions<List<Result<D, F, P, S, State>, Counted>>
}

export interface SingleQueries<D, S extends Shape> {
  /** The start of all keys of this content type, to invalidate them by. */
  readonly queryKey: readonly unknown[]
  find<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const State extends PublicationState = 'live',
    N extends ParameterName<N, EntryParameter> = never,
  >(
    query?: EntryQuery<D, F, P, State> & Known<N, EntryParameter>,
    options?: CallOptions,
  ): Options<Result<D, F, P, S, State>>
}

type Call<Name extends string> = Record<Name, (...call: unknown[]) => Promise<List<unknown, Counted>>>
interface Cancelled {
  readonly signal: AbortSignal
}

/** Options for TanStack Query: `useQuery(queries(api, 'articles').find({ … }))`. Its retries are enough: give it a client with `retry: 0`. */
export function queries<Types extends ContentTypes, S extends Shape, Name extends Names<Types['collections']>>(
  api: Client<Types, S>,
  plural: Name,
): CollectionQueries<Types['collections'][Name], S> {
  const collection = api.collection(plural) as unknown as Call<'find' | 'findOne' | 'first' | 'count'>
  const queryKey = ['content-api', plural]
  const asked = (name: 'find' | 'first' | 'count') => (query: object, options: object) => ({
    queryKey: [...queryKey, name, query],
    queryFn: ({ signal }: Cancelled) => collection[name](query, { ...options, signal }),
  })
  return {
    queryKey,
    find: asked('find'),
    findOne: (id: EntryId, query: object, options: object) => ({
      queryKey: [...queryKey, 'findOne', String(id), query],
      queryFn: ({ signal }: Cancelled) => collection.findOne(id, query, { ...options, signal }),
    }),
    first: asked('first'),
    count: asked('count'),
    infinite: ({ pageSize = 25, ...query }: { pageSize?: number } = {}, options: object = {}) => ({
      queryKey: [...queryKey, 'infinite', query, pageSize],
      queryFn: ({ signal, pageParam: page }: Cancelled & { pageParam: number }) =>
        collection.find({ ...query, pagination: { page, pageSize } }, { ...options, signal }),
      initialPageParam: 1,
      getNextPageParam: ({ meta: { pagination } }: List<unknown, Counted>) =>
        pagination.page < pagination.pageCount ? pagination.page + 1 : undefined,
    }),
  } as unknown as CollectionQueries<Types['collections'][Name], S>
}

/** The same for a single type: `useQuery(singleQueries(api, 'homepage').find({ … }))`. */
export function singleQueries<Types extends ContentTypes, S extends Shape, Name extends Names<Types['singles']>>(
  api: Client<Types, S>,
  singular: Name,
): SingleQueries<Types['singles'][Name], S> {
  const single = api.single(singular) as unknown as Call<'find'>
  const queryKey = ['content-api', singular]
  return {
    queryKey,
    find: (query: object, options: object) => ({
      queryKey: [...queryKey, 'find', query],
      queryFn: ({ signal }: Cancelled) => single.find(query, { ...options, signal }),
    }),
  } as unknown as SingleQueries<Types['singles'][Name], S>
}
