import type { CheckedFilters, Filters } from './filters.js'
import type { Attributes, Links, Names } from './model.js'
import type { Explanation, CheckMode, Rejected } from './nearest.js'
import type { Same } from './same.js'
import type { CheckedSort, Sort } from './sort.js'
import type { unknownName } from './unknown-name.js'
import type { Strapi5 } from './strapi5.js'

/** Names of attributes, or all of them. Links can't be named here: they are populated (specification §4.3). */
export type Fields<D> = '*' | readonly FieldName<D>[]

// A union, so that the compiler accepts `id` for any `D`.
type FieldName<D> = 'id' | Names<Attributes<D>> | (D extends { untyped: true } ? string : never)

/** The query of a populated relation. */
interface LinkQuery<D> {
  readonly fields?: Fields<D> | undefined
  readonly populate?: Populate<D> | undefined
  readonly filters?: Filters<D> | undefined
  readonly sort?: Sort<D> | undefined
  /** The number of entries to skip, and the number to return, as in Strapi 4.26. */
  readonly start?: number | undefined
  readonly limit?: number | undefined
}

/** The query of a populated relation in Strapi 5, which returns all entries or their number. */
interface DocumentLinkQuery<D> {
  readonly fields?: Fields<D> | undefined
  readonly populate?: Populate<D> | undefined
  readonly filters?: Filters<D> | undefined
  readonly sort?: Sort<D> | undefined
  /** Returns `{ count }` instead of the entries. */
  readonly count?: boolean | undefined
}

interface ComponentQuery<D> {
  readonly fields?: Fields<D> | undefined
  readonly populate?: Populate<D> | undefined
}

interface DocumentComponentQuery<D> extends ComponentQuery<D> {
  /** Returns `{ count }` instead of the components. */
  readonly count?: boolean | undefined
}

interface MediaQuery<D> {
  readonly fields?: Fields<D> | undefined
}

type ZoneQuery<C> =
  | { readonly populate?: SharedPopulate<C>; readonly on?: never }
  | { readonly on: { readonly [K in UidOf<C>]?: boolean | ComponentQuery<ByUid<C, K>> }; readonly populate?: never }

/** In Strapi 5, `'*'` populates the links of all components, and `on` those of each component. */
type DocumentZoneQuery<C> =
  | { readonly populate?: '*'; readonly on?: never }
  | {
      readonly on: { readonly [K in UidOf<C>]?: boolean | ComponentQuery<ByUid<C, K>> }
      readonly populate?: never
    }

/** Links of any of the components `C`. Each component populates those that it has (specification §4.3). */
type SharedPopulate<C> =
  | '*'
  | readonly Path<SharedName<C>>[]
  | { readonly [K in SharedName<C>]?: LinkValue<SharedLink<C, K>> | undefined }

type SharedName<C> = C extends unknown ? Names<Links<C>> : never
type SharedLink<C, K> = C extends unknown ? (K extends keyof Links<C> ? Links<C>[K] : never) : never

export type UidOf<C> = C extends { uid: infer U extends string } ? U : never
export type ByUid<C, U> = C extends { uid: U } ? C : never

type LinkValue<L> = L extends Strapi5 ? DocumentLinkValue<L> : EntryLinkValue<L>

type DocumentLinkValue<L> = L extends { kind: 'relation'; target: infer T }
  ? boolean | DocumentLinkQuery<T>
  : L extends { kind: 'component'; target: infer T; many: infer Many }
    ? boolean | (Many extends true ? DocumentComponentQuery<T> : ComponentQuery<T>)
    : L extends { kind: 'media'; target: infer T }
      ? boolean | MediaQuery<T>
      : L extends { kind: 'zone'; target: infer C }
        ? boolean | DocumentZoneQuery<C>
        : boolean | MorphQuery

/**
 * The query of a polymorphic relation in Strapi 5: the content types to return, by their uid, or the number
 * of entries. Generated types don't name the content types that such a relation has.
 */
type MorphQuery =
  | { readonly on: { readonly [uid: string]: boolean | MorphTargetQuery }; readonly count?: never }
  | { readonly count: boolean; readonly on?: never }

interface MorphTargetQuery {
  readonly fields?: '*' | readonly string[]
  readonly populate?: '*' | readonly string[] | object
}

type EntryLinkValue<L> = L extends { kind: 'relation'; target: infer T }
  ? boolean | LinkQuery<T>
  : L extends { kind: 'component'; target: infer T }
    ? boolean | ComponentQuery<T>
    : L extends { kind: 'media'; target: infer T }
      ? boolean | MediaQuery<T>
      : L extends { kind: 'zone'; target: infer C }
        ? boolean | ZoneQuery<C>
        : boolean

/** Every form of `populate`: `'*'`, names, dotted names for deeper links, or an object with a query for each link. */
export type Populate<D> = D extends { untyped: true }
  ? '*' | readonly string[] | object
  : '*' | readonly Path<Names<Links<D>>>[] | LinkValues<Links<D>>

type LinkValues<L> = { readonly [K in keyof L]?: LinkValue<L[K]> | undefined }

/** Like the object form of {@link Populate}, but rejects every value: editors offer the names, errors show `Why`. */
export type OfferedPopulate<D, Why = never> = { readonly [unknownName]: Why } & OfferedLinks<Links<D>>

type OfferedLinks<L> = {
  readonly [K in keyof L]?: L[K] extends { kind: 'relation' | 'component'; target: infer T }
    ? boolean | OfferedLinkQuery<T, LinkValue<L[K]>>
    : L[K] extends { kind: 'zone' }
      ? LinkValue<L[K]> | { readonly on: AnyNames }
      : LinkValue<L[K]>
}

/** Accepts unknown uids, because the compiler suggests none for them. The error is then the one with `Why`. */
interface AnyNames {
  readonly [uid: string]: unknown
}

/** Not a union of lists and objects, because the compiler doesn't suggest names in a union. */
type OfferedLinkQuery<T, Query> = Omit<Exclude<Query, boolean>, 'populate'> & {
  readonly populate?: '*' | (OfferedLinks<Links<T>> & OrList)
}

/** Accepts lists, too: they have this symbol, and editors don't offer symbols. */
interface OrList {
  readonly [Symbol.iterator]?: unknown
}

/**
 * The constraint of a `populate` that is inferred as `P`. It checks the names one by one, because the
 * compiler's own check for unknown names skips inferred types.
 */
export type SoundPopulate<D, P> =
  Same<P, Populate<D>> extends true
    ? Populate<D>
    : [P] extends [CheckedPopulate<D, P>]
      ? Populate<D>
      : [P] extends [readonly unknown[]]
        ? readonly CheckedPath<D, P[number]>[]
        : OfferedPopulate<D, Explanation<P, CheckedPopulate<D, P>, CheckedPopulate<D, P, 'explain'>>>

type Path<Name extends string> = Name | `${Name}.${string}`

/**
 * `P` with {@link Rejected} in place of each unknown link, at every depth. In lists, the valid names replace
 * unknown ones.
 */
type CheckedPopulate<D, P, As extends CheckMode = 'check'> = D extends { untyped: true }
  ? P
  : P extends readonly unknown[]
    ? { [I in keyof P]: CheckedPath<D, P[I]> }
    : P extends object
      ? Same<P, LinkValues<Links<D>>> extends true
        ? P
        : {
            [K in keyof P]: K extends keyof Links<D>
              ? CheckedLink<Links<D>[K], P[K], As>
              : Rejected<As, K, keyof Links<D>>
          }
      : P

/** `Name`, or, if it is invalid, the names of the last type that it reaches. */
type CheckedPath<D, Name> = Name extends keyof Links<D>
  ? Name
  : Name extends `${infer Head}.${infer Rest}`
    ? Head extends Names<Links<D>>
      ? Links<D>[Head] extends { target: infer T }
        ? // If the path comes from a variable, its rest is `string` and can't be checked.
          string extends Rest
          ? Name
          : `${Head}.${CheckedPathOfAny<T, Rest>}`
        : never
      : Names<Links<D>>
    : Names<Links<D>>

/** A dotted path into a zone is valid when the rest of the path is valid in one of the zone's components. */
type CheckedPathOfAny<T, Rest> = T extends unknown ? CheckedPath<T, Rest> & string : never

type CheckedLink<L, Q, As extends CheckMode> = Q extends object
  ? L extends { kind: 'zone'; target: infer C }
    ? {
        [K in keyof Q]: K extends 'on'
          ? CheckedOn<C, Q[K], As>
          : K extends 'populate'
            ? CheckedShared<C, Q[K], As>
            : Rejected<As, K, 'on' | 'populate'>
      }
    : L extends { kind: infer Kind; target: infer T }
      ? {
          [K in keyof Q]: K extends QueryKeyOf<L, Kind>
            ? CheckedOption<T, K, Q[K], As>
            : Rejected<As, K, QueryKeyOf<L, Kind>>
        }
      : L extends Strapi5
        ? { [K in keyof Q]: K extends keyof MorphQuery ? Q[K] : Rejected<As, K, keyof MorphQuery> }
        : Rejected<As, keyof Q, never>
  : Q

type QueryKeyOf<L, Kind> = L extends Strapi5
  ? DocumentLinkQueryKey[Kind & keyof DocumentLinkQueryKey]
  : LinkQueryKey[Kind & keyof LinkQueryKey]

interface DocumentLinkQueryKey {
  relation: keyof DocumentLinkQuery<never>
  component: keyof DocumentComponentQuery<never>
  media: keyof MediaQuery<never>
}

interface LinkQueryKey {
  relation: keyof LinkQuery<never>
  component: keyof ComponentQuery<never>
  media: keyof MediaQuery<never>
}

type CheckedOption<T, K, V, As extends CheckMode> = K extends 'populate'
  ? CheckedPopulate<T, V, As>
  : K extends 'filters'
    ? CheckedFilters<T, V, As>
    : K extends 'sort'
      ? CheckedSort<T, V>
      : V

type CheckedShared<C, P, As extends CheckMode> = P extends readonly unknown[]
  ? { [I in keyof P]: CheckedPathOfAny<C, P[I]> }
  : P extends object
    ? {
        [K in keyof P]: K extends SharedName<C>
          ? CheckedLink<SharedLink<C, K>, P[K], As>
          : Rejected<As, K, SharedName<C>>
      }
    : P

type CheckedOn<C, On, As extends CheckMode> = {
  [U in keyof On]: U extends UidOf<C>
    ? On[U] extends object
      ? {
          [K in keyof On[U]]: K extends keyof ComponentQuery<never>
            ? CheckedOption<ByUid<C, U>, K, On[U][K], As>
            : Rejected<As, K, keyof ComponentQuery<never>>
        }
      : On[U]
    : Rejected<As, U, UidOf<C>>
}
