import type { AnyDocumentQuery, AnyEntry } from './any-query.js'
import type { List, PaginationKey, PaginationParameter, WalkOptions } from './collection.js'
import type { CreateData, UpdateData } from './document-input.js'
import type { ChangeVersion, CountDocuments, ReadDocument, ReadDocuments, WriteDocument } from './document-methods.js'
import type {
  DeleteQuery,
  DocumentsParameter,
  DocumentsQuery,
  IfDrafts,
  StateOfStatus,
  Status,
} from './document-query.js'
import type { SoundFilters } from './filters.js'
import type { AllReturned, EachReturned, FirstReturned, OneReturned, PagesReturned } from './methods.js'
import type { Fields, SoundPopulate } from './populate.js'
import type { DefineQuery, Known, Pagination, ParameterName } from './query.js'
import type { RequestOptions } from './request.js'
import type { Result } from './result.js'
import type { SortText } from './sort.js'

export type FindDocumentsParameter = DocumentsParameter | 'pagination'

/** The query of `find`. `N` and `K` are the names of its parameters and of its pagination, inferred to be checked. */
export type FindDocumentsQuery<D, F, P, S, O, W, G, N extends PropertyKey, K extends PropertyKey> = DocumentsQuery<
  D,
  F,
  P,
  S,
  O,
  W
> &
  PaginationParameter<G, K> &
  Known<N, FindDocumentsParameter>

/** The documents of one collection type of Strapi 5. */
export interface DocumentCollection<D> {
  /** Returns one page of the documents that match, and its pagination. */
  find<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const S extends Status = 'published',
    const O extends SortText = never,
    W extends SoundFilters<D, W> = never,
    const G extends Pagination = {},
    N extends ParameterName<N, FindDocumentsParameter> = never,
    K extends ParameterName<K, PaginationKey> = never,
    Any extends D = never,
    Marked = DefineQuery,
  >(
    query?: FindDocumentsQuery<D, F, P, S, O, W, G, N, K> | AnyDocumentQuery<Any, [F, P, S, O, W, G, N, K], Marked>,
    options?: RequestOptions,
  ): Promise<
    [Marked] extends [true]
      ? List<AnyEntry<Any, 'flat'>, Pagination>
      : List<Result<D, F, P, 'flat', StateOfStatus<S>>, G>
  >

  /**
   * Returns the document with this `documentId`.
   *
   * @throws ApiError of status 404 when there is none, or none in this status and locale
   */
  readonly findOne: ReadDocument<D, [documentId: string], OneReturned, RequestOptions>

  /** Returns the first document that matches, or null. */
  readonly first: ReadDocuments<D, FirstReturned, RequestOptions>

  /** Returns how many documents match. */
  readonly count: CountDocuments<D, Promise<number>, RequestOptions>

  /** Yields all documents that match, one by one. After a `break` no further page is requested. */
  readonly iterate: ReadDocuments<D, EachReturned, RequestOptions & WalkOptions>

  /** Yields all documents that match, page by page. */
  readonly pages: ReadDocuments<D, PagesReturned, RequestOptions & WalkOptions>

  /** Returns all documents that match, in order, requesting several pages at a time. */
  readonly all: ReadDocuments<D, AllReturned, RequestOptions & WalkOptions>

  /** Creates a document and publishes it, unless the query has `status: 'draft'`. Returns that version. */
  readonly create: WriteDocument<D, CreateData<D>, [], OneReturned, RequestOptions>

  /**
   * Changes attributes and publishes the draft, with earlier changes of it, unless the query has
   * `status: 'draft'`. Returns that version. With a `locale` that the document doesn't have, creates this
   * localization.
   */
  readonly update: WriteDocument<D, UpdateData<D>, [documentId: string], OneReturned, RequestOptions>

  /** Publishes the draft and returns the published version. */
  readonly publish: IfDrafts<D, ChangeVersion<D, 'published', [documentId: string], OneReturned, RequestOptions>>

  /**
   * Removes the published version and returns the draft. REST has no route for it: the project adds one, and
   * the client has `strapi5({ draftRoutes: true })`.
   *
   * @throws QueryError with the code of the route, if the client doesn't have the option
   */
  readonly unpublish: IfDrafts<D, ChangeVersion<D, 'draft', [documentId: string], OneReturned, RequestOptions>>

  /** Replaces the draft by the published version and returns it. Needs a route, as `unpublish` does. */
  readonly discardDraft: IfDrafts<D, ChangeVersion<D, 'draft', [documentId: string], OneReturned, RequestOptions>>

  /**
   * Deletes the draft and the published version in the default locale, in `locale`, or in all locales
   * (`'*'`). It also succeeds if there is no such document.
   */
  delete(documentId: string, query?: DeleteQuery<D>, options?: RequestOptions): Promise<void>
}

/** The one document of a single type of Strapi 5. */
export interface SingleDocument<D> {
  /** Returns the document. */
  readonly find: ReadDocument<D, [], OneReturned, RequestOptions>

  /** Changes attributes and returns the document, as `update` of a collection. Creates it if there is none. */
  readonly update: WriteDocument<D, UpdateData<D>, [], OneReturned, RequestOptions>

  /** Publishes the draft and returns the published version. */
  readonly publish: IfDrafts<D, ChangeVersion<D, 'published', [], OneReturned, RequestOptions>>

  /** Removes the published version and returns the draft. Needs a route, as in a collection. */
  readonly unpublish: IfDrafts<D, ChangeVersion<D, 'draft', [], OneReturned, RequestOptions>>

  /** Replaces the draft by the published version and returns it. Needs a route, as in a collection. */
  readonly discardDraft: IfDrafts<D, ChangeVersion<D, 'draft', [], OneReturned, RequestOptions>>

  /** Deletes the document, as `delete` of a collection. */
  delete(query?: DeleteQuery<D>, options?: RequestOptions): Promise<void>
}
