import type { OperatorOperands } from '../query/operator-operands.js'
import type { ValueOperator } from '../query/operators.js'
import type { AnyObject, Attributes, Links } from './model.js'
import type { Explanation, CheckMode, Rejected } from './nearest.js'
import type { Same } from './same.js'
import type { unknownName } from './unknown-name.js'
import type { Strapi5 } from './strapi5.js'

/** Mutable, like all filters, because applications build them condition by condition. */
export interface Operators<V> extends OperatorOperands<V> {
  /** Negates the operators inside, as in Strapi 4.26. */
  $not?: Operators<V>
}

/**
 * Accepts a `Date` instead of operators. It is declared by a symbol that dates have, because editors don't
 * offer symbols. In a union with `Date`, editors would offer its methods among the operators, and the
 * compiler wouldn't suggest names.
 */
interface OrDate {
  readonly [Symbol.toPrimitive]?: Date[typeof Symbol.toPrimitive]
}

/**
 * The condition on an attribute of type `V`: a value (`$eq`), `null` (without a value), or operators. Responses
 * contain dates and `biginteger` as strings, so the condition on a string may also be a date or a bigint.
 */
export type AttributeFilter<V> =
  | V
  | null
  | (string extends V ? bigint | (Operators<string | bigint | Date> & OrDate) : Operators<V>)

/** Strapi 5 compares a number with row ids, which change, so that only filters by attributes are accepted there. */
type RelationFilter<T> =
  | (T extends Strapi5 ? never : number)
  | null
  | (Filters<T> & { $null?: boolean; $notNull?: boolean })

/**
 * Polymorphic relations, media and dynamic zones can't be filtered (specification §4.3). Strapi 5 filters by
 * the attributes of media.
 */
type LinkFilter<L> = L extends { kind: 'relation'; target: infer T }
  ? RelationFilter<T>
  : L extends { kind: 'component'; target: infer T }
    ? Filters<T>
    : L extends FilterableMedia & { target: infer T }
      ? Filters<T>
      : never

interface FilterableMedia extends Strapi5 {
  readonly kind: 'media'
}

type Filterable<L> = {
  [K in keyof L]: L[K] extends { kind: 'relation' | 'component' } | FilterableMedia ? K : never
}[keyof L]

/** The conditions on entries of a type. All must hold. */
export type Filters<D> = D extends { untyped: true } ? UntypedFilters : TypedFilters<D>

type TypedFilters<D> = {
  [K in keyof Attributes<D>]?: AttributeFilter<NonNullable<Attributes<D>[K]>>
} & {
  [K in Filterable<Links<D>>]?: LinkFilter<Links<D>[K]>
} & {
  id?: AttributeFilter<number>
  /** All of these must hold. */
  $and?: readonly Filters<D>[]
  /** At least one of these must hold. */
  $or?: readonly Filters<D>[]
  /** This must not hold. */
  $not?: Filters<D>
}

export interface UntypedFilters {
  [key: string]: unknown
}

/**
 * `F` with {@link Rejected} in place of each name that {@link Filters} of the type doesn't have. In an error
 * about a variable the compiler points there.
 */
export type CheckedFilters<D, F, As extends CheckMode = 'check'> = D extends { untyped: true }
  ? F
  : {
      [K in keyof F]: K extends keyof Attributes<D> | 'id'
        ? CheckedOperators<F[K], As>
        : K extends keyof Links<D>
          ? CheckedLinkFilter<Links<D>[K], F[K], As>
          : K extends '$and' | '$or'
            ? CheckedGroup<D, F[K], As>
            : K extends '$not'
              ? CheckedFilters<D, F[K], As>
              : Rejected<As, K, keyof TypedFilters<D>>
    }

/** {@link Filters} that accept no value: editors offer the names, and errors show `Why`. */
export type OfferedFilters<D, Why = never> = { readonly [unknownName]: Why } & Filters<D>

/** The message in {@link OfferedFilters} or a similar type. */
export type WhyOf<T> = T extends { readonly [unknownName]: infer Why } ? Why : never

/**
 * The constraint of filters that are inferred as `W`. It also rejects unknown names in objects that come from
 * a variable or a `...` spread, which the compiler's own check skips.
 */
export type SoundFilters<D, W> =
  Same<W, Filters<D>> extends true
    ? Filters<D>
    : [W] extends [CheckedFilters<D, W>]
      ? GivenFilters<D>
      : OfferedFilters<D, Explanation<W, CheckedFilters<D, W>, CheckedFilters<D, W, 'explain'>>>

type GivenFilters<D> = D extends { untyped: true } ? AnyObject : TypedFilters<D>

/** A separate type, because a mapped type maps a list to a list only over a type parameter. */
type CheckedGroup<D, G, As extends CheckMode> = { [I in keyof G]: CheckedFilters<D, G[I], As> }

type CheckedOperators<F, As extends CheckMode> = F extends Date | readonly unknown[]
  ? F
  : F extends object
    ? {
        [O in keyof F]: O extends ValueOperator | keyof OrDate
          ? F[O]
          : O extends '$not'
            ? CheckedOperators<F[O], As>
            : Rejected<As, O, ValueOperator | '$not'>
      }
    : F

type CheckedLinkFilter<L, F, As extends CheckMode> = F extends object
  ? L extends { target: infer T }
    ? { [K in keyof F]: K extends '$null' | '$notNull' ? F[K] : CheckedFilters<T, Pick<F, K>, As>[K] }
    : Rejected<As, 'in filters', never>
  : F
