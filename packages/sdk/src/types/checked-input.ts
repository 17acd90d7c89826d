import type { Position } from './input.js'
import type { Attributes, Links } from './model.js'
import type { ByUid } from './populate.js'
import type { Same } from './same.js'
import type { unknownName } from './unknown-name.js'

/**
 * Rejects unknown names in data, also in variables and spreads, where the compiler doesn't reject them
 * itself. `X` is inferred from the data. If it has known names only, this type is `unknown`, which accepts
 * everything. Variables may also have read-only attributes, because clients send back entries that they
 * have read.
 */
export type SoundInput<D, Input, X> =
  Same<X, Input> extends true
    ? unknown
    : [X] extends [CheckedInput<D, X>]
      ? unknown
      : // Never true. `X` is inferred from the data because it occurs here.
        [X] extends [typeof unknownName]
        ? X
        : { readonly [unknownName]: UnknownPath<CheckedInput<D, X>> }

/** `X` with `never` in place of each name that the type doesn't have. */
type CheckedInput<D, X, More = 'id'> = D extends { untyped: true }
  ? X
  : X extends object
    ? {
        [K in keyof X]: K extends keyof Links<D>
          ? CheckedLinkInput<Links<D>[K], X[K]>
          : K extends keyof Attributes<D> | HiddenName<D> | More
            ? X[K]
            : never
      }
    : X

type HiddenName<D> = D extends { hidden: infer H } ? keyof H : never

type CheckedLinkInput<L, V> = V extends object
  ? L extends { kind: 'relation'; many: infer Many }
    ? CheckedChange<V, Many extends true ? 'id' | 'position' : 'id'>
    : L extends { kind: 'component'; target: infer C; many: infer Many }
      ? Many extends true
        ? CheckedComponents<C, V>
        : CheckedInput<C, V>
      : L extends { kind: 'zone'; target: infer C }
        ? CheckedZone<C, V>
        : L extends { kind: 'morph'; many: infer Many }
          ? Many extends true
            ? CheckedItems<V, 'id' | '__type'>
            : Checked<V, 'id' | '__type'>
          : V
  : V

// Separate types for lists: a mapped type maps a list to a list only over a type parameter.
type CheckedComponents<C, V> = { [I in keyof V]: CheckedInput<C, V[I]> }
type CheckedZone<C, V> = { [I in keyof V]: CheckedZoneItem<C, V[I]> }
type CheckedItems<V, Name> = { [I in keyof V]: CheckedItem<V[I], Name> }

type CheckedZoneItem<C, Item> = Item extends { __component: infer U }
  ? CheckedInput<ByUid<C, U>, Item, 'id' | '__component'>
  : Item

/** The input of a relation: a list of all entries, or a change. Connected entries may have the names `Connected`. */
type CheckedChange<V, Connected> = V extends readonly unknown[]
  ? CheckedItems<V, 'id'>
  : {
      [K in keyof V]: K extends 'connect'
        ? CheckedItems<V[K], Connected>
        : K extends 'disconnect' | 'set'
          ? CheckedItems<V[K], 'id'>
          : never
    }

type CheckedItem<Item, Name> = Item extends object
  ? {
      [K in keyof Item]: K extends Name ? (K extends 'position' ? Checked<Item[K], keyof Position> : Item[K]) : never
    }
  : Item

type Checked<V, Name> = V extends object ? { [K in keyof V]: K extends Name ? V[K] : never } : V

/** The paths to members that are `never`, for errors: `seo.noIndxe`. */
type UnknownPath<X> = X extends object
  ? { [K in keyof X & (string | number)]-?: [X[K]] extends [never] ? K : `${K}.${UnknownPath<X[K]>}` }[keyof X &
      (string | number)]
  : never
