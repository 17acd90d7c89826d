import type { AnyEntry, AnyQuery } from './any-query.js'
import type { SoundFilters } from './filters.js'
import type { CreateInput, EntryId, UpdateInput } from './input.js'
import type {
  AllReturned,
  CountEntries,
  DeleteEntry,
  EachReturned,
  FirstReturned,
  OneReturned,
  PagesReturned,
  ReadEntry,
  ReadList,
  ReadSingle,
  WriteData,
} from './methods.js'
import type { Fields, SoundPopulate } from './populate.js'
import type {
  DefineQuery,
  Known,
  ListParameter,
  ListQuery,
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

/** The types of `start` and `limit` in `G`; `never` for pagination by page. */
type OffsetIn<G> = G[keyof G & ('start' | 'limit')]

/** The totals, which may be absent if a variable decides `withCount`. */
type Totals<G, More> = G extends { withCount: false }
  ? unknown
  : [false & G['withCount' & keyof G]] extends [never]
    ? More
    : Partial<More>

type ByPage<G> = PageMeta & Totals<G, { readonly pageCount: number; readonly total: number }>
type ByOffset<G> = OffsetMeta & Totals<G, { readonly total: number }>

/** `meta.pagination`, by the requested pagination (specification §4.2): a union if a variable decides. */
export type PaginationMeta<G> = G extends { start: number } | { limit: number }
  ? ByOffset<G>
  : [OffsetIn<G>] extends [undefined]
    ? ByPage<G>
    : ByPage<G> | ByOffset<G>

/** A page of entries of type `T` with its pagination. `G` is the requested pagination. */
export interface List<T, G = {}> {
  readonly data: T[]
  readonly meta: { readonly pagination: PaginationMeta<G> }
}

export type PaginationKey = 'page' | 'pageSize' | 'start' | 'limit' | 'withCount'

/**
 * The pagination, inferred as `G`, and the names of its members as `K`. Without `K`, an object that has only
 * unknown names would be accepted.
 */
export type PaginationParameter<G, K extends PropertyKey> = { readonly pagination?: G | OfferedPagination } & {
  readonly pagination?: Known<K, PaginationKey>
}

export type FindParameter = ListParameter | 'pagination'

/** The query of `find`. `N` and `K` are the names of its parameters and of its pagination, inferred to be checked. */
export type FindQuery<D, F, P, State, O, W, G, N extends PropertyKey, K extends PropertyKey> = ListQuery<
  D,
  F,
  P,
  State,
  O,
  W
> &
  PaginationParameter<G, K> &
  Known<N, FindParameter>

/** The options of requests that read several pages: `all`, `iterate`, `pages`. */
export interface WalkOptions {
  /** Entries per request. Default 100; the server may return fewer. */
  readonly pageSize?: number
  /**
   * Pages requested at the same time. The first one is requested alone, because it contains the number of
   * pages. Default 1; 4 for `all`.
   */
  readonly concurrency?: number
}

/** The entries of one content type (specification §4.1). */
export interface Collection<D, S extends Shape> {
  /** Returns one page of the entries that match, and its pagination. */
  find<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const State extends PublicationState = 'live',
    const O extends SortText = never,
    W extends SoundFilters<D, W> = never,
    const G extends Pagination = {},
    N extends ParameterName<N, FindParameter> = never,
    K extends ParameterName<K, PaginationKey> = never,
    Any extends D = never,
    Marked = DefineQuery,
  >(
    query?: FindQuery<D, F, P, State, O, W, G, N, K> | AnyQuery<Any, [F, P, State, O, W, G, N, K], Marked>,
    options?: RequestOptions,
  ): Promise<[Marked] extends [true] ? List<AnyEntry<Any, S>, Pagination> : List<Result<D, F, P, S, State>, G>>

  /**
   * Returns the entry of that id. A string, such as a router's parameter, is checked before the request is
   * sent.
   *
   * @throws ApiError of status 404 when there is none
   */
  readonly findOne: ReadEntry<D, S, OneReturned, RequestOptions>

  /** Returns the first entry that matches, or null. */
  readonly first: ReadList<D, S, FirstReturned, RequestOptions>

  /** Returns how many entries match. */
  readonly count: CountEntries<D, Promise<number>, RequestOptions>

  /** Yields all entries that match, one by one. After a `break` no further page is requested. */
  readonly iterate: ReadList<D, S, EachReturned, RequestOptions & WalkOptions>

  /** Yields all entries that match, page by page. */
  readonly pages: ReadList<D, S, PagesReturned, RequestOptions & WalkOptions>

  /** Returns all entries that match, in order, requesting several pages at a time. */
  readonly all: ReadList<D, S, AllReturned, RequestOptions & WalkOptions>

  /**
   * Creates an entry and returns it, with the type that a read with the same query has. If `publishedAt` is
   * null, attributes may be null, as in all drafts.
   */
  readonly create: WriteData<D, S, CreateInput<D>, [], OneReturned, RequestOptions>

  /**
   * Changes attributes and returns the entry, with the type that a read with the same query has: null clears
   * an attribute, omitted attributes stay. For a draft, whose attributes may be null, pass
   * `publicationState: 'preview'`.
   */
  readonly update: WriteData<D, S, UpdateInput<D>, [id: EntryId], OneReturned, RequestOptions>

  /** Deletes the entry and returns it as it was. */
  readonly delete: DeleteEntry<D, S, [id: EntryId], OneReturned, RequestOptions>
}

/** The one entry of a single type. */
export interface Single<D, S extends Shape> {
  /** Returns the entry. */
  readonly find: ReadSingle<D, S, OneReturned, RequestOptions>

  /** Changes attributes and returns the entry. Creates the entry if there is none. */
  readonly update: WriteData<D, S, UpdateInput<D>, [], OneReturned, RequestOptions>

  /** Deletes the entry and returns it as it was. */
  readonly delete: DeleteEntry<D, S, [], OneReturned, RequestOptions>
}
