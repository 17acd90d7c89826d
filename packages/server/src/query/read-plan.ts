import type { Component, ContentType, LinkAttribute, ScalarAttribute, Schema } from '@content-api/model'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { ApiError } from '../errors/api-error.js'
import type { FileUse } from './file-uses.js'
import type { ValueOperator } from './operators.js'

/**
 * A read, as REST and GraphQL both request it. A plan exists only for what the caller may see: it was checked against the
 * model and the caller's permissions when it was made, and nothing behind it checks again.
 */
export interface ReadPlan {
  readonly type: ContentType
  /** `list` reads a page of entries, `one` the first match. */
  readonly mode: 'list' | 'one'
  /** What the response holds. */
  readonly output: Output
  /** The id of the one entry is an argument of each read, so that one plan serves every id. */
  readonly byId: boolean
  readonly filters: Condition | null
  readonly sort: readonly SortKey[]
  /** Null: every row (single entries, exports). */
  readonly pagination: Pagination | null
  readonly publicationState: PublicationState
  /** A locale code, or null for entries of every locale. */
  readonly locale: string | null
  /** What the limits of a request count, where its plans share them. */
  readonly cost?: PlanCost
  /** Code of the project reads, which knows how much it can take: `limits.queryCost` doesn't hold. */
  readonly trusted?: boolean
}

export interface PlanCost {
  /** Entries that the response may hold, at every level. */
  readonly entries: number
  /** Conditions of all filters, and the links that they follow. */
  readonly conditions: number
}

export type PublicationState = 'live' | 'preview'

/** Which rows of a link are read, per parent. */
export interface RowOptions {
  readonly filters: Condition | null
  /** Empty: in the link's own order. */
  readonly sort: readonly SortKey[]
  readonly start: number
  /** Null: all. */
  readonly limit: number | null
}

/** The rows that a link leads to. */
export interface LinkedRows extends RowOptions {
  readonly name: string
  readonly target: Schema
  readonly publicationState: PublicationState
  readonly locale: string | null
}

/** The members of a JSON object, in order. */
export type OutputObject = readonly OutputMember[]

export interface OutputMember {
  readonly key: string
  readonly value: Output
}

/**
 * A value of a response; storage turns it into SQL. Where `required` names the field, null is an error and the value above
 * is null instead (GraphQL).
 */
export type Output =
  /** JSON text that doesn't depend on any row. */
  | { readonly kind: 'text'; readonly text: string }
  /** Null with an error: the caller may not see it, or its arguments make no sense (GraphQL). */
  | { readonly kind: 'refused'; readonly error: ApiError }
  | {
      readonly kind: 'field'
      readonly name: string
      readonly attribute: ScalarAttribute
      readonly form: FieldForm
      readonly required: string | null
    }
  /** Of the same row; `absorbs`: null where a required value is missing. */
  | { readonly kind: 'object'; readonly members: OutputObject; readonly absorbs: boolean }
  /** The entries of the plan: an array in a list, else the one. */
  | { readonly kind: 'entries'; readonly members: OutputObject }
  | {
      readonly kind: 'linked'
      readonly rows: LinkedRows
      readonly form: LinkedForm
      readonly required: string | null
      readonly members: OutputObject
    }
  /** The number of linked rows. */
  | { readonly kind: 'count'; readonly rows: LinkedRows }
  | {
      readonly kind: 'zone'
      readonly name: string
      /** The response leaves out components that aren't here. */
      readonly items: readonly {
        readonly component: Component
        readonly members: OutputObject
        /** Of this component's rows; all of them where it is absent. */
        readonly filters?: Condition | null
      }[]
    }
  | {
      readonly kind: 'morph'
      readonly name: string
      readonly many: boolean
      /** Only types that the caller may find. */
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
  /** The locales that the entry is available in: an array of codes. */
  | { readonly kind: 'locales'; readonly publicationState: PublicationState }
  | { readonly kind: 'pagination'; readonly figure: PaginationFigure }

/**
 * Stands in the text of a GraphQL response where the schema promises a value and there is none. JSON has no such character
 * outside of strings, and escapes it inside, so that searching for it shows whether a response can be sent as it is.
 */
export const nullAgainstSchema = '\u0001'

/** `first`: the first row or null. `arrayOrNull`: null instead of an empty array (multiple media, as in Strapi 4.26). */
export type LinkedForm = 'array' | 'arrayOrNull' | 'first'

/**
 * How a column becomes a value: as in REST; an id as text; a 64-bit integer as a number while that is exact, else as
 * text; milliseconds since 1970 as a date-time; the names of enumeration values that differ from what is stored.
 */
export type FieldForm = 'plain' | 'id' | 'long' | 'instant' | ReadonlyMap<string, string>

/** They count by page, whatever was requested. */
export const pageFigures = ['total', 'page', 'pageSize', 'pageCount'] as const
/** `start` and `limit` are those of an offset. */
export type PaginationFigure = (typeof pageFigures)[number] | 'start' | 'limit'

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
