import type { Attributes, Links, Names } from './model.js'

type Direction = 'asc' | 'desc'
type Field<D> = Names<Attributes<D>> | 'id'

/** `author.name`: a field behind one relation or component. */
type FieldBehind<L> = {
  [K in Names<L>]: L[K] extends { kind: 'relation' | 'component'; target: infer T } ? `${K}.${Field<T>}` : never
}[Names<L>]

type Sortable<D> = Field<D> | FieldBehind<Links<D>>

/** `title`, `title:desc`, `author.name:asc`. */
export type SortKey<D> = D extends { untyped: true } ? string : Sortable<D> | `${Sortable<D>}:${Direction}`

/** Specification §4.2: several keys apply in their order. */
export type Sort<D> = SortKey<D> | readonly SortKey<D>[]
