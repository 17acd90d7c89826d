import type { SoundInput } from './checked-input.js'
import type { SoundFilters } from './filters.js'
import type { CreateInput, EntryId, UpdateInput } from './input.js'
import type { Fields, SoundPopulate } from './populate.js'
import type {
  CountParameter,
  CountQuery,
  EntryParameter,
  EntryQuery,
  ListParameter,
  ListQuery,
  Known,
  OfferedPagination,
  Pagination,
  ParameterName,
} from './query.js'
import type { RequestOptions } from './request.js'
import type { PublicationState, Result, Shape } from './result.js'
import type { SortText } from './sort.js'

interface PageMeta {
  readonly page: number
  readonly pageSize: number
}

interface OffsetMeta {
  readonly start: number
  readonly limit: number
}

/** What of an offset there may be in `G`: nothing where it is by page. */
type OffsetIn<G> = G[keyof G & ('start' | 'limit')]

/** Where it depends on a variable whether is counted, the totals may be absent. */
type Totals<G, More> = G extends { withCount: false }
  ? unknown
  : [false & G['withCount' & keyof G]] extends [never]
    ? More
    : Partial<More>

type ByPage<G> = PageMeta & Totals<G, { readonly pageCount: number; readonly total: number }>
type ByOffset<G> = OffsetMeta & Totals<G, { readonly total: number }>

/** `meta.pagination` as it follows from what was asked (specification §4.2): either where a variable decides. */
export type PaginationMeta<G> = G extends { start: number } | { limit: number }
  ? ByOffset<G>
  : [OffsetIn<G>] extends [undefined]
    ? ByPage<G>
    : ByPage<G> | ByOffset<G>

export interface List<T, G = {}> {
  readonly data: T[]
  readonly meta: { readonly pagination: PaginationMeta<G> }
}

export type PaginationKey = 'page' | 'pageSize' | 'start' | 'limit' | 'withCount'
/** Its names are inferred as `K` beside it: a pagination that fits in none of its names would be taken for any. */
export type Paged<G, K extends PropertyKey> = { readonly pagination?: G | OfferedPagination } & {
  readonly pagination?: Known<K, PaginationKey>
}

/** How a whole list is walked. */
export interface WalkOptions {
  /** Entries per request. Default 100; the server may give fewer. */
  readonly pageSize?: number
  /** Pages asked for at a time, once the first has told how many there are. Default 1; 4 for `all`. */
  readonly concurrency?: number
}

/** What is answered of an entry that was written: drafts too. */
export type Written<D, F, P, S extends Shape> = Result<D, F, P, S, 'preview'>

/** The entries of one content type (specification §4.1). */
export interface Collection<D, S extends Shape> {
  /** Returns one page of the entries that match, and how many there are. */
  find<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const State extends PublicationState = 'live',
    const O extends SortText = never,
    W extends SoundFilters<D, W> = never,
    const G extends Pagination = {},
    N extends ParameterName<N, ListParameter | 'pagination'> = never,
    K extends ParameterName<K, PaginationKey> = never,
  >(
    query?: ListQuery<D, F, P, State, O, W> & Paged<G, K> & Known<N, ListParameter | 'pagination'>,
    options?: RequestOptions,
  ): Promise<List<Result<D, F, P, S, State>, G>>

  /** The entry of that id. Throws an {@link ApiError} of status 404 when there is none. */
  findOne<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const State extends PublicationState = 'live',
    N extends ParameterName<N, EntryParameter> = never,
  >(
    id: EntryId,
    query?: EntryQuery<D, F, P, State> & Known<N, EntryParameter>,
    options?: RequestOptions,
  ): Promise<Result<D, F, P, S, State>>

  /** The first entry that matches, or null. */
  first<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const State extends PublicationState = 'live',
    const O extends SortText = never,
    W extends SoundFilters<D, W> = never,
    N extends ParameterName<N, ListParameter> = never,
  >(
    query?: ListQuery<D, F, P, State, O, W> & Known<N, ListParameter>,
    options?: RequestOptions,
  ): Promise<Result<D, F, P, S, State> | null>

  /** How many entries match. */
  count<W extends SoundFilters<D, W> = never, N extends ParameterName<N, CountParameter> = never>(
    query?: CountQuery<D, W> & Known<N, CountParameter>,
    options?: RequestOptions,
  ): Promise<number>

  /** All entries that match, one by one. Stop, and nothing more is asked for. */
  iterate<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const State extends PublicationState = 'live',
    const O extends SortText = never,
    W extends SoundFilters<D, W> = never,
    N extends ParameterName<N, ListParameter> = never,
  >(
    query?: ListQuery<D, F, P, State, O, W> & Known<N, ListParameter>,
    options?: RequestOptions & WalkOptions,
  ): AsyncGenerator<Result<D, F, P, S, State>, void, undefined>

  /** All entries that match, page by page. */
  pages<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const State extends PublicationState = 'live',
    const O extends SortText = never,
    W extends SoundFilters<D, W> = never,
    N extends ParameterName<N, ListParameter> = never,
  >(
    query?: ListQuery<D, F, P, State, O, W> & Known<N, ListParameter>,
    options?: RequestOptions & WalkOptions,
  ): AsyncGenerator<Result<D, F, P, S, State>[], void, undefined>

  /** All entries that match, in order, several pages at a time. */
  all<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const State extends PublicationState = 'live',
    const O extends SortText = never,
    W extends SoundFilters<D, W> = never,
    N extends ParameterName<N, ListParameter> = never,
  >(
    query?: ListQuery<D, F, P, State, O, W> & Known<N, ListParameter>,
    options?: RequestOptions & WalkOptions,
  ): Promise<Result<D, F, P, S, State>[]>

  create<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    N extends ParameterName<N, EntryParameter> = never,
    X = never,
  >(
    data: CreateInput<D> & SoundInput<D, CreateInput<D>, X>,
    query?: EntryQuery<D, F, P, PublicationState> & Known<N, EntryParameter>,
    options?: RequestOptions,
  ): Promise<Written<D, F, P, S>>

  /** Changes what is given; null clears, what is absent stays. */
  update<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    N extends ParameterName<N, EntryParameter> = never,
    X = never,
  >(
    id: EntryId,
    data: UpdateInput<D> & SoundInput<D, UpdateInput<D>, X>,
    query?: EntryQuery<D, F, P, PublicationState> & Known<N, EntryParameter>,
    options?: RequestOptions,
  ): Promise<Written<D, F, P, S>>

  /** Removes the entry and gives what it was. */
  delete<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    N extends ParameterName<N, EntryParameter> = never,
  >(
    id: EntryId,
    query?: EntryQuery<D, F, P, PublicationState> & Known<N, EntryParameter>,
    options?: RequestOptions,
  ): Promise<Written<D, F, P, S>>
}

/** The one entry of a single type. */
export interface Single<D, S extends Shape> {
  find<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const State extends PublicationState = 'live',
    N extends ParameterName<N, EntryParameter> = never,
  >(
    query?: EntryQuery<D, F, P, State> & Known<N, EntryParameter>,
    options?: RequestOptions,
  ): Promise<Result<D, F, P, S, State>>

  /** Changes what is given; creates the entry when there is none. */
  update<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    N extends ParameterName<N, EntryParameter> = never,
    X = never,
  >(
    data: UpdateInput<D> & SoundInput<D, UpdateInput<D>, X>,
    query?: EntryQuery<D, F, P, PublicationState> & Known<N, EntryParameter>,
    options?: RequestOptions,
  ): Promise<Written<D, F, P, S>>

  delete<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    N extends ParameterName<N, EntryParameter> = never,
  >(
    query?: EntryQuery<D, F, P, PublicationState> & Known<N, EntryParameter>,
    options?: RequestOptions,
  ): Promise<Written<D, F, P, S>>
}
