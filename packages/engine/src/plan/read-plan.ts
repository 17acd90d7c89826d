import type { Component, ContentType, LinkAttribute, ScalarAttribute, Schema } from '@content-api/model'
import type { Stored } from '../attributes/scalar-behaviour.js'
import { type ApiError, RequestLimitError } from '../errors/api-error.js'
import type { FileUse } from './file-uses.js'
import type { ValueOperator } from './operators.js'

/**
 * A read. REST and GraphQL both produce read plans. The code that makes a plan checks it against the model
 * and the caller's permissions. Code that executes a plan doesn't check permissions again.
 */
export interface ReadPlan {
  readonly type: ContentType
  /** `list` reads a page of entries, `one` the first match. */
  readonly mode: 'list' | 'one'
  /** The content of the response. */
  readonly output: Output
  /** If true, the plan reads one entry by id. The id is an argument of each read, so one plan works for every id. */
  readonly byId: boolean
  /** If true, the plan reads one entry by the id of its document (Strapi 5), which is an argument in the same way. */
  readonly byDocument?: boolean
  readonly filters: Condition | null
  readonly sort: readonly SortKey[]
  /** The order of entries with equal sort keys: by their ids, if this is absent. */
  readonly ties?: Ties
  /** Null: all rows (single entries, exports). */
  readonly pagination: Pagination | null
  readonly publicationState: PublicationState
  /** A locale code, or null for entries of every locale. */
  readonly locale: string | null
  /** The plan's share of the limits of its request; absent if the plans of a request don't share limits. */
  readonly cost?: PlanCost
  /** If true, the text of a plan for one entry ends with the version of the entry (`plan/entry-version.ts`). */
  readonly versioned?: boolean
  /** If true, the project's own code reads, and `limits.queryCost` doesn't apply. */
  readonly trusted?: boolean
}

/** The argument of a read by id: the id of an entry, or for a plan by document that of the document. */
export type ReadId = number | string

/**
 * - `database`: the database's own order
 * - `joined-rows`: the database's own order of rows that are joined with those that the filters follow; where
 *   it can't join them, as `rejected`
 * - `rejected`: if an entry of the page has the sort keys of another entry, the read returns null
 */
export type Ties = 'database' | 'joined-rows' | 'rejected'

export interface PlanCost {
  /** The largest possible number of entries in the response, at all levels. */
  readonly entries: number
  /** The number of conditions in all filters, plus the links that they follow. */
  readonly conditions: number
}

/**
 * - `live`: published entries
 * - `preview`: published entries and drafts
 * - `draft`: drafts only, where they are entries of their own (Strapi 5)
 */
export type PublicationState = 'live' | 'preview' | 'draft'

/** Selects the rows of a link that are read for each parent. */
export interface RowOptions {
  readonly filters: Condition | null
  /** Empty: the link's own order. */
  readonly sort: readonly SortKey[]
  readonly start: number
  /** Null: no limit. */
  readonly limit: number | null
}

/** The rows that a link leads to. */
export interface LinkedRows extends RowOptions {
  readonly name: string
  readonly target: Schema
  readonly publicationState: PublicationState
  readonly locale: string | null
}

/** The members of a JSON object, in output order. */
export type OutputObject = readonly OutputMember[]

export interface OutputMember {
  readonly key: string
  readonly value: Output
}

/**
 * A value in a response. The folder `read` compiles it to SQL. `required` is for GraphQL: it is the name
 * of a non-null field, or null. If such a field is null, the response reports an error and the enclosing
 * value becomes null.
 */
export type Output =
  /** Constant JSON text. */
  | { readonly kind: 'text'; readonly text: string }
  /** Null with an error, because the caller may not read the field or its arguments are invalid (GraphQL). */
  | { readonly kind: 'rejected'; readonly error: ApiError; readonly nonNull?: boolean }
  | {
      readonly kind: 'field'
      readonly name: string
      readonly attribute: ScalarAttribute
      readonly form: FieldForm
      readonly required: string | null
      /** Whether integers of more than 32 bits, and values that an enumeration lacks, are marked as rejected. */
      readonly isChecked?: true
    }
  /** An object with values of the same row. With `absorbs`, the object is null if a required value in it is missing. */
  | { readonly kind: 'object'; readonly members: OutputObject; readonly absorbs: boolean }
  /**
   * The entries of the plan: an array in mode `list`, one object in mode `one`. An entry without a required
   * value is null, or with `nonNull` the list.
   */
  | { readonly kind: 'entries'; readonly members: OutputObject; readonly nonNull?: boolean }
  | {
      readonly kind: 'linked'
      readonly rows: LinkedRows
      readonly form: LinkedForm
      readonly required: string | null
      readonly members: OutputObject
      /** As for entries. */
      readonly nonNull?: boolean
    }
  /** The number of linked rows. */
  | { readonly kind: 'count'; readonly rows: LinkedRows }
  | {
      readonly kind: 'zone'
      readonly name: string
      /** The response leaves out components that this list doesn't contain. */
      readonly items: readonly {
        readonly component: Component
        readonly members: OutputObject
        /** Filters for the rows of this component; if absent, all rows are returned. */
        readonly filters?: Condition | null
      }[]
    }
  | {
      readonly kind: 'morph'
      readonly name: string
      readonly many: boolean
      /** Contains only types that the caller may find. */
      readonly targets: readonly { readonly type: ContentType; readonly members: OutputObject }[]
      readonly publicationState: PublicationState
      /** The number of entries instead of these. */
      readonly counts?: true
    }
  /** The entries that use a file. The current row is the file. */
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
  /** An array with the codes of the locales in which the entry is available. */
  | { readonly kind: 'locales'; readonly publicationState: PublicationState }
  | { readonly kind: 'pagination'; readonly figure: PaginationFigure }

/** `first`: the first row or null. `arrayOrNull`: null instead of an empty array (multiple media, like Strapi 4.26). */
export type LinkedForm = 'array' | 'arrayOrNull' | 'first'

/**
 * The conversion from a column to a JSON value:
 *
 * - `plain`: as in REST
 * - `id`: an id as a string
 * - `long`: a 64-bit integer as a number if that is exact, otherwise as a string
 * - `instant`: milliseconds since 1970 as a date-time
 * - `time`: a time with milliseconds
 * - a map: from stored enumeration values to their GraphQL names, if the two differ
 */
export type FieldForm = 'plain' | 'id' | 'long' | 'instant' | 'time' | ReadonlyMap<string, string>

/** Pagination values that count pages. They are available for requests with `start` and `limit` too. */
export const pageFigures = ['total', 'page', 'pageSize', 'pageCount'] as const
/** `start` and `limit` belong to pagination by offset. */
export type PaginationFigure = (typeof pageFigures)[number] | 'start' | 'limit'

export type Condition =
  | { readonly op: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly op: 'not'; readonly of: Condition }
  | {
      readonly op: 'value'
      readonly name: string
      readonly attribute: ScalarAttribute
      readonly operator: ValueOperator
      /**
       * The values to compare with, as stored values of the attribute's type. Text operators have strings,
       * `$null` and `$notNull` have `[true]` or `[false]`.
       */
      readonly values: readonly Stored[]
      /** True if JSON is compared by the database's own order. By default, it is compared by its text. */
      readonly asStored?: boolean
    }
  | {
      /** True if a pattern of SQL's LIKE matches, with the rules of the database (`LikeForm`). */
      readonly op: 'like'
      readonly name: string
      readonly attribute: ScalarAttribute
      readonly form: LikeForm
      readonly pattern: string
    }
  | {
      /**
       * True if a JSON attribute equals an object or an array, independent of the order of keys: each value
       * in it is the value at the same place of one of the readings. These only differ in types of values.
       */
      readonly op: 'json'
      readonly name: string
      readonly attribute: ScalarAttribute
      /** JSON texts. */
      readonly readings: readonly [string, string?]
    }
  | {
      /**
       * True if at least one linked row meets `where`, which is never empty. An entry without linked rows is
       * treated as if it had one linked row whose columns are all NULL.
       */
      readonly op: 'link'
      readonly name: string
      readonly attribute: LinkAttribute
      readonly target: Schema
      readonly where: Condition
      readonly publicationState: PublicationState
    }
  | {
      /**
       * True if the document of an entry has another version (Strapi 5): in the same locale, or with
       * `anyLocale` in any locale.
       */
      readonly op: 'version'
      readonly state: Exclude<PublicationState, 'preview'>
      readonly anyLocale: boolean
      /** The version must also have been changed before, or not after, the entry. */
      readonly changed?: 'before' | 'not before' | 'after' | 'not after'
    }

/**
 * How LIKE compares a column with a pattern:
 *
 * - `column`: SQLite ignores the case of ASCII letters, PostgreSQL respects case
 * - `lower`: both sides in lower case
 * - `search`: the column as text, ignoring case; `\\` escapes a wildcard
 */
export type LikeForm = 'column' | 'lower' | 'search'

export interface SortKey {
  /** The links from the entry to the sorted attribute; empty for an attribute of the entry itself. */
  readonly path: readonly { readonly name: string; readonly attribute: LinkAttribute; readonly target: Schema }[]
  readonly name: string
  readonly attribute: ScalarAttribute
  readonly direction: 'asc' | 'desc'
  /** True if entries without a value count as the largest. By default, they count as the smallest. */
  readonly nullsAreLargest?: boolean
  /** True if JSON has the database's own order. By default, numbers come first. */
  readonly asStored?: boolean
  readonly publicationState: PublicationState
}

/** Pagination whose `pageSize` or `limit` is already clamped to the configured maximum. */
export type Pagination =
  | { readonly by: 'page'; readonly page: number; readonly pageSize: number; readonly withCount: boolean }
  | { readonly by: 'offset'; readonly start: number; readonly limit: number; readonly withCount: boolean }

/** Returns the offset and length of a page. A negative `limit` means no limit. */
export function offsetOf(pagination: Pagination): { readonly start: number; readonly limit: number } {
  return pagination.by === 'page'
    ? { start: (pagination.page - 1) * pagination.pageSize, limit: pagination.pageSize }
    : { start: pagination.start, limit: pagination.limit }
}

/** Returns the requested page. For pagination by offset this is the page that contains the entry at `start`. */
export function asPage(pagination: Pagination): { readonly page: number; readonly pageSize: number } {
  // Strapi 5 accepts fractions, which begin in the middle of a page.
  if (pagination.by === 'page') return { ...pagination, page: Math.floor(pagination.page) }
  const { start, limit } = pagination
  return { page: Math.floor(start / limit) + 1, pageSize: limit }
}

/** Returns whether an output contains a figure that needs the number of all matching rows. */
export function countsRows(output: Output): boolean {
  if (output.kind === 'pagination') return output.figure === 'total' || output.figure === 'pageCount'
  return output.kind === 'object' && output.members.some(({ value }) => countsRows(value))
}

/** The estimated cost of a read. One unit is about one microsecond of database time. */
export interface QueryCost {
  readonly total: number
  /** The most expensive part, for example `populate tags.articles`. */
  readonly most: { readonly part: string; readonly cost: number }
}

/** Returns the error for requests over `limits.queryCost`. */
export function tooExpensive({ total, most }: QueryCost, limit: number): RequestLimitError {
  return new RequestLimitError(
    `The query costs about ${rounded(total)}, and at most ${limit} is allowed. Its most expensive part is ${most.part} ` +
      `(${rounded(most.cost)}): request smaller pages, fewer relations or a shorter sort path`,
  )
}

/** Rounds to one digit. An estimate isn't more precise, and the exact size of a table is not public. */
const rounded = (cost: number) => Number(cost.toPrecision(1))
