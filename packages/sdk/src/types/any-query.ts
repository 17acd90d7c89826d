import type { LocalesOf, PublicationFilter, Status } from './document-query.js'
import type { Filters } from './filters.js'
import type { Links } from './model.js'
import type { Fields, Populate } from './populate.js'
import type { LocaleOf, Pagination, StateOf } from './query.js'
import type {
  AttributesIn,
  Counted,
  CountResult,
  EmptyMedia,
  Identity,
  InShape,
  PublicationState,
  Shape,
  UntypedAttributes,
} from './result.js'
import type { Sort } from './sort.js'
import type { Strapi5 } from './strapi5.js'

/** Holds the type arguments `Inferred` and `Marked`. Never set. */
declare const inferred: unique symbol

/** What `find` infers from a query that has no parameters, in the order of its type parameters. */
type FromNothing<State> = ['*', undefined, State, never, never, {}, never, never]

/** The parameters that the queries of both versions have. */
interface AnyListQuery<D, Inferred, Marked> {
  readonly [inferred]?: readonly [Inferred, Marked]
  readonly fields?: If<Marked, Fields<D>>
  readonly populate?: If<Marked, Populate<D>>
  readonly filters?: If<Marked, Filters<D>>
  readonly sort?: If<Marked, Sort<D>>
  readonly pagination?: If<Marked, Pagination>
}

/**
 * Any query for entries of a type. `find` infers its type parameters from `Inferred` instead of from the
 * parameters of the query, whose unions would fill an editor's hover. It infers `Marked` only from this type:
 * without `true` the type accepts nothing, so that other queries are checked name by name.
 */
export interface AnyQuery<D, Inferred = FromNothing<'live'>, Marked = true> extends AnyListQuery<D, Inferred, Marked> {
  readonly publicationState?: If<Marked, StateOf<D, PublicationState>>
  readonly locale?: If<Marked, LocaleOf<D>>
}

/** Any query for documents of a type of Strapi 5: see {@link AnyQuery}. */
export interface AnyDocumentQuery<D, Inferred = FromNothing<'published'>, Marked = true>
  extends AnyListQuery<D, Inferred, Marked> {
  readonly status?: If<Marked, Status>
  readonly publicationFilter?: If<Marked, PublicationFilter>
  readonly locale?: If<Marked, LocalesOf<D>>
}

type If<Marked, T> = [Marked] extends [true] ? T : never

/** An entry as {@link AnyQuery} returns it: each attribute and each link may be absent. */
export type AnyEntry<D, S extends Shape> = Identity<D> &
  (S extends 'flat' ? AnyFields<D, S> : { attributes: AnyFields<D, S> })

type AnyFields<D, S extends Shape> = Partial<AttributesIn<D, 'preview'>> & {
  [K in keyof Links<D>]?: AnyLink<Links<D>[K], S>
} & (D extends { untyped: true } ? UntypedAttributes : unknown)

type AnyLink<L, S extends Shape> = L extends { kind: 'relation' | 'media'; target: infer T; many: infer Many }
  ? InShape<Counted<AnyEntry<T, S>, Many> | (L extends { kind: 'media' } ? EmptyMedia<T> : AnyCount<L>), S>
  : L extends { kind: 'component'; target: infer C; many: infer Many }
    ? Counted<{ id: number } & AnyFields<C, S>, Many> | AnyCount<L>
    : L extends { kind: 'zone'; target: infer C }
      ? AnyItem<C, S>[]
      : unknown

/** A query of Strapi 5 may request the number of linked entries. */
type AnyCount<L> = L extends Strapi5 ? CountResult : never

type AnyItem<C, S extends Shape> = C extends { uid: infer U } ? { id: number; __component: U } & AnyFields<C, S> : never
