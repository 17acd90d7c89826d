import type { Attribute, LinkAttribute, Registry, ScalarAttribute, Schema, ContentType } from '@content-api/model'
import type { Stored } from '@content-api/engine/attributes'
import type {
  Condition,
  Pagination,
  PublicationState,
  ReadPlan,
  SortKey,
  ValueOperator,
} from '@content-api/engine/plan'
import type { Limits, PageContext } from './limits.js'
import type { LinkRequest, PopulateTree } from './populate/forms.js'
import type { QueryCounts } from './query-counts.js'
import type { RawQuery } from './raw-value.js'

/**
 * How queries are read, as far as it depends on whose responses are expected. `ownRules` are those of this
 * server. Rules of another server lie above this folder, and are part of the plan context. Parsing calls them
 * and doesn't know which ones it has.
 *
 * Methods that begin with `check` throw for a part of a query that the rules don't read. Others may throw too.
 */
export interface ReadingRules {
  // A query of REST.
  /** Checks the parameters of a query. */
  checkQuery(query: RawQuery, shape: ResponseShape): void
  /** Returns the publication state of the entries that a query reads. */
  stateOfQuery(query: RawQuery, request: { readonly byId: boolean; readonly shape: ResponseShape }): PublicationState
  /** Parses the parameter `pagination`. */
  page(raw: unknown, context: PageContext): Pagination
  /** Whether `meta` of localised entries has the locales in which they are available. */
  readonly showsLocales: boolean

  // Arguments of GraphQL.
  /** Parses the argument `pagination`. */
  pageArgument(input: unknown, context: PageContext): Pagination
  /** Checks the argument `filters`. */
  checkFilterArgument(schema: Schema, input: unknown, registry: Registry): void
  /** Checks the argument `locale` of a list or a single type. */
  checkLocaleArgument(locale: unknown): void
  /** Checks the argument `id`. */
  checkIdArgument(id: unknown): void
  /** Returns the publication state of an entry that is read by its id. @param requested undefined: not requested */
  stateOfEntry(requested: PublicationState | undefined): PublicationState
  /** Returns the publication state of linked entries. @param inherited that of the entry with the link */
  stateOfLinked(requested: PublicationState | undefined, inherited: PublicationState, many: boolean): PublicationState

  // Filters.
  /** Checks the keys of one object in filters. */
  checkGroup(raw: Readonly<Record<string, unknown>>, schema: Schema, registry: Registry): void
  /** Checks the keys of the object under a relation or a component. */
  checkLinkFilter(raw: Readonly<Record<string, unknown>>): void
  /** Whether filters of all clients may follow media. */
  readonly filtersMedia: boolean
  /** Returns the condition of one operator. Null if it restricts nothing. */
  compare(field: ComparedField, operator: ValueOperator, raw: unknown, limits: Limits): Condition | null
  /** Returns the condition of `_q`. */
  search(schema: Schema, text: string, scope: SearchScope): Condition

  // Lists.
  /** The order of values in sorts. */
  readonly order: Pick<SortKey, 'nullsAreLargest' | 'asStored'>
  /** Returns the order of entries with equal sort keys. */
  ties(type: ContentType, list: OrderedList): Pick<ReadPlan, 'ties'>
  /** Returns the parameter `fields` with all attributes that the rows of a list or of a link show. */
  shownFields(schema: Schema, fields: unknown, rows: ShownRows): unknown

  // Links.
  /** Returns the publication state of entries that filters and sorts reach through relations. */
  stateOfPaths(inherited: PublicationState): PublicationState
  /** Checks the names in one level of `populate`. @param isShared whether several schemas share the level */
  checkLinks(schema: Schema, populate: PopulateTree, known: KnownLinks, isShared: boolean): void
  /** Checks the request of a link that the caller may not follow, which the response leaves out. */
  readonly checkHiddenLink: (request: LinkRequest) => void
  /** Checks the options of a link. */
  checkLink(request: LinkRequest, kind: PopulatedKind, name: string): void
  /** Returns the publication state of entries below rows without drafts, such as components and files. */
  stateBelow(request: LinkRequest, inherited: PublicationState): PublicationState
  /** Returns the same for rows that `on` names. */
  stateBelowNamed(request: LinkRequest, inherited: PublicationState): PublicationState
}

/**
 * - `envelope`: entries with `attributes`, within `data`
 * - `flat`: bare objects
 * - `results`: bare objects, and lists with their pagination
 */
export type ResponseShape = 'envelope' | 'flat' | 'results'

/** The attribute that a filter compares. */
export interface ComparedField {
  readonly name: string
  /** The name in messages, if it differs. */
  readonly label?: string
  readonly attribute: ScalarAttribute
  /** Replaces an invalid value in comparisons for equality. Without a fallback, an invalid value is an error. */
  readonly fallback?: Stored
  /** True if values have types, as in GraphQL. A query string only has strings. */
  readonly typed?: boolean
  /** The counters of the plan, for lists in which each value is a condition of its own. */
  readonly counts?: QueryCounts
}

export interface SearchScope {
  /** Yields the names of the accepted attributes that the caller may read. */
  readonly usableNames: (accepts: (attribute: Attribute) => boolean) => Iterable<string>
  readonly limits: Limits
}

/** What decides on the order of a list. */
export interface OrderedList {
  readonly filters: Condition | null
  readonly sort: readonly SortKey[]
  /** The parameter `fields`. */
  readonly fields?: unknown
}

/** Rows with fields: a list, or rows of a link, whose filters don't matter. */
export type ShownRows =
  | { readonly sort: readonly SortKey[]; readonly filters: Condition | null }
  | { readonly sort: readonly SortKey[]; readonly areLinked: true }

/** The links of a schema that `populate` may contain. */
export type KnownLinks = ReadonlyMap<string, LinkAttribute>

/** What a link of `populate` leads to. `namedComponent` is a component that `on` names. */
export type PopulatedKind = 'entries' | 'files' | 'component' | 'zone' | 'namedComponent'
