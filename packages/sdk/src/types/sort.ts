import type { Attributes, Links, Names } from './model.js'

type Direction = 'asc' | 'desc'
type Field<D> = Names<Attributes<D>> | 'id'

/** What can be sorted through. Polymorphic relations, media and dynamic zones can't (specification §4.2). */
type Through<L> = { [K in Names<L>]: L[K] extends { kind: 'relation' | 'component' } ? K : never }[Names<L>]

/** `author.name`: a field behind one relation or component. */
type FieldBehind<L> = {
  [K in Names<L>]: L[K] extends { kind: 'relation' | 'component'; target: infer T } ? `${K}.${Field<T>}` : never
}[Names<L>]

type Sortable<D> = Field<D> | FieldBehind<Links<D>>

/** `title`, `title:desc`, `author.name:asc`. */
type NearKey<D> = Sortable<D> | `${Sortable<D>}:${Direction}`

/** A near key; what is further away is looked at by {@link CheckedSort}. */
export type SortKey<D> = D extends { untyped: true } ? string : NearKey<D> | `${Through<Links<D>>}.${string}.${string}`

/** Specification §4.2: several keys apply in their order. */
export type Sort<D> = SortKey<D> | readonly SortKey<D>[]

/** What a sort is inferred from, before it is looked at: {@link Sort} itself would be compared with it key by key. */
export type SortText = string | readonly string[]

/**
 * `O`, and in place of each key that leads nowhere what it could become: editors offer these, and errors name the likely
 * one. All keys over two relations would be a union of thousands, so they are followed one by one.
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

/** The near keys of the last place that a path reaches, each with the way there. */
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
        ? Links<D>[Head] extends { kind: 'relation' | 'component'; target: infer T }
          ? Leads<T, Rest>
          : false
        : // Of a variable it may be known no more than that it is a key.
          string extends Head
          ? true
          : false
      : false
