import type { OperatorOperands, ValueOperator } from '../query/operators.js'
import type { AnyObject, Attributes, Links } from './model.js'
import type { Same } from './same.js'
import type { unknownName } from './unknown-name.js'

/** What an attribute of type `V` is compared with: text also with dates. */
type Operand<V> = string extends V ? string | Date : V

/** Writable, like all of filters, since applications put them together condition by condition. */
export type Operators<V> = { [O in ValueOperator]?: OperatorOperands<V>[O] } & {
  $not?: Operators<V>
}

export type AttributeFilter<V> = V | null | Operators<V>

type RelationFilter<T> = number | null | (Filters<T> & { $null?: boolean; $notNull?: boolean })

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
  [K in keyof Attributes<D>]?: AttributeFilter<Operand<NonNullable<Attributes<D>[K]>>>
} & {
  [K in Filterable<Links<D>>]?: LinkFilter<Links<D>[K]>
} & {
  id?: AttributeFilter<number>
  $and?: readonly Filters<D>[]
  $or?: readonly Filters<D>[]
  $not?: Filters<D>
}

export interface UntypedFilters {
  [key: string]: unknown
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

/** {@link Filters} that no value fits, which the compiler finds first: editors offer their names, errors tell the likely one. */
export type OfferedFilters<D> = { readonly [unknownName]: never } & Filters<D>

/**
 * The constraint of filters that are inferred as `W`. It makes the compiler look for unknown names in variables and
 * spreads too, where its own check for them doesn't.
 */
export type SoundFilters<D, W> =
  Same<W, Filters<D>> extends true
    ? Filters<D>
    : [W] extends [CheckedFilters<D, W>]
      ? GivenFilters<D>
      : OfferedFilters<D>

type GivenFilters<D> = D extends { untyped: true } ? AnyObject : TypedFilters<D>

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
