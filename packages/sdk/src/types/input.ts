import type { AnyObject, Attributes, Links } from './model.js'

/** The id of an entry in data: of a relation, a file or a component. */
export type Id = number | `${number}`

/** The id of an entry as a path has it: also the text of a router's parameter, which is checked before anything is sent. */
export type EntryId = number | string

/** Where among the related entries a connected one goes: exactly one of these; the end by default (specification §4.4). */
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

/** What a to-many relation is written with: ids are a full list, `connect` and `disconnect` change the one there is. */
export type ToManyInput =
  | null
  | readonly Ref[]
  | SetRelations
  | {
      readonly connect?: readonly (Id | { readonly id: Id; readonly position?: Position })[]
      readonly disconnect?: readonly Ref[]
      readonly set?: never
    }

/** What a to-one relation is written with. It has no order, so no positions. */
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

type ServerMade = 'createdAt' | 'updatedAt' | 'locale'

type Values<D> = { [K in Exclude<keyof Attributes<D>, ServerMade>]?: Attributes<D>[K] } & (D extends { hidden: infer H }
  ? { [K in keyof H]?: H[K] }
  : unknown)

/** In an update there may be something already that is changed by part, in a draft anything may still be missing. */
type Action = 'create' | 'update' | 'draft'

type LinkInput<L, To extends Action> = L extends { kind: 'relation'; many: infer Many }
  ? Many extends true
    ? ToManyInput
    : ToOneInput
  : L extends { kind: 'media'; many: infer Many }
    ? Many extends true
      ? readonly Id[] | null
      : Id | null
    : L extends { kind: 'component'; target: infer C; many: infer Many }
      ? Many extends true
        ? readonly ComponentInput<C, To>[]
        : ComponentInput<C, To> | null
      : L extends { kind: 'zone'; target: infer C }
        ? readonly ZoneItemInput<C, To>[]
        : L extends { kind: 'morph'; many: infer Many }
          ? Many extends true
            ? readonly MorphInput[]
            : MorphInput | null
          : never

type LinkInputs<D, To extends Action> = {
  [K in Exclude<keyof Links<D>, 'localizations' | 'createdBy' | 'updatedBy'>]?: LinkInput<Links<D>[K], To>
}

type Anything<D, To extends Action> = Values<D> & LinkInputs<D, To>

type Required<D, To extends Action> = To extends 'draft'
  ? unknown
  : D extends { required: infer R }
    ? { [K in R & keyof Anything<D, To>]-?: Exclude<Anything<D, To>[K], undefined | null> }
    : unknown

/**
 * Without an `id` the component replaces what there was, with one it is changed in place: then, `To` an update, the rest
 * of it may be left out. Of a component in a draft anything may be.
 */
export type ComponentInput<C, To extends Action = 'create'> =
  | ({ readonly id?: Id } & Anything<C, To> & Required<C, To>)
  | (To extends 'update' ? PartOfComponent<C> : never)

/** What is absent stays as it is in the component of that id. */
type PartOfComponent<C> = { readonly id: Id } & Anything<C, 'update'>

/** An item of a dynamic zone of the components `C`, each told by its `__component`. */
export type ZoneItemInput<C, To extends Action = 'create'> = C extends { uid: infer U }
  ? { readonly __component: U } & ComponentInput<C, To>
  : never

type LocaleInput<D> = D extends { localized: true } ? { readonly locale?: string } : unknown

/** A new entry. A draft (`publishedAt: null`) may lack what is required of a live one. */
export type CreateInput<D> = D extends { untyped: true }
  ? AnyObject
  : D extends { draftAndPublish: true }
    ? LocaleInput<D> &
        // The compiler tells of the last one when neither fits: that `title` is missing, not `publishedAt`.
        (
          | ({ publishedAt: null } & Anything<D, 'draft'>)
          | ({ publishedAt?: string } & Anything<D, 'create'> & Required<D, 'create'>)
        )
    : LocaleInput<D> & Anything<D, 'create'> & Required<D, 'create'>

/** What is to change: null clears, what is absent stays (specification §4.1 rule 3). */
export type UpdateInput<D> = D extends { untyped: true } ? AnyObject : Anything<D, 'update'>

/** A localisation is an entry of its own, which has nothing yet that could be changed by part. */
export type LocalizationInput<D> = (D extends { untyped: true } ? AnyObject : Anything<D, 'create'>) & {
  readonly locale: string
}
