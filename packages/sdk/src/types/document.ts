import type { Attributes, Links } from './model.js'

/** Marks types that are read from and written to Strapi 5. */
export interface Strapi5 {
  readonly api: 'strapi5'
}

/**
 * A content type in Strapi 5: its entries are documents with a `documentId`. Generated types describe content
 * types without the version of the API, so that the types of queries and results are derived from this view.
 */
export interface AsDocument<D> extends AsModel<D> {
  readonly attributes: Attributes<D> & { documentId: string }
  readonly draftAndPublish: D extends { draftAndPublish: true } ? true : false
  readonly localized: D extends { localized: true } ? true : false
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
type AsLink<L> = L extends { kind: infer Kind extends 'relation' | 'media'; target: infer T; many: infer Many }
  ? DocumentLink<Kind, AsDocument<T>, Many>
  : L extends { kind: 'component'; target: infer C; many: infer Many }
    ? DocumentLink<'component', AsComponent<C>, Many>
    : L extends { kind: 'zone'; target: infer C }
      ? DocumentLink<'zone', EachComponent<C>, true>
      : L & Strapi5

interface DocumentLink<Kind, T, Many> extends Strapi5 {
  readonly kind: Kind
  readonly target: T
  readonly many: Many
}

type EachComponent<C> = C extends unknown ? AsComponent<C> : never

/** The attributes that Strapi 5 sets itself. A body with one of them is rejected, or the attribute is ignored. */
export type ServerMade = 'documentId' | 'createdAt' | 'updatedAt' | 'publishedAt' | 'locale'
