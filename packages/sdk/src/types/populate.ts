import type { CheckedFilters, Filters } from './filters.js'
import type { Attributes, Links, Names } from './model.js'
import type { Same } from './same.js'
import type { CheckedSort, Sort } from './sort.js'
import type { unknownName } from './unknown-name.js'

/** Names of attributes, or all of them. Links can't be named here: they are populated (specification §4.3). */
export type Fields<D> = '*' | readonly FieldName<D>[]

type FieldName<D> = D extends { untyped: true } ? string : Names<Attributes<D>> | 'id'

/** What may be asked of a populated relation or component. */
interface LinkQuery<D> {
  readonly fields?: Fields<D> | undefined
  readonly populate?: Populate<D> | undefined
  readonly filters?: Filters<D> | undefined
  readonly sort?: Sort<D> | undefined
  /** As Strapi understands it: entries to leave out, and to answer. */
  readonly start?: number | undefined
  readonly limit?: number | undefined
}

interface ComponentQuery<D> {
  readonly fields?: Fields<D> | undefined
  readonly populate?: Populate<D> | undefined
}

interface MediaQuery<D> {
  readonly fields?: Fields<D> | undefined
}

type ZoneQuery<C> =
  | { readonly populate?: '*'; readonly on?: never }
  | { readonly on: { readonly [K in UidOf<C>]?: boolean | ComponentQuery<ByUid<C, K>> }; readonly populate?: never }

export type UidOf<C> = C extends { uid: infer U extends string } ? U : never
export type ByUid<C, U> = C extends { uid: U } ? C : never

type LinkValue<L> = L extends { kind: 'relation'; target: infer T }
  ? boolean | LinkQuery<T>
  : L extends { kind: 'component'; target: infer T }
    ? boolean | ComponentQuery<T>
    : L extends { kind: 'media'; target: infer T }
      ? boolean | MediaQuery<T>
      : L extends { kind: 'zone'; target: infer C }
        ? boolean | ZoneQuery<C>
        : boolean

/** Every form of population: `'*'`, names (dotted ones reach deeper), or an object with what is asked of each. */
export type Populate<D> = D extends { untyped: true }
  ? '*' | readonly string[] | object
  : '*' | readonly Path<Names<Links<D>>>[] | LinkValues<Links<D>>

type LinkValues<L> = { readonly [K in keyof L]?: LinkValue<L[K]> | undefined }

/** {@link Populate} by an object that no value fits, which the compiler finds first: editors offer its names. */
export type OfferedPopulate<D> = { readonly [unknownName]: never } & LinkValues<Links<D>>

type Path<Name extends string> = Name | `${Name}.${string}`

/**
 * `P` without what the type doesn't have, at every depth: `never` there, and names that it has in place of other names. The
 * compiler's own check for unknown properties doesn't look into what it infers.
 */
export type CheckedPopulate<D, P> = D extends { untyped: true }
  ? P
  : P extends readonly unknown[]
    ? { [I in keyof P]: CheckedPath<D, P[I]> }
    : P extends object
      ? Same<P, LinkValues<Links<D>>> extends true
        ? P
        : { [K in keyof P]: K extends keyof Links<D> ? CheckedLink<Links<D>[K], P[K]> : never }
      : P

/** `Name`, or the names at the last place that it reaches. */
type CheckedPath<D, Name> = Name extends keyof Links<D>
  ? Name
  : Name extends `${infer Head}.${infer Rest}`
    ? Head extends Names<Links<D>>
      ? Links<D>[Head] extends { target: infer T }
        ? // Of a variable it may be known no more than that it is a path.
          string extends Rest
          ? Name
          : `${Head}.${CheckedPathOfAny<T, Rest>}`
        : never
      : Names<Links<D>>
    : Names<Links<D>>

/** A dotted path into a zone holds when one of its components has it. */
type CheckedPathOfAny<T, Rest> = T extends unknown ? CheckedPath<T, Rest> & string : never

type CheckedLink<L, Q> = Q extends object
  ? L extends { kind: 'zone'; target: infer C }
    ? { [K in keyof Q]: K extends 'on' ? CheckedOn<C, Q[K]> : K extends 'populate' ? Q[K] : never }
    : L extends { kind: infer Kind; target: infer T }
      ? { [K in keyof Q]: K extends LinkQueryKey[Kind & keyof LinkQueryKey] ? CheckedOption<T, K, Q[K]> : never }
      : never
  : Q

interface LinkQueryKey {
  relation: keyof LinkQuery<never>
  component: keyof ComponentQuery<never>
  media: keyof MediaQuery<never>
}

type CheckedOption<T, K, V> = K extends 'populate'
  ? CheckedPopulate<T, V>
  : K extends 'filters'
    ? CheckedFilters<T, V>
    : K extends 'sort'
      ? CheckedSort<T, V>
      : V

type CheckedOn<C, On> = {
  [U in keyof On]: U extends UidOf<C>
    ? On[U] extends object
      ? {
          [K in keyof On[U]]: K extends keyof ComponentQuery<never> ? CheckedOption<ByUid<C, U>, K, On[U][K]> : never
        }
      : On[U]
    : never
}
