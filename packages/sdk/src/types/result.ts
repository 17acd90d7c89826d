import type { Attributes, Links } from './model.js'
import type { ByUid, UidOf } from './populate.js'

/** How entries are dressed: `{ id, attributes }` as the server answers, or attributes beside the id. */
export type Shape = 'flat' | 'envelope'

/** Which entries may be answered: live ones keep the promise of their required attributes, drafts don't. */
export type PublicationState = 'live' | 'preview'

type Simplify<T> = { [K in keyof T]: T[K] } & {}

type Always = 'createdAt' | 'updatedAt' | 'locale'

/** Of types without drafts all entries are live. */
type OwnState<D, State> = D extends { draftAndPublish: true } ? State : 'live'

/** Of an entry in the state `Own`, or of a component in one: a draft may lack what is required of either. */
type AttributesIn<D, Own> = Own extends 'preview'
  ? { [K in keyof Attributes<D>]: K extends Always ? Attributes<D>[K] : Attributes<D>[K] | null }
  : Attributes<D>

type Selected<A, F> = F extends readonly (infer Name)[]
  ? [Name] extends [Certain<F>]
    ? Pick<A, Name & keyof A>
    : { [K in Name & keyof A]: K extends Certain<F> ? A[K] : A[K] | undefined }
  : A

/**
 * The names, up to their first dot, that a list holds whatever happens: not those of an item that may have one name or
 * another, nor those of a list of any length. A list of one name holds it: the compiler takes `['name']` for a list of
 * any length inside a condition.
 */
type Certain<List extends readonly unknown[]> =
  | Single<Head<List[number]>>
  | { [I in keyof List & `${number}`]: Single<Head<List[I]>> }[keyof List & `${number}`]

/** `Name` where it is one name, nothing where it may be one of several. */
type Single<Name, All = Name> = Name extends unknown
  ? [string | All] extends [Name]
    ? never
    : [All] extends [Name]
      ? Name
      : never
  : never

/**
 * An entry as a query answers it (specification §2.2): the attributes that `F` names (all by default) and the links
 * that `P` populates.
 */
export type Result<D, F = '*', P = undefined, S extends Shape = 'flat', State = 'live'> = S extends 'flat'
  ? Entry<D, F, P, S, State>
  : D extends { localized: true } | { untyped: true }
    ? Simplify<Entry<D, F, P, S, State> & { meta?: EntryMeta }>
    : Entry<D, F, P, S, State>

/** What some servers tell of an entry of a localised type that was asked for itself. */
interface EntryMeta {
  /** Those that whoever asks may see. */
  availableLocales?: string[]
}

type Entry<D, F, P, S extends Shape, State, Own = OwnState<D, State>> = D extends { untyped: true }
  ? UntypedResult<S>
  : S extends 'flat'
    ? Simplify<{ id: number } & Selected<AttributesIn<D, Own>, F> & PopulatedLinks<D, P, S, State, Own>>
    : { id: number; attributes: Simplify<Selected<AttributesIn<D, Own>, F> & PopulatedLinks<D, P, S, State, Own>> }

export type UntypedResult<S> = S extends 'flat'
  ? { id: number } & UntypedAttributes
  : { id: number; attributes: UntypedAttributes }

export interface UntypedAttributes {
  // oxlint-disable-next-line typescript/no-explicit-any -- without generated types nothing is known
  [name: string]: any
}

/** A component is answered inline in either shape, and is as whole as the entry that it is in. */
type ComponentResult<C, Q, S extends Shape, State, Own> = Simplify<
  { id: number } & Selected<AttributesIn<C, Own>, FieldsOf<Q>> & PopulatedLinks<C, PopulateOf<Q>, S, State, Own>
>

type FieldsOf<Q> = Q extends { fields: infer F } ? F : 'fields' extends keyof Q ? Q['fields'] : '*'
type PopulateOf<Q> = Q extends { populate: infer P } ? P : undefined

type PopulatedLinks<D, P, S extends Shape, State, Own> = P extends '*'
  ? { [K in keyof Links<D>]: LinkResult<Links<D>[K], true, S, State, Own> }
  : P extends readonly (infer Name)[]
    ? {
        [K in keyof Links<D> & Head<Name>]:
          | LinkResult<Links<D>[K], { populate: Tails<P, K> }, S, State, Own>
          | (K extends Certain<P> ? never : undefined)
      }
    : P extends object
      ? {
          [K in keyof Links<D> & keyof P as P[K] extends false | undefined ? never : K]: LinkIfAsked<
            Links<D>[K],
            P[K],
            S,
            State,
            Own
          >
        }
      : unknown

type Head<Name> = Name extends `${infer H}.${string}` ? H : Name

/** What the names reach behind `K`: the empty name where they reach nothing, for a name must not seem certain by that. */
type Tails<P, K> = { [I in keyof P]: Tail<P[I], K> }
type Tail<Name, K> = Name extends `${K & string}.${infer Rest}` ? Rest : ''

/** Each thing that may be asked has its answer: a link that may be switched off may be absent. */
type LinkIfAsked<L, Q, S extends Shape, State, Own> = Q extends false | undefined
  ? undefined
  : LinkResult<L, Q, S, State, Own>

type Dressed<T, S> = S extends 'flat' ? T : { data: T }

type LinkResult<L, Q, S extends Shape, State, Own> = L extends { kind: 'relation'; target: infer T; many: infer Many }
  ? Dressed<Counted<Entry<T, FieldsOf<Q>, PopulateOf<Q>, S, State>, Many>, S>
  : L extends { kind: 'component'; target: infer C; many: infer Many }
    ? Counted<ComponentResult<C, Q, S, State, Own>, Many>
    : L extends { kind: 'media'; target: infer T; many: infer Many }
      ? // An empty list of media is answered as null.
        Dressed<
          | (Many extends true
              ? Entry<T, FieldsOf<Q>, undefined, S, 'live'>[]
              : Entry<T, FieldsOf<Q>, undefined, S, 'live'>)
          | null,
          S
        >
      : L extends { kind: 'zone'; target: infer C }
        ? ZoneItem<C, Q, S, State, Own>[]
        : unknown

type Counted<T, Many> = Many extends true ? T[] : T | null

type ZoneItem<C, Q, S extends Shape, State, Own> = Q extends { on: infer On }
  ? NamedItem<C, On, S, State, Own>
  : OneZoneItem<C, Q, S, State, Own>

/** An item of the components that `on` names. Where it may be that it names none, the whole zone is asked for. */
type NamedItem<C, On, S extends Shape, State, Own> = On extends unknown
  ?
      | {
          [U in keyof On & UidOf<C>]: On[U] extends false | undefined
            ? never
            : OneZoneItem<ByUid<C, U>, On[U], S, State, Own>
        }[keyof On & UidOf<C>]
      | ([Named<On>] extends [never] ? OneZoneItem<C, true, S, State, Own> : never)
  : never

type Named<On> = { [U in keyof On]-?: undefined extends On[U] ? never : U }[keyof On]

/** Distributes over the components, so that `__component` tells them apart. A dotted path reaches into those that have it. */
type OneZoneItem<C, Q, S extends Shape, State, Own> = C extends { uid: infer U }
  ? Simplify<
      { id: number; __component: U } & Selected<AttributesIn<C, Own>, FieldsOf<Q>> &
        PopulatedLinks<C, PopulateOf<Q>, S, State, Own>
    >
  : never
