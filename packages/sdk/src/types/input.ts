import type { ServerMade as ServerMadeByStrapi5 } from './document.js'
import type { AnyObject, Attributes, CodeOf, Links } from './model.js'
import type { Strapi5 } from './strapi5.js'

/** The id of an entry in data: of a relation, a file or a component. */
export type Id = number | `${number}`

/** The id of an entry in a path. A string, such as a router's parameter, is checked before the request is sent. */
export type EntryId = number | string

/**
 * The position of a connected entry among the related ones: exactly one key; the end by default
 * (specification §4.4).
 */
export type Position =
  | { readonly before: number; readonly after?: never; readonly start?: never; readonly end?: never }
  | { readonly after: number; readonly before?: never; readonly start?: never; readonly end?: never }
  | { readonly start: true; readonly before?: never; readonly after?: never; readonly end?: never }
  | { readonly end: true; readonly before?: never; readonly after?: never; readonly start?: never }

type Ref = Id | { readonly id: Id }

interface SetRelations {
  readonly set: readonly Ref[]
  readonly connect?: never
  readonly disconnect?: never
}

/** The input of a to-many relation: a list of ids replaces it, `connect` and `disconnect` change it. */
export type ToManyInput =
  | null
  | readonly Ref[]
  | SetRelations
  | {
      readonly connect?: readonly (Id | { readonly id: Id; readonly position?: Position })[]
      readonly disconnect?: readonly Ref[]
      readonly set?: never
    }

/** The input of a to-one relation. It has no order, so `connect` takes no positions. */
export type ToOneInput =
  | Id
  | null
  | SetRelations
  | { readonly connect?: readonly Ref[]; readonly disconnect?: readonly Ref[]; readonly set?: never }

/** A reference to an entry of any type. */
export interface MorphInput {
  readonly id: Id
  /** The content type's uid, such as `api::article.article`. */
  readonly __type: string
}

type ServerMade<D> = D extends Strapi5 ? ServerMadeByStrapi5 : 'createdAt' | 'updatedAt' | 'locale'

type Values<D> = { [K in Exclude<keyof Attributes<D>, ServerMade<D>>]?: ValueInput<Attributes<D>[K]> } & (D extends {
  hidden: infer H
}
  ? { [K in keyof H]?: ValueInput<H[K]> }
  : unknown)

/** Responses contain dates as strings, and a `Date` in data becomes one. */
type ValueInput<V> = string extends V ? V | Date : V

/** The kind of write: an update may change part of a component, a draft may lack required attributes. */
export type Action = 'create' | 'update' | 'draft'

type LinkInput<L, To extends Action> = L extends { kind: 'component'; target: infer C; many: infer Many }
  ? Many extends true
    ? readonly ComponentInput<C, To>[] | null
    : ComponentInput<C, To> | null
  : L extends { kind: 'zone'; target: infer C }
    ? readonly ZoneItemInput<C, To>[] | null
    : L extends { input: infer Input }
      ? Input
      : ReferenceInput<L>

/** The input of a link to other entries or files. Links of Strapi 5 have theirs as a member. */
type ReferenceInput<L> = L extends { kind: 'relation'; many: infer Many }
  ? Many extends true
    ? ToManyInput
    : ToOneInput
  : L extends { kind: 'media'; many: infer Many }
    ? Many extends true
      ? readonly Id[] | null
      : Id | null
    : L extends { kind: 'morph'; many: infer Many }
      ? Many extends true
        ? readonly MorphInput[]
        : MorphInput | null
      : never

type LinkInputs<D, To extends Action> = {
  [K in Exclude<keyof Links<D>, 'localizations' | 'createdBy' | 'updatedBy'>]?: LinkInput<Links<D>[K], To>
}

export type Anything<D, To extends Action> = Values<D> & LinkInputs<D, To>

export type Required<D, To extends Action> = To extends 'draft'
  ? unknown
  : D extends { required: infer R }
    ? { [K in R & keyof Anything<D, To>]-?: Exclude<Anything<D, To>[K], undefined | null> }
    : unknown

/**
 * The input of a component. Without an `id` it replaces the existing one. With an `id`, an update changes the
 * existing component and keeps omitted attributes. In a draft all attributes are optional.
 */
export type ComponentInput<C, To extends Action = 'create'> =
  | ({ readonly id?: Id } & Anything<C, To> & Required<C, To>)
  | (To extends 'update' ? PartOfComponent<C> : never)

/** A change of the component with that id: omitted attributes stay. */
type PartOfComponent<C> = { readonly id: Id } & Anything<C, 'update'>

/** An item of a dynamic zone of the components `C`. `__component` names its component. */
export type ZoneItemInput<C, To extends Action = 'create'> = C extends { uid: infer U }
  ? { readonly __component: U } & ComponentInput<C, To>
  : never

type LocaleInput<D> = D extends { localized: true } ? { readonly locale?: CodeOf<D> } : unknown

/** The data of a new entry. A draft (`publishedAt: null`) may lack required attributes. */
export type CreateInput<D> = D extends { untyped: true }
  ? AnyObject
  : D extends { draftAndPublish: true }
    ? LocaleInput<D> &
        // If neither type fits, errors are about the last one: the missing `title`, not `publishedAt`.
        (
          | ({ publishedAt: null } & Anything<D, 'draft'>)
          | ({ publishedAt?: string | Date } & Anything<D, 'create'> & Required<D, 'create'>)
        )
    : LocaleInput<D> & Anything<D, 'create'> & Required<D, 'create'>

/** The data of an update: null clears an attribute, omitted attributes stay (specification §4.1 rule 3). */
export type UpdateInput<D> = D extends { untyped: true } ? AnyObject : Anything<D, 'update'>

/** The data of a new localization, which is a separate entry. */
export type LocalizationInput<D> = (D extends { untyped: true } ? AnyObject : Anything<D, 'create'>) & {
  readonly locale: CodeOf<D>
}
