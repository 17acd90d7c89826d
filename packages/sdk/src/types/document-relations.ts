/** A related document in a list that replaces the relation: its `documentId`, or one of its localizations. */
export type DocumentRef = string | { readonly documentId: string; readonly locale?: string }

/**
 * A related document in `set`, `connect` or `disconnect`. `locale` and `status` select the version of it, and
 * apply where the entry itself has no locales or no drafts.
 */
export type DocumentVersion =
  | string
  | { readonly documentId: string; readonly locale?: string; readonly status?: 'draft' | 'published' }

/** The position of a connected document: exactly one key; the end by default. */
export type DocumentPosition =
  | { readonly before: string; readonly after?: never; readonly start?: never; readonly end?: never }
  | { readonly after: string; readonly before?: never; readonly start?: never; readonly end?: never }
  | { readonly start: true; readonly before?: never; readonly after?: never; readonly end?: never }
  | { readonly end: true; readonly before?: never; readonly after?: never; readonly start?: never }

type Connected = string | (Exclude<DocumentVersion, string> & { readonly position?: DocumentPosition })

interface SetDocuments {
  readonly set: readonly DocumentVersion[]
  readonly connect?: never
  readonly disconnect?: never
}

/** The input of a to-many relation: a list replaces it, `connect` and `disconnect` change it. */
export type DocumentToManyInput =
  | null
  | readonly DocumentRef[]
  | SetDocuments
  | {
      readonly connect?: readonly Connected[]
      readonly disconnect?: readonly DocumentVersion[]
      readonly set?: never
      /** `strict: false` accepts a position beside a document that isn't connected. */
      readonly options?: { readonly strict: boolean }
    }

/** The input of a to-one relation. It has no order, so `connect` takes no positions. */
export type DocumentToOneInput =
  | null
  | DocumentRef
  | SetDocuments
  | {
      readonly connect?: readonly DocumentVersion[]
      readonly disconnect?: readonly DocumentVersion[]
      readonly set?: never
    }

export type DocumentRelationInput<Many> = Many extends true ? DocumentToManyInput : DocumentToOneInput

/** A file: its `documentId` or its number. */
export type DocumentFileRef = string | number

export type DocumentMediaInput<Many> = Many extends true ? readonly DocumentFileRef[] | null : DocumentFileRef | null

/** Strapi 5 accepts no values for polymorphic relations to one entry. */
export type DocumentMorphInput<Many> = Many extends true
  ? readonly { readonly documentId: string; readonly __type: string }[]
  : never
