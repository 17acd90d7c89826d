import type {
  Component,
  ComponentAttribute,
  ContentType,
  DynamicZoneAttribute,
  LinkAttribute,
  MediaAttribute,
  RelationAttribute,
  ScalarAttribute,
  Schema,
} from '@content-api/model'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { ApiError } from '../errors/api-error.js'
import type { FileUse } from './file-uses.js'
import type { ValueOperator } from './operators.js'

/**
 * The one value that everything which reads goes through. Whoever holds a plan holds permission: it was checked against
 * the model and the caller's rights when it was made, and nothing behind it asks again.
 */
export interface ReadPlan {
  readonly type: ContentType
  /** `list` answers an array and pagination; `one` the first match or null. */
  readonly mode: 'list' | 'one'
  readonly selection: Selection
  readonly filters: Condition | null
  readonly sort: readonly SortKey[]
  /** Absent: every row (single entries, exports). */
  readonly pagination: Pagination | null
  readonly publicationState: PublicationState
  /** A locale code, or null for entries of every locale. */
  readonly locale: string | null
  readonly shape: Shape
  /** What a `graphql` answer holds, in place of the selection. */
  readonly output?: OutputObject
  /**
   * What `meta` of each entry holds (specification §2.2): `locales` gives `availableLocales` on localised types, `empty` the
   * `{}` of write answers; absent: no `meta`.
   */
  readonly entryMeta?: 'locales' | 'empty'
  /** Where what several plans ask for is bounded together. */
  readonly cost?: PlanCost
}

/** What a plan asks for. */
export interface PlanCost {
  /** Those that there may be of it, at every level. */
  readonly entries: number
  /** Of all filters, with the links that they follow. */
  readonly conditions: number
}

export type PublicationState = 'live' | 'preview'

/**
 * How an entry is dressed: `entry` is `{ id, attributes }` in its envelope (specification §2.1); `flat` is the bare object
 * that the users and upload plugins answer with; GraphQL has its own, with the keys as selected.
 */
export type Shape = 'entry' | 'flat' | 'graphql'

export interface Selection {
  readonly fields: readonly FieldSelection[]
  readonly links: readonly LinkSelection[]
}

export interface FieldSelection {
  /** The key in the answer: the attribute's name, or an alias. */
  readonly key: string
  readonly name: string
  readonly attribute: ScalarAttribute
}

export type LinkSelection =
  | RelationSelection
  | MorphSelection
  | MediaSelection
  | ComponentSelection
  | ZoneSelection
  | CountSelection

/** A relation to one known type, `localizations` and creator fields included. */
export interface RelationSelection {
  readonly kind: 'relation'
  readonly key: string
  readonly name: string
  readonly attribute: RelationAttribute
  readonly many: boolean
  readonly target: ContentType
  readonly selection: Selection
  readonly filters: Condition | null
  /** Empty: in the relation's own order. */
  readonly sort: readonly SortKey[]
  /** Per parent. */
  readonly start: number
  readonly limit: number | null
  readonly publicationState: PublicationState
  readonly locale: string | null
}

export interface MorphSelection {
  readonly kind: 'morph'
  readonly key: string
  readonly name: string
  readonly attribute: RelationAttribute
  readonly many: boolean
  /** Only types that the caller may find. */
  readonly targets: readonly { readonly type: ContentType; readonly selection: Selection }[]
  readonly publicationState: PublicationState
}

export interface MediaSelection {
  readonly kind: 'media'
  readonly key: string
  readonly name: string
  readonly attribute: MediaAttribute
  readonly target: ContentType
  readonly selection: Selection
  readonly filters: Condition | null
  readonly sort: readonly SortKey[]
  readonly start: number
  readonly limit: number | null
}

export interface ComponentSelection {
  readonly kind: 'component'
  readonly key: string
  readonly name: string
  readonly attribute: ComponentAttribute
  readonly component: Component
  readonly selection: Selection
  readonly filters: Condition | null
  readonly sort: readonly SortKey[]
  readonly start: number
  readonly limit: number | null
}

export interface ZoneSelection {
  readonly kind: 'zone'
  readonly key: string
  readonly name: string
  readonly attribute: DynamicZoneAttribute
  /** Components left out here are left out of the answer. */
  readonly items: readonly { readonly component: Component; readonly selection: Selection }[]
}

/** `populate[x][count]=true`: how many there are, in place of them. */
export interface CountSelection {
  readonly kind: 'count'
  readonly key: string
  readonly name: string
  readonly attribute: RelationAttribute | MediaAttribute
  readonly target: ContentType
  readonly filters: Condition | null
  readonly publicationState: PublicationState
}

/** The rows that a link leads to. */
export interface LinkedRows {
  readonly name: string
  readonly target: Schema
  readonly filters: Condition | null
  readonly sort: readonly SortKey[]
  readonly start: number
  readonly limit: number | null
  readonly publicationState: PublicationState
  readonly locale: string | null
}

/** An object with the keys, and in the order, in which it was asked for. */
export type OutputObject = readonly OutputMember[]

export interface OutputMember {
  readonly key: string
  readonly value: Output
}

/** A value of a GraphQL answer. Where `required` names the field, null is an error and the value above is null instead. */
export type Output =
  /** JSON text that doesn't depend on any row. */
  | { readonly kind: 'text'; readonly text: string }
  /** What can't be answered, because the caller may not see it or asks in a way that makes no sense: null, and an error. */
  | { readonly kind: 'refused'; readonly error: ApiError }
  | {
      readonly kind: 'field'
      readonly name: string
      readonly attribute: ScalarAttribute
      readonly form: FieldForm
      readonly required: string | null
    }
  /** Of the same row; `absorbs`: null in place of what lacks a required value. */
  | { readonly kind: 'object'; readonly members: OutputObject; readonly absorbs: boolean }
  /** The entries of the plan: an array in a list, else the one. */
  | { readonly kind: 'entries'; readonly members: OutputObject }
  | {
      readonly kind: 'linked'
      readonly rows: LinkedRows
      readonly many: boolean
      readonly required: string | null
      readonly members: OutputObject
    }
  | {
      readonly kind: 'zone'
      readonly name: string
      readonly items: readonly { readonly component: Component; readonly members: OutputObject }[]
    }
  | {
      readonly kind: 'morph'
      readonly name: string
      readonly many: boolean
      readonly targets: readonly { readonly type: ContentType; readonly members: OutputObject }[]
      readonly publicationState: PublicationState
    }
  /** The entries that use the row, which is a file. */
  | {
      readonly kind: 'usedBy'
      readonly targets: readonly {
        readonly type: ContentType
        readonly uses: readonly FileUse[]
        readonly members: OutputObject
      }[]
      readonly limit: number | null
      readonly publicationState: PublicationState
    }
  | { readonly kind: 'pagination'; readonly figure: PaginationFigure }

/**
 * How a column becomes a GraphQL value: as in REST; an id as text; a 64-bit integer as a number while that is exact, else as
 * text; milliseconds since 1970 as a date-time; the names of enumeration values that differ from what is stored.
 */
export type FieldForm = 'plain' | 'id' | 'long' | 'instant' | ReadonlyMap<string, string>

export const paginationFigures = ['total', 'page', 'pageSize', 'pageCount'] as const
export type PaginationFigure = (typeof paginationFigures)[number]

export type Condition =
  | { readonly op: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly op: 'not'; readonly of: Condition }
  | {
      readonly op: 'value'
      readonly name: string
      readonly attribute: ScalarAttribute
      readonly operator: ValueOperator
      /** Comparands of the attribute's type; text for text operators; `[true]` or `[false]` for $null and $notNull. */
      readonly values: readonly Stored[]
    }
  | {
      /** Has a linked row for which `where` holds. An empty `where` is never built. */
      readonly op: 'link'
      readonly name: string
      readonly attribute: LinkAttribute
      readonly target: Schema
      readonly where: Condition
      readonly publicationState: PublicationState
    }

export interface SortKey {
  /** The links to follow before the field; empty for an attribute of the entry itself. */
  readonly path: readonly { readonly name: string; readonly attribute: LinkAttribute; readonly target: Schema }[]
  readonly name: string
  readonly attribute: ScalarAttribute
  readonly direction: 'asc' | 'desc'
  readonly publicationState: PublicationState
}

/** Already clamped to the configured maximum. */
export type Pagination =
  | { readonly by: 'page'; readonly page: number; readonly pageSize: number; readonly withCount: boolean }
  | { readonly by: 'offset'; readonly start: number; readonly limit: number; readonly withCount: boolean }
