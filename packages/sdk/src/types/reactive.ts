import type { AsDocument } from './document.js'
import type {
  DocumentParameter,
  DocumentQuery,
  DocumentsParameter,
  DocumentsQuery,
  StateOfStatus,
  Status,
} from './document-query.js'
import type { FindDocumentsQuery } from './document-collection.js'
import type { FindQuery, FindParameter, List, PaginationKey } from './collection.js'
import type { SoundFilters } from './filters.js'
import type { EntryId } from './input.js'
import type { Returned, Returns } from './methods.js'
import type { ContentTypes, Names } from './model.js'
import type { Fields, SoundPopulate } from './populate.js'
import type { EntryParameter, EntryQuery, Known, ListParameter, ListQuery, Pagination, ParameterName } from './query.js'
import type { ClientShape, PublicationState, Result, Shape } from './result.js'
import type { SortText } from './sort.js'

/** A value, or a function that returns it: a framework calls it again when the state that it reads changes. */
export type Reactive<T> = T | (() => T)

/**
 * The reads of a client as functions of a framework, which may run again. `R` maps the type of a result to
 * that of the framework, and `Options` are the options of the framework.
 */
export interface EntryReads<Types extends ContentTypes, S extends Shape, R extends Returns, Options> {
  /** Reads one page of the entries that match, and its pagination. */
  find<
    Name extends Names<Types['collections']>,
    const F extends Fields<Types['collections'][Name]> = '*',
    const P extends SoundPopulate<Types['collections'][Name], P> | undefined = undefined,
    const State extends PublicationState = 'live',
    const O extends SortText = never,
    W extends SoundFilters<Types['collections'][Name], W> = never,
    const G extends Pagination = {},
    N extends ParameterName<N, FindParameter> = never,
    K extends ParameterName<K, PaginationKey> = never,
  >(
    plural: Name,
    query?: Reactive<FindQuery<Types['collections'][Name], F, P, State, O, W, G, N, K>>,
    options?: Options,
  ): Returned<R, List<Result<Types['collections'][Name], F, P, S, State>, G>>
  /** Reads the entry of that id. */
  findOne<
    Name extends Names<Types['collections']>,
    const F extends Fields<Types['collections'][Name]> = '*',
    const P extends SoundPopulate<Types['collections'][Name], P> | undefined = undefined,
    const State extends PublicationState = 'live',
    N extends ParameterName<N, EntryParameter> = never,
  >(
    plural: Name,
    id: Reactive<EntryId>,
    query?: Reactive<EntryQuery<Types['collections'][Name], F, P, State> & Known<N, EntryParameter>>,
    options?: Options,
  ): Returned<R, Result<Types['collections'][Name], F, P, S, State>>
  /** Reads the first entry that matches. */
  first<
    Name extends Names<Types['collections']>,
    const F extends Fields<Types['collections'][Name]> = '*',
    const P extends SoundPopulate<Types['collections'][Name], P> | undefined = undefined,
    const State extends PublicationState = 'live',
    const O extends SortText = never,
    W extends SoundFilters<Types['collections'][Name], W> = never,
    N extends ParameterName<N, ListParameter> = never,
  >(
    plural: Name,
    query?: Reactive<ListQuery<Types['collections'][Name], F, P, State, O, W> & Known<N, ListParameter>>,
    options?: Options,
  ): Returned<R, Result<Types['collections'][Name], F, P, S, State>>
  /** Reads the entry of a single type. */
  single<
    Name extends Names<Types['singles']>,
    const F extends Fields<Types['singles'][Name]> = '*',
    const P extends SoundPopulate<Types['singles'][Name], P> | undefined = undefined,
    const State extends PublicationState = 'live',
    N extends ParameterName<N, EntryParameter> = never,
  >(
    singular: Name,
    query?: Reactive<EntryQuery<Types['singles'][Name], F, P, State> & Known<N, EntryParameter>>,
    options?: Options,
  ): Returned<R, Result<Types['singles'][Name], F, P, S, State>>
}

/** {@link EntryReads} for the documents of Strapi 5. */
export interface DocumentReads<Types extends ContentTypes, R extends Returns, Options> {
  /** Reads one page of the documents that match, and its pagination. */
  find<
    Name extends Names<Types['collections']>,
    const F extends Fields<AsDocument<Types['collections'][Name]>> = '*',
    const P extends SoundPopulate<AsDocument<Types['collections'][Name]>, P> | undefined = undefined,
    const S extends Status = 'published',
    const O extends SortText = never,
    W extends SoundFilters<AsDocument<Types['collections'][Name]>, W> = never,
    const G extends Pagination = {},
    N extends ParameterName<N, DocumentsParameter | 'pagination'> = never,
    K extends ParameterName<K, PaginationKey> = never,
  >(
    plural: Name,
    query?: Reactive<FindDocumentsQuery<AsDocument<Types['collections'][Name]>, F, P, S, O, W, G, N, K>>,
    options?: Options,
  ): Returned<R, List<Result<AsDocument<Types['collections'][Name]>, F, P, 'flat', StateOfStatus<S>>, G>>
  /** Reads the document with this `documentId`. */
  findOne<
    Name extends Names<Types['collections']>,
    const F extends Fields<AsDocument<Types['collections'][Name]>> = '*',
    const P extends SoundPopulate<AsDocument<Types['collections'][Name]>, P> | undefined = undefined,
    const S extends Status = 'published',
    N extends ParameterName<N, DocumentParameter> = never,
  >(
    plural: Name,
    documentId: Reactive<string>,
    query?: Reactive<DocumentQuery<AsDocument<Types['collections'][Name]>, F, P, S> & Known<N, DocumentParameter>>,
    options?: Options,
  ): Returned<R, Result<AsDocument<Types['collections'][Name]>, F, P, 'flat', StateOfStatus<S>>>
  /** Reads the first document that matches. */
  first<
    Name extends Names<Types['collections']>,
    const F extends Fields<AsDocument<Types['collections'][Name]>> = '*',
    const P extends SoundPopulate<AsDocument<Types['collections'][Name]>, P> | undefined = undefined,
    const S extends Status = 'published',
    const O extends SortText = never,
    W extends SoundFilters<AsDocument<Types['collections'][Name]>, W> = never,
    N extends ParameterName<N, DocumentsParameter> = never,
  >(
    plural: Name,
    query?: Reactive<
      DocumentsQuery<AsDocument<Types['collections'][Name]>, F, P, S, O, W> & Known<N, DocumentsParameter>
    >,
    options?: Options,
  ): Returned<R, Result<AsDocument<Types['collections'][Name]>, F, P, 'flat', StateOfStatus<S>>>
  /** Reads the document of a single type. */
  single<
    Name extends Names<Types['singles']>,
    const F extends Fields<AsDocument<Types['singles'][Name]>> = '*',
    const P extends SoundPopulate<AsDocument<Types['singles'][Name]>, P> | undefined = undefined,
    const S extends Status = 'published',
    N extends ParameterName<N, DocumentParameter> = never,
  >(
    singular: Name,
    query?: Reactive<DocumentQuery<AsDocument<Types['singles'][Name]>, F, P, S> & Known<N, DocumentParameter>>,
    options?: Options,
  ): Returned<R, Result<AsDocument<Types['singles'][Name]>, F, P, 'flat', StateOfStatus<S>>>
}

/** The reads of a client, by what it returns. */
export type ReactiveReads<
  Types extends ContentTypes,
  S extends ClientShape,
  R extends Returns,
  Options,
> = S extends Shape ? EntryReads<Types, S, R, Options> : DocumentReads<Types, R, Options>
