import type { Client } from './client.js'
import type { List } from './types/collection.js'
import type { Id } from './types/input.js'
import type { ContentTypes, Names } from './types/model.js'
import type { Fields, Populate } from './types/populate.js'
import type { EntryQuery, ListQuery } from './types/query.js'
import type { RequestOptions } from './types/request.js'
import type { SortText } from './types/sort.js'
import type { PublicationState, Result, Shape } from './types/result.js'

/** What TanStack Query takes, whichever framework it is used with. */
export interface Options<T> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>
}

export interface InfiniteOptions<T> {
  readonly queryKey: readonly unknown[]
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
    const P extends Populate<D> | undefined = undefined,
    const State extends PublicationState = 'live',
    const O extends SortText = never,
  >(
    query?: ListQuery<D, F, P, State, O> & {
      readonly pagination?: { readonly page?: number; readonly pageSize?: number }
    },
    options?: CallOptions,
  ): Options<List<Result<D, F, P, S, State>, Counted>>
  findOne<
    const F extends Fields<D> = '*',
    const P extends Populate<D> | undefined = undefined,
    const State extends PublicationState = 'live',
  >(id: Id, query?: EntryQuery<D, F, P, State>, options?: CallOptions): Options<Result<D, F, P, S, State>>
  first<
    const F extends Fields<D> = '*',
    const P extends Populate<D> | undefined = undefined,
    const State extends PublicationState = 'live',
    const O extends SortText = never,
  >(query?: ListQuery<D, F, P, State, O>, options?: CallOptions): Options<Result<D, F, P, S, State> | null>
  /** Page after page, for "load more". */
  infinite<
    const F extends Fields<D> = '*',
    const P extends Populate<D> | undefined = undefined,
    const State extends PublicationState = 'live',
    const O extends SortText = never,
  >(
    query?: ListQuery<D, F, P, State, O> & { readonly pageSize?: number },
    options?: CallOptions,
  ): InfiniteOptions<List<Result<D, F, P, S, State>, Counted>>
}

/** Options for TanStack Query: `useQuery(queries(api, 'articles').find({ … }))`. Its retries are enough: give it a client with `retry: 0`. */
export function queries<Types extends ContentTypes, S extends Shape, Name extends Names<Types['collections']>>(
  api: Client<Types, S>,
  plural: Name,
): CollectionQueries<Types['collections'][Name], S> {
  const collection = api.collection(plural) as unknown as Record<
    'find' | 'findOne' | 'first',
    (...call: unknown[]) => Promise<List<unknown, Counted>>
  >
  const queryKey = ['content-api', plural]
  return {
    queryKey,
    find: (query: object, options: object) => ({
      queryKey: [...queryKey, 'find', query],
      queryFn: ({ signal }: { signal: AbortSignal }) => collection.find(query, { ...options, signal }),
    }),
    findOne: (id: Id, query: object, options: object) => ({
      queryKey: [...queryKey, 'findOne', String(id), query],
      queryFn: ({ signal }: { signal: AbortSignal }) => collection.findOne(id, query, { ...options, signal }),
    }),
    first: (query: object, options: object) => ({
      queryKey: [...queryKey, 'first', query],
      queryFn: ({ signal }: { signal: AbortSignal }) => collection.first(query, { ...options, signal }),
    }),
    infinite: ({ pageSize = 25, ...query }: { pageSize?: number } = {}, options: object = {}) => ({
      queryKey: [...queryKey, 'infinite', query, pageSize],
      queryFn: ({ signal, pageParam: page }: { signal: AbortSignal; pageParam: number }) =>
        collection.find({ ...query, pagination: { page, pageSize } }, { ...options, signal }),
      initialPageParam: 1,
      getNextPageParam: ({ meta: { pagination } }: List<unknown, Counted>) =>
        pagination.page < pagination.pageCount ? pagination.page + 1 : undefined,
    }),
  } as unknown as CollectionQueries<Types['collections'][Name], S>
}
