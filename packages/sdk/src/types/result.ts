import type { Attributes, Links } from './model.js'
import type { ByUid, UidOf } from './populate.js'

/** How entries are dressed: `{ id, attributes }` as the server answers, or attributes beside the id. */
export type Shape = 'flat' | 'envelope'

/** Which entries may be answered: live ones keep the promise of their required attributes, drafts don't. */
export type PublicationState = 'live' | 'preview'

type Simplify<T> = { [K in keyof T]: T[K] } & {}

type Always = 'createdAt' | 'updatedAt' | 'locale'

type AttributesIn<D, State> = State extends 'preview'
  ? D extends { draftAndPublish: true }
    ? { [K in keyof Attributes<D>]: K extends Always ? Attributes<D>[K] : Attributes<D>[K] | null }
    : Attributes<D>
  : Attributes<D>

type Selected<A, F> = F extends readonly (infer Name)[] ? Pick<A, Name & keyof A> : A

/**
 * An entry as a query answers it (specification §2.2): the attributes that `F` names (all by default) and the links
 * that `P` populates.
 */
export type Result<D, F = '*', P = undefined, S extends Shape = 'flat', State = 'live'> = D extends { untyped: true }
  ? UntypedResult<S>
  : S extends 'flat'
    ? Simplify<{ id: number } & Selected<AttributesIn<D, State>, F> & PopulatedLinks<D, P, S, State>>
    : { id: number; attributes: Simplify<Selected<AttributesIn<D, State>, F> & PopulatedLinks<D, P, S, State>> }

// biome-ignore lint: nothing is known of an untyped entry, and `unknown` would make it unusable.
export type UntypedResult<S> = S extends 'flat'
  ? { id: number } & UntypedAttributes
  : { id: number; attributes: UntypedAttributes }

export interface UntypedAttributes {
  // oxlint-disable-next-line typescript/no-explicit-any -- without generated types nothing is known
  [name: string]: any
}

/** A component is answered inline in either shape. */
type ComponentResult<C, Q, S extends Shape, State> = Simplify<
  { id: number } & Selected<Attributes<C>, FieldsOf<Q>> & PopulatedLinks<C, PopulateOf<Q>, S, State>
>

type FieldsOf<Q> = Q extends { fields: infer F } ? F : '*'
type PopulateOf<Q> = Q extends { populate: infer P } ? P : undefined

type PopulatedLinks<D, P, S extends Shape, State> = P extends '*'
  ? { [K in keyof Links<D>]: LinkResult<Links<D>[K], true, S, State> }
  : P extends readonly (infer Name)[]
    ? { [K in keyof Links<D> & Head<Name>]: LinkResult<Links<D>[K], { populate: readonly Tail<Name, K>[] }, S, State> }
    : P extends object
      ? {
          [K in keyof Links<D> & keyof P as P[K] extends false | undefined ? never : K]:
            | LinkResult<Links<D>[K], P[K], S, State>
            | (false extends P[K] ? (P[K] extends object ? never : undefined) : never)
        }
      : unknown

type Head<Name> = Name extends `${infer H}.${string}` ? H : Name
type Tail<Name, K> = Name extends `${K & string}.${infer Rest}` ? Rest : never

type Dressed<T, S> = S extends 'flat' ? T : { data: T }

type LinkResult<L, Q, S extends Shape, State> = L extends { kind: 'relation'; target: infer T; many: infer Many }
  ? Dressed<Counted<Result<T, FieldsOf<Q>, PopulateOf<Q>, S, State>, Many>, S>
  : L extends { kind: 'component'; target: infer C; many: infer Many }
    ? Counted<ComponentResult<C, Q, S, State>, Many>
    : L extends { kind: 'media'; target: infer T; many: infer Many }
      ? // An empty list of media is answered as null.
        Dressed<
          (Many extends true ? Result<T, FieldsOf<Q>, undefined, S>[] : Result<T, FieldsOf<Q>, undefined, S>) | null,
          S
        >
      : L extends { kind: 'zone'; target: infer C }
        ? ZoneItem<C, Q, S, State>[]
        : unknown

type Counted<T, Many> = Many extends true ? T[] : T | null

type ZoneItem<C, Q, S extends Shape, State> = Q extends { on: infer On }
  ? {
      [U in keyof On & UidOf<C>]: On[U] extends false | undefined ? never : OneZoneItem<ByUid<C, U>, On[U], S, State>
    }[keyof On & UidOf<C>]
  : OneZoneItem<C, Q, S, State>

/** Distributes over the components, so that `__component` tells them apart. */
type OneZoneItem<C, Q, S extends Shape, State> = C extends { uid: infer U }
  ? Simplify<
      { id: number; __component: U } & Selected<Attributes<C>, FieldsOf<Q>> & ZoneLinks<C, PopulateOf<Q>, S, State>
    >
  : never

/** A dotted path reaches into the components that have it. */
type ZoneLinks<C, P, S extends Shape, State> = PopulatedLinks<C, P, S, State>
