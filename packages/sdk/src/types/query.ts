import type { OfferedFilters, WhyOf } from './filters.js'
import type { CodeOf } from './model.js'
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

/** {@link Pagination} in a form that the compiler doesn't infer from. Editors offer its names. */
export type OfferedPagination = Pagination & Pick<Pagination, 'withCount'>

/** `unknown` where `T` is valid, otherwise the valid types: editors offer them, and errors suggest the likely one. */
type Unless<T, Checked> = [T] extends [Checked] ? unknown : NoInfer<Checked>
/**
 * Accepts `T`, or any value if `T` isn't valid: the error then comes from {@link Unless} and contains the
 * suggestion.
 */
type Passed<T, Checked> = T | ([T] extends [Checked] ? never : unknown)

/**
 * A type argument that errors show as a part of the name of a type. The compiler widens names in variables
 * and in results of functions to `string`, which is no name.
 */
export type DefineQuery = 'Define a query outside of a call with defineQuery.'

/** `T`. Uses the hint, because unused type parameters are errors. */
type Hinted<T, Hint> = T | (Hint extends string ? never : never)

interface SortOption<Keys, Hint> {
  readonly sort?: Hinted<Keys, Hint>
}

/**
 * The parameters that select the fields and links of each entry. `F` and `P` are inferred, because they
 * determine the type of the result.
 */
export interface Selection<D, F, P, Hint = unknown> {
  /** Attributes to return; all by default. */
  readonly fields?: Hinted<F, Hint>
  /** Relations, media, components and zones to return; none by default. */
  readonly populate?: P | OfferedPopulate<D, WhyOf<P>>
}

// The conditions are on the members: with a condition on the whole, generic functions could not pass literals.
interface InState<D, State> {
  /** `preview` also returns drafts, at every level. Attributes of drafts may be null. */
  readonly publicationState?: StateOf<D, State>
}

interface InLocale<D> {
  readonly locale?: LocaleOf<D>
}

/** The type of `publicationState`, or the message for the error if the type has no drafts. */
export type StateOf<D, State> = D extends { draftAndPublish: true } | { untyped: true }
  ? State
  : 'This content type has no drafts.'

/**
 * The type of `locale`, or the message for the error if the type has no locales. Generated code may list the
 * locales. `all` requests the entries of every locale.
 */
export type LocaleOf<D> = D extends { localized: true }
  ? CodeOf<D> | 'all'
  : D extends { untyped: true }
    ? string
    : 'This content type has no locales.'

/** The parameters of a request for one entry (specification §4.3). */
export type EntryQuery<D, F, P, State> = Selection<D, F, P, DefineQuery> & InState<D, State> & InLocale<D>

/**
 * The parameters that select and sort entries. Both are inferred: the keys of `sort` are checked one by one,
 * and the names in `filters` are also checked in variables and spreads.
 */
export type Choice<D, O, W> = {
  readonly filters?: W | OfferedFilters<D, WhyOf<NoInfer<W>>>
  readonly sort?: Passed<O, CheckedSort<D, O>>
} & SortOption<Unless<O, CheckedSort<D, O>>, DefineQuery>

export type ListQuery<D, F, P, State, O, W> = EntryQuery<D, F, P, State> & Choice<D, O, W>

/** The parameters of `count`: those that decide which entries match. */
export type CountQuery<D, W> = Pick<Choice<D, never, W>, 'filters'> & InState<D, PublicationState> & InLocale<D>

/** The parameters that select the fields and links of an entry. */
export type SelectionParameter = keyof Selection<never, never, never>
/** The parameters of one entry. */
export type EntryParameter = SelectionParameter | 'publicationState' | 'locale'
/** The parameters of a list, except those of pagination, which differ by method. */
export type ListParameter = EntryParameter | CountParameter | 'sort'
export type CountParameter = 'filters' | 'publicationState' | 'locale'

/**
 * The constraint of `N`, the names of a query's parameters. It accepts unknown names, which {@link Known}
 * then rejects.
 */
export type ParameterName<N, Parameter> = [N] extends [Parameter] ? Parameter : PropertyKey

/**
 * Rejects unknown names of parameters, also in variables and spreads. `N` are the names of the query,
 * inferred by the first member. If all are known, the second member accepts everything.
 */
export type Known<N extends PropertyKey, Parameter extends string> = { readonly [K in N]?: unknown } & ([N] extends [
  Parameter,
]
  ? unknown
  : {
      readonly [K in Exclude<N, Parameter>]?: UnknownName<K, Parameter>
    } & { readonly [unknownName]: never })
