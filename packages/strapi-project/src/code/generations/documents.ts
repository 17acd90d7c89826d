import type { ContentType, Registry } from '@content-api/model'
import type { Pagination, Values } from '@content-api/engine/plan'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import type { DatabaseQuery } from '../entity-service/database-query.js'
import type { EntityService } from '../entity-service/entity-service.js'
import type { StoredValues } from '../host/project-store.js'

/** The deleted, published or cloned rows of a document. Without clones, there is no id. */
export interface DocumentVersions {
  readonly documentId: string | undefined
  readonly entries: readonly Values[]
}

/**
 * Reads and writes the documents of one content type, as `strapi.documents(uid)` of Strapi 5. Without `status`
 * all functions use drafts. They take all permissions for granted.
 */
export interface DocumentMethods {
  findOne(parameters: Values): Promise<Values | null>
  findFirst(parameters?: Values): Promise<Values | null>
  findMany(parameters?: Values): Promise<readonly Values[]>
  count(parameters?: Values): Promise<number>
  create(parameters: Values): Promise<Values>
  /** Returns null for a document that doesn't exist. */
  update(parameters: Values): Promise<Values | null>
  delete(parameters: Values): Promise<DocumentVersions>
  clone(parameters: Values): Promise<DocumentVersions>
  /** Types with drafts have this and the next two functions. */
  publish?(parameters: Values): Promise<DocumentVersions>
  unpublish?(parameters: Values): Promise<DocumentVersions>
  discardDraft?(parameters: Values): Promise<DocumentVersions>
}

/** A call of the document service, which middlewares see and may change. */
export interface DocumentCall {
  readonly uid: string
  readonly contentType: object
  readonly action: string
  params: Values
}

export type DocumentMiddleware = (call: DocumentCall, next: () => Promise<unknown>) => unknown

/** `strapi.documents` of Strapi 5. */
export interface Documents {
  (uid: string): DocumentMethods
  /** Adds a middleware around all later calls. */
  use(middleware: DocumentMiddleware): unknown
}

/** The rules by which requests of the generated routes are checked. */
export interface DocumentRules {
  /** @throws ApiError for a query that isn't valid, or that the caller may not use */
  checkQuery(type: ContentType, query: Values, context: Pick<PlanContext, 'can' | 'strict'>): void
  /** @throws ApiError for data that aren't valid as those of a body, or that the caller may not write */
  checkData(type: ContentType, data: unknown, can: Can): void
  /** @throws ApiError for an invalid `pagination` */
  pageOf(pagination: unknown): Pagination
  /** Returns the id of the document of a single type; null if there is none. */
  singleId(type: ContentType): Promise<string | null>
  /** Runs a write in one transaction, in which nobody else creates the document of a single type. */
  lockSingle<Result>(type: ContentType, work: (documentId: string | null) => Promise<Result>): Promise<Result>
  /**
   * Runs writes in one transaction if the document meets the condition of the header `If-Match`.
   * @throws ApiError PreconditionFailedError
   */
  runMatching<Result>(match: DocumentMatch, work: () => Promise<Result>): Promise<Result>
}

/** A document with the condition of a write. */
export interface DocumentMatch {
  readonly type: ContentType
  /** Null for the document of a single type. */
  readonly documentId: string | null
  /** The query of the request, which names the locale. */
  readonly query: Values
  /** The value of the header `If-Match`. */
  readonly condition: string
}

/** The documents that a service has opened for the code of its project. */
export interface OpenDocuments {
  /** The content types of the project and those of Strapi whose rows code reads and writes. */
  readonly registry: Registry
  readonly documents: Documents
  /** Returns whether middlewares run around calls of `documents`. */
  readonly hasMiddlewares: () => boolean
  /** `strapi.entityService`, whose ids are those of rows. */
  readonly entityService: EntityService
  /** Returns `strapi.db.query(uid)` of a known type or component. */
  readonly query: (uid: string) => DatabaseQuery
  readonly rules: DocumentRules
  /** The values of `strapi.store`, in Strapi's table of settings. */
  readonly storedValues: StoredValues
  /** The salt of API tokens; null if the project has none. */
  readonly apiTokenSalt: string | null
}
