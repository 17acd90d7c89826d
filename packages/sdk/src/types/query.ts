import type { OfferedFilters, WhyOf } from './filters.js'
import type { OfferedPopulate } from './populate.js'
import type { PublicationState } from './result.js'
import type { CheckedSort } from './sort.js'
import type { UnknownName } from './nearest.js'
import type { unknownName } from './unknown-name.js'

/** By page or by offset, never both (specification §4.2). */
export type Pagination =
  | {
      readonly page?: number | undefined
      readonly pageSize?: number | undefined
      readonly withCount?: boolean | undefined
      readonly start?: never
      readonly limit?: never
    }
  | {
      readonly start?: number | undefined
      readonly limit?: number | undefined
      readonly withCount?: boolean | undefined
      readonly page?: never
      readonly pageSize?: never
    }

/** {@link Pagination} in other words, so that nothing is inferred by it: editors offer its names. */
export type OfferedPagination = Pagination & Pick<Pagination, 'withCount'>

/** Nothing where `T` passes, else what it fails: editors offer that, and errors name the likely one. */
type Unless<T, Checked> = [T] extends [Checked] ? unknown : NoInfer<Checked>
/** `T` where it passes, else nothing. All of its forms are inferred at once, because it stands here by itself. */
type Passed<T, Checked> = T | ([T] extends [Checked] ? never : unknown)

/** What is returned of each entry. Inferred from the call, because the type of the result follows it. */
export interface Selection<D, F, P> {
  /** Attributes to return; all by default. */
  readonly fields?: F
  /** Relations, media, components and zones to return; none by default. */
  readonly populate?: P | OfferedPopulate<D, WhyOf<P>>
}

type InState<D, State> = D extends { draftAndPublish: true } | { untyped: true }
  ? {
      /** `preview` answers drafts too, at every level, and with them nulls where live entries have none. */
      readonly publicationState?: State
    }
  : { readonly publicationState?: never }

type InLocale<D> = D extends { localized: true } | { untyped: true }
  ? { readonly locale?: string }
  : { readonly locale?: never }

/** One entry: specification §4.3. */
export type EntryQuery<D, F, P, State> = Selection<D, F, P> & InState<D, State> & InLocale<D>

/**
 * Which entries, in which order. Both are inferred from the call: the order because its keys are followed one by one, the
 * filters because their names are looked at wherever they come from.
 */
export type Choice<D, O, W> = {
  readonly filters?: W | OfferedFilters<D, WhyOf<NoInfer<W>>>
  readonly sort?: Passed<O, CheckedSort<D, O>>
} & { readonly sort?: Unless<O, CheckedSort<D, O>> }

export type ListQuery<D, F, P, State, O, W> = EntryQuery<D, F, P, State> & Choice<D, O, W>

/** What is counted: all that matches, whatever of it would be answered. */
export type CountQuery<D, W> = Pick<Choice<D, never, W>, 'filters'> & InState<D, PublicationState> & InLocale<D>

/** The parameters that select what is returned of an entry. */
export type SelectionParameter = keyof Selection<never, never, never>
/** The parameters of one entry. */
export type EntryParameter = SelectionParameter | 'publicationState' | 'locale'
/** The parameters that choose entries, without those of pages, which differ. */
export type ListParameter = EntryParameter | CountParameter | 'sort'
export type CountParameter = 'filters' | 'publicationState' | 'locale'

/** The constraint of the names of a query's parameters, inferred as `N`: any name is inferred as it is. */
export type ParameterName<N, Parameter> = [N] extends [Parameter] ? Parameter : PropertyKey

/**
 * What a query must be besides its parameters, of which the names are inferred as `N`: nothing where all are known. It
 * makes the compiler look for unknown names in variables and spreads too.
 */
export type Known<N extends PropertyKey, Parameter extends string> = { readonly [K in N]?: unknown } & ([N] extends [
  Parameter,
]
  ? unknown
  : {
      readonly [K in Exclude<N, Parameter>]?: UnknownName<K, Parameter>
    } & { readonly [unknownName]: never })
