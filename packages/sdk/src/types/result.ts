import type { Attributes, Links } from './model.js'
import type { ByUid, UidOf } from './populate.js'
import type { Strapi5 } from './strapi5.js'

/**
 * The shape of entries: `envelope` is `{ id, attributes }`, as the server returns them; `flat` has the
 * attributes beside the id.
 */
export type Shape = 'flat' | 'envelope'

/** What a client returns: entries of Strapi 4 in a {@link Shape}, or the documents of Strapi 5. */
export type ClientShape = Shape | 'strapi5'

/** Which entries are returned: `live` ones, whose required attributes are never null, or `preview`, drafts too. */
export type PublicationState = 'live' | 'preview'

type Simplify<T> = { [K in keyof T]: T[K] } & {}

type Always = 'createdAt' | 'updatedAt' | 'locale' | 'documentId'

/** The state of entries of a type: without drafts, all are live. */
type OwnState<D, State> = D extends { draftAndPublish: true } ? State : 'live'

/** The attributes of an entry in the state `Own`, or of a component in it: those of drafts may be null. */
export type AttributesIn<D, Own> = Own extends 'preview'
  ? { [K in keyof Attributes<D>]: K extends Always ? Attributes<D>[K] : Attributes<D>[K] | null }
  : Attributes<D>

type Selected<A, F> = F extends readonly (infer Name)[]
  ? [Name] extends [Certain<F>]
    ? Pick<A, Name & keyof A>
    : { [K in Name & keyof A]: K extends Certain<F> ? A[K] : A[K] | undefined }
  : A

/**
 * The names, up to their first dot, that a list certainly contains. Items that are a union of names don't
 * count, and neither do lists of unknown length. The exception is `'name'[]`, because inside a condition the
 * compiler widens `['name']` to it.
 */
type Certain<List extends readonly unknown[]> =
  | Single<Head<List[number]>>
  | { [I in keyof List & `${number}`]: Single<Head<List[I]>> }[keyof List & `${number}`]

/** `Name` if it is a single name, `never` if it may be one of several. */
type Single<Name, All = Name> = Name extends unknown
  ? [string | All] extends [Name]
    ? never
    : [All] extends [Name]
      ? Name
      : never
  : never

/**
 * An entry as a query returns it (specification §2.2): the attributes that `F` names (all by default) and the
 * links that `P` populates.
 */
export type Result<D, F = '*', P = undefined, S extends Shape = 'flat', State = 'live'> = S extends 'flat'
  ? Entry<D, F, P, S, State>
  : D extends { localized: true } | { untyped: true }
    ? Simplify<Entry<D, F, P, S, State> & { meta?: EntryMeta }>
    : Entry<D, F, P, S, State>

/** The `meta` of an entry of a localized type, which some servers return when the entry itself is requested. */
interface EntryMeta {
  /** The locales of the entry that the caller may read. */
  availableLocales?: string[]
}

interface RowIdentity {
  id: number
}

/** The members of each entry that a query can't leave out. */
export type Identity<D> = D extends { identity: infer I } ? I : RowIdentity

type Entry<D, F, P, S extends Shape, State, Own = OwnState<D, State>> = D extends { untyped: true }
  ? UntypedResult<S>
  : S extends 'flat'
    ? Simplify<Identity<D> & Selected<AttributesIn<D, Own>, F> & PopulatedLinks<D, P, S, State, Own>>
    : { id: number; attributes: Simplify<Selected<AttributesIn<D, Own>, F> & PopulatedLinks<D, P, S, State, Own>> }

export type UntypedResult<S> = S extends 'flat'
  ? { id: number } & UntypedAttributes
  : { id: number; attributes: UntypedAttributes }

export interface UntypedAttributes {
  // oxlint-disable-next-line typescript/no-explicit-any -- without generated types no attribute is known
  [name: string]: any
}

/** A component. It has no envelope in either shape, and the state of the entry that holds it. */
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
          [K in keyof Links<D> & keyof P as P[K] extends false | undefined ? never : K]: LinkIfRequested<
            Links<D>[K],
            P[K],
            S,
            State,
            Own
          >
        }
      : unknown

type Head<Name> = Name extends `${infer H}.${string}` ? H : Name

/** The rest of each path that begins with `K`. Other paths become empty strings, so that the list keeps its length. */
type Tails<P, K> = { [I in keyof P]: Tail<P[I], K> }
type Tail<Name, K> = Name extends `${K & string}.${infer Rest}` ? Rest : ''

/** The value of a link by its query. A link whose query may be `false` or `undefined` may be absent. */
type LinkIfRequested<L, Q, S extends Shape, State, Own> = Q extends false | undefined
  ? undefined
  : LinkResult<L, Q, S, State, Own>

export type InShape<T, S> = S extends 'flat' ? T : { data: T }

type LinkResult<L, Q, S extends Shape, State, Own> = L extends { kind: 'relation'; target: infer T; many: infer Many }
  ? OrCount<Q, InShape<Counted<Entry<T, FieldsOf<Q>, PopulateOf<Q>, S, State>, Many>, S>>
  : L extends { kind: 'component'; target: infer C; many: infer Many }
    ? OrCount<Q, Counted<ComponentResult<C, Q, S, State, Own>, Many>>
    : L extends { kind: 'media'; target: infer T; many: infer Many }
      ? InShape<
          Many extends true
            ? Entry<T, FieldsOf<Q>, undefined, S, 'live'>[] | EmptyMedia<T>
            : Entry<T, FieldsOf<Q>, undefined, S, 'live'> | null,
          S
        >
      : L extends { kind: 'zone'; target: infer C }
        ? ZoneItem<C, Q, S, State, Own>[]
        : L extends Strapi5 & { kind: 'morph'; many: infer Many }
          ? OrCount<Q, Counted<MorphDocument, Many>>
          : unknown

/** An entry of a polymorphic relation of Strapi 5. */
export interface MorphDocument {
  /** @deprecated The number of a row. Use `documentId`. */
  readonly id: number
  readonly documentId: string
  /** The content type's uid, such as `api::article.article`. */
  readonly __type: string
  readonly [name: string]: unknown
}

/** An empty list of media is returned as null; by Strapi 5 as an empty list. */
export type EmptyMedia<T> = T extends Strapi5 ? never : null

/** The result of `count: true` in Strapi 5: the number of linked entries instead of the entries. */
export interface CountResult {
  count: number
}

/** `Linked`, or its number if the query `Q` requests it: a union if a variable decides. */
type OrCount<Q, Linked> = Q extends { count: infer Count } ? (Count extends true ? CountResult : Linked) : Linked

export type Counted<T, Many> = Many extends true ? T[] : T | null

type ZoneItem<C, Q, S extends Shape, State, Own> = Q extends { on: infer On }
  ? NamedItem<C, On, S, State, Own>
  : OneZoneItem<C, Q, S, State, Own>

/** An item of the components that `on` names. If `on` may be empty, the items of all components. */
type NamedItem<C, On, S extends Shape, State, Own> = On extends unknown
  ?
      | {
          [U in keyof On & UidOf<C>]: On[U] extends false | undefined
            ? never
            : OneZoneItem<ByUid<C, U>, On[U], S, State, Own>
        }[keyof On & UidOf<C>]
      | ([CertainKeys<On>] extends [never] ? OneZoneItem<C, true, S, State, Own> : never)
  : never

/** The names that are certainly present. */
type CertainKeys<On> = { [U in keyof On]-?: undefined extends On[U] ? never : U }[keyof On]

/**
 * Distributes over the components, so that `__component` discriminates the union. A path applies to the
 * components that have it.
 */
type OneZoneItem<C, Q, S extends Shape, State, Own> = C extends { uid: infer U }
  ? Simplify<
      { id: number; __component: U } & Selected<AttributesIn<C, Own>, FieldsOf<Q>> &
        PopulatedLinks<C, PopulateOf<Q>, S, State, Own>
    >
  : never
