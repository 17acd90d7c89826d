export { refreshSessions, type RefreshSessionOptions } from '../auth/refresh-sessions.js'
export type { LogoutOptions, OpenSession, SessionAuth } from '../auth/session-auth.js'
export { defineQuery } from './define-query.js'
export { type DocumentFiles, files } from './files.js'
export { type Strapi5Api, type Strapi5Options, strapi5 } from './strapi5.js'
export { upload } from './upload.js'
export type { DocumentFile, DocumentFileAttributes } from '../types/document-file.js'
export type { AsDocument } from '../types/document.js'
export type { DocumentCollection, SingleDocument } from '../types/document-collection.js'
export type { DocumentCreateInput, DocumentUpdateInput } from '../types/document-input.js'
export type { PublicationFilter, Status } from '../types/document-query.js'
export type {
  DocumentFileRef,
  DocumentPosition,
  DocumentRef,
  DocumentToManyInput,
  DocumentToOneInput,
  DocumentVersion,
} from '../types/document-relations.js'
