export { type Client, type ClientContext, type ClientOptions, createClient, type Extension } from './client.js'
export { AbortError } from './errors/abort-error.js'
export { ApiError, type ApiErrorDetails, type ApiErrorKind, type Issue } from './errors/api-error.js'
export { NetworkError } from './errors/network-error.js'
export { QueryError } from './errors/query-error.js'
export { ResponseShapeError } from './errors/response-shape-error.js'
export { SdkError } from './errors/sdk-error.js'
export { TimeoutError } from './errors/timeout-error.js'
export { allOf } from './query/all-of.js'
export { type LinkTargets, tagsOf, type TaggedQuery } from './query/tags-of.js'
export { stringify, type QueryLimits } from './query/stringify.js'
export type { AnyDocumentQuery, AnyEntry, AnyQuery } from './types/any-query.js'
export type { Collection, List, PaginationMeta, Single, WalkOptions } from './types/collection.js'
export type {
  Block,
  Blocks,
  CodeBlock,
  HeadingBlock,
  ImageBlock,
  InlineNode,
  LinkNode,
  ListBlock,
  ListItem,
  ParagraphBlock,
  QuoteBlock,
  TextNode,
} from './types/blocks.js'
export type { Filters, Operators, SoundFilters } from './types/filters.js'
export type {
  ComponentInput,
  CreateInput,
  EntryId,
  Id,
  LocalizationInput,
  Position,
  ToManyInput,
  ToOneInput,
  UpdateInput,
  ZoneItemInput,
} from './types/input.js'
export type { Json } from './types/json.js'
export type { MediaAttributes, MediaFile, MediaFormat } from './types/media-file.js'
export type {
  AnyContentTypes,
  ComponentType,
  ContentType,
  ContentTypes,
  DynamicZone,
  Morph,
  MultipleMedia,
  RepeatableComponent,
  SingleComponent,
  SingleMedia,
  ToMany,
  ToOne,
} from './types/model.js'
export type { EntryOf, QueryOf, ResultOf, TypeName } from './types/named.js'
export type { Fields, Populate } from './types/populate.js'
export type { Pagination } from './types/query.js'
export type { ApiRequest, Method, RequestContext, RequestOptions, Send } from './types/request.js'
export type { ClientShape, PublicationState, Result, Shape } from './types/result.js'
export type { Sort } from './types/sort.js'
export type { TokenSource } from './transport/transport.js'
export type { TransportOptions } from './transport/transport-options.js'
export { publish, unpublish } from './entries/drafts.js'
export { renderBlocks, type RenderOptions } from './blocks/render-blocks.js'
export { defineQuery } from './define-query.js'
export { inFirstLocale } from './entries/in-first-locale.js'
export { createLocalization } from './entries/localizations.js'
export { type Locale, type Locales, locales } from './entries/locales.js'
export { type RelationChanges, relationChanges } from './entries/relation-changes.js'
export { ifMatch, readVersion, type VersionReader } from './entries/versions.js'
export { type Change, type ContentChange, type MissedChanges, tagsOfChange } from './changes/change.js'
export { type Changes, changes, type ChangesOptions } from './changes/changes.js'
export { type LinkPath, type WithIds, withIds } from './entries/with-ids.js'
export { logRequests, type RequestLog } from './traffic/log-requests.js'
export { limitConcurrency } from './traffic/limit-concurrency.js'
export { readOwnWrites, type ReadOwnWritesOptions } from './traffic/read-own-writes.js'
export { shareReads } from './traffic/share-reads.js'
export { auth } from './auth/auth.js'
export type { Auth, AuthOptions, LoggedIn } from './auth/auth-types.js'
export { type CookieOptions, cookieStorage } from './auth/cookie-storage.js'
export { localStorageStorage } from './auth/local-storage.js'
export type { ExpiredToken, Renew } from './auth/renewal.js'
export { refreshSessions, type RefreshSessionOptions, type ShareRenewal } from './auth/refresh-sessions.js'
export type { AuthEvent } from './auth/session.js'
export type { LogoutOptions, OpenSession, SessionAuth } from './auth/session-auth.js'
export { memoryStorage, type TokenStorage } from './auth/token-storage.js'
export { type Flattened, flattenGraphQL } from './graphql/flatten.js'
export type { GraphQLDocument } from './graphql/document.js'
export { type GraphQLCaller, type GraphQLOptions, graphql, type RawGraphQLCaller } from './graphql/graphql.js'
export type { Progress } from './upload/fetch-with-progress.js'
export type { FileInfo, FileTarget } from './upload/file-form.js'
export { type Files, files, type ReplaceOptions } from './upload/files.js'
export type { SendFilesOptions } from './upload/send-files.js'
export { type Upload, upload, type UploadedFile, type UploadOptions } from './upload/upload.js'
export { type Users, users } from './users/users.js'
export type { Role, User } from './types/user.js'
