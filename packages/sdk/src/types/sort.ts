import type { Attributes, Links, Names } from './model.js'
import type { Strapi5 } from './strapi5.js'

type Direction = 'asc' | 'desc'
type Field<D> = Names<Attributes<D>> | 'id'

/**
 * The links that a sort may follow: all except polymorphic relations, media and dynamic zones (specification
 * §4.2). Strapi 5 also sorts by the attributes of media.
 */
type SortableLink = { kind: 'relation' | 'component' } | (Strapi5 & { kind: 'media' })

type Through<L> = { [K in Names<L>]: L[K] extends SortableLink ? K : never }[Names<L>]

/** `author.name`: a field behind one relation or component. */
type FieldBehind<L> = {
  [K in Names<L>]: L[K] extends SortableLink & { target: infer T } ? `${K}.${Field<T>}` : never
}[Names<L>]

type Sortable<D> = Field<D> | FieldBehind<Links<D>>

/** `title`, `title:desc`, `author.name:asc`. */
type NearKey<D> = Sortable<D> | `${Sortable<D>}:${Direction}`

/** A key of a field of the type or behind one link. {@link CheckedSort} checks longer paths. */
export type SortKey<D> = D extends { untyped: true } ? string : NearKey<D> | `${Through<Links<D>>}.${string}.${string}`

/** Specification §4.2: several keys apply in their order. */
export type Sort<D> = SortKey<D> | readonly SortKey<D>[]

/** The constraint of an inferred sort. With {@link Sort}, the compiler would have to compare with every key. */
export type SortText = string | readonly string[]

/**
 * `O` with each invalid key replaced by the valid ones: editors offer them, and errors suggest the likely
 * one. Keys are checked one by one, because a union of all keys over two relations would have thousands of
 * members.
 */
export type CheckedSort<D, O> = D extends { untyped: true }
  ? O
  : O extends readonly unknown[]
    ? { [I in keyof O]: CheckedKey<D, O[I]> }
    : CheckedKey<D, O>

type CheckedKey<D, Key> = string extends Key
  ? SortKey<D>
  : Key extends `${infer Path}:${Direction}`
    ? Leads<D, Path> extends true
      ? Key
      : Ahead<D, Path>
    : Leads<D, Key> extends true
      ? Key
      : Ahead<D, Key>

/** The keys of the last type on a path, each with the path to it (`Way`). */
type Ahead<D, Path, Way extends string = ''> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends Through<Links<D>>
    ? Links<D>[Head] extends { target: infer T }
      ? Ahead<T, Rest, `${Way}${Head}.`>
      : never
    : `${Way}${NearKey<D>}`
  : `${Way}${NearKey<D>}`

type Leads<D, Path> =
  Path extends Field<D>
    ? true
    : Path extends `${infer Head}.${infer Rest}`
      ? Head extends keyof Links<D>
        ? Links<D>[Head] extends SortableLink & { target: infer T }
          ? Leads<T, Rest>
          : false
        : // The type of a variable may be any key.
          string extends Head
          ? true
          : false
      : false
