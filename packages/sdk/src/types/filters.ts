import type { OperatorOperands, ValueOperator } from '../query/operators.js'
import type { Attributes, Links } from './model.js'

/** What an attribute of type `V` is compared with: text also with dates. */
type Operand<V> = string extends V ? string | Date : V

export type Operators<V> = { readonly [O in ValueOperator]?: OperatorOperands<V>[O] } & {
  readonly $not?: Operators<V>
}

export type AttributeFilter<V> = V | null | Operators<V>

type RelationFilter<T> = number | null | (Filters<T> & { readonly $null?: boolean; readonly $notNull?: boolean })

/** Polymorphic relations, media and dynamic zones can't be filtered (specification §4.3). */
type LinkFilter<L> = L extends { kind: 'relation'; target: infer T }
  ? RelationFilter<T>
  : L extends { kind: 'component'; target: infer T }
    ? Filters<T>
    : never

type Filterable<L> = { [K in keyof L]: L[K] extends { kind: 'relation' | 'component' } ? K : never }[keyof L]

/** The conditions on entries of a type: all must hold. */
export type Filters<D> = D extends { untyped: true } ? UntypedFilters : TypedFilters<D>

type TypedFilters<D> = {
  readonly [K in keyof Attributes<D>]?: AttributeFilter<Operand<NonNullable<Attributes<D>[K]>>>
} & {
  readonly [K in Filterable<Links<D>>]?: LinkFilter<Links<D>[K]>
} & {
  readonly id?: AttributeFilter<number>
  readonly $and?: readonly Filters<D>[]
  readonly $or?: readonly Filters<D>[]
  readonly $not?: Filters<D>
}

export interface UntypedFilters {
  readonly [key: string]: unknown
}

/** `F` with `never` wherever it says what {@link Filters} of the type does not know. */
export type CheckedFilters<D, F> = D extends { untyped: true }
  ? F
  : {
      [K in keyof F]: K extends keyof Attributes<D> | 'id'
        ? CheckedOperators<F[K]>
        : K extends keyof Links<D>
          ? CheckedLinkFilter<Links<D>[K], F[K]>
          : K extends '$and' | '$or'
            ? CheckedGroup<D, F[K]>
            : K extends '$not'
              ? CheckedFilters<D, F[K]>
              : never
    }

/** The name of nothing. What needs it fits nothing. */
export declare const unknownName: unique symbol

/** {@link Filters} that no value fits: editors offer their names, and errors tell the likely one. */
export type OfferedFilters<D> = Filters<D> & { readonly [unknownName]: never }

/**
 * The constraint of filters that are inferred as `W`. It makes the compiler look for unknown names in variables and
 * spreads too, where its own check for them doesn't.
 */
export type SoundFilters<D, W> = [W] extends [CheckedFilters<D, W>] ? Filters<D> : OfferedFilters<D>

/** Of its own, because only over a type parameter does a mapped type keep a list a list. */
type CheckedGroup<D, G> = { [I in keyof G]: CheckedFilters<D, G[I]> }

type CheckedOperators<F> = F extends Date | readonly unknown[]
  ? F
  : F extends object
    ? { [O in keyof F]: O extends ValueOperator ? F[O] : O extends '$not' ? CheckedOperators<F[O]> : never }
    : F

type CheckedLinkFilter<L, F> = F extends object
  ? L extends { target: infer T }
    ? { [K in keyof F]: K extends '$null' | '$notNull' ? F[K] : CheckedFilters<T, Pick<F, K>>[K] }
    : never
  : F
