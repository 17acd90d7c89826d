import type { DocumentFile } from './document-file.js'
import type { DocumentMediaInput, DocumentMorphInput, DocumentRelationInput } from './document-relations.js'
import type { Attributes, Links } from './model.js'
import type { Strapi5 } from './strapi5.js'

/**
 * A content type in Strapi 5: its entries are documents with a `documentId`. Generated types describe content
 * types without the version of the API, so that the types of queries and results are derived from this view.
 */
export interface AsDocument<D> extends AsModel<D> {
  readonly identity: DocumentIdentity
  readonly attributes: Attributes<D> & { documentId: string }
  readonly draftAndPublish: D extends { draftAndPublish: true } ? true : false
  readonly localized: D extends { localized: true } ? true : false
}

/** The members of each document that a query can't leave out. */
interface DocumentIdentity {
  /** @deprecated The number of a row, which changes each time the document is published. Use `documentId`. */
  id: number
  documentId: string
}

/** A component in Strapi 5. It has a row id, but no `documentId`. */
interface AsComponent<C> extends AsModel<C> {
  readonly attributes: Attributes<C>
  readonly uid: C extends { uid: infer U } ? U : never
}

interface AsModel<D> extends Strapi5 {
  readonly links: { readonly [K in keyof Links<D>]: AsLink<Links<D>[K]> }
  readonly hidden: D extends { hidden: infer H } ? H : {}
  readonly required: D extends { required: infer R } ? R : never
  readonly untyped: D extends { untyped: true } ? true : false
}

/** The links of a content type, whose targets are documents and components of Strapi 5. */
type AsLink<L> = L extends { kind: 'relation'; target: infer T; many: infer Many }
  ? DocumentReference<'relation', EachDocument<T>, Many, DocumentRelationInput<Many>>
  : L extends { kind: 'media'; many: infer Many }
    ? DocumentReference<'media', DocumentFile, Many, DocumentMediaInput<Many>>
    : L extends { kind: 'component'; target: infer C; many: infer Many }
      ? DocumentLink<'component', AsComponent<C>, Many>
      : L extends { kind: 'zone'; target: infer C }
        ? DocumentLink<'zone', EachComponent<C>, true>
        : L extends { kind: 'morph'; many: infer Many }
          ? DocumentMorph<Many>
          : never

interface DocumentLink<Kind, T, Many> extends Strapi5 {
  readonly kind: Kind
  readonly target: T
  readonly many: Many
}

/** A link to other entries or files. `Input` is what a write takes. */
interface DocumentReference<Kind, T, Many, Input> extends DocumentLink<Kind, T, Many> {
  readonly input: Input
}

/** A polymorphic relation. */
interface DocumentMorph<Many> extends Strapi5 {
  readonly kind: 'morph'
  readonly many: Many
  readonly input: DocumentMorphInput<Many>
}

// A relation may have targets of several types, which are one member of the union each.
type EachDocument<T> = T extends unknown ? AsDocument<T> : never
type EachComponent<C> = C extends unknown ? AsComponent<C> : never

/** The attributes that Strapi 5 sets itself. A body with one of them is rejected, or the attribute is ignored. */
export type ServerMade = 'documentId' | 'createdAt' | 'updatedAt' | 'publishedAt' | 'locale'
