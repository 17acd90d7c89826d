import type { Attributes, Links, Names } from './model.js'

type Direction = 'asc' | 'desc'
type Field<D> = Names<Attributes<D>> | 'id'

/** `title`, `title:desc`, or an object, which reaches through relations: `{ author: { name: 'desc' } }`. */
export type SortKey<D> = D extends { untyped: true }
  ? string | object
  : Field<D> | `${Field<D>}:${Direction}` | SortObject<D>

type SortObject<D> = { readonly [K in Field<D>]?: Direction } & {
  readonly [K in keyof Links<D>]?: Links<D>[K] extends { kind: 'relation' | 'component'; target: infer T }
    ? SortObject<T>
    : never
}

/** Specification §4.2: several keys apply in their order. */
export type Sort<D> = SortKey<D> | readonly SortKey<D>[]
