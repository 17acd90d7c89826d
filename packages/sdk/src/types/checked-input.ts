import type { ServerMade } from './document.js'
import type { Position } from './input.js'
import type { Attributes, Links } from './model.js'
import type { ByUid } from './populate.js'
import type { CheckMode, Rejected } from './nearest.js'
import type { Same } from './same.js'
import type { unknownName } from './unknown-name.js'
import type { Strapi5 } from './strapi5.js'

/**
 * Rejects unknown names in data, also in variables and spreads, where the compiler doesn't reject them
 * itself. `X` is inferred from the data. If it has known names only, this type is `unknown`, which accepts
 * everything. Variables may also have read-only attributes, because clients send back entries that they
 * have read.
 */
export type SoundInput<D, Input, X> =
  Same<X, Input> extends true
    ? unknown
    : [X] extends [CheckedInput<D, X, RootName<D>>]
      ? unknown
      : // Never true. `X` is inferred from the data because it occurs here.
        [X] extends [typeof unknownName]
        ? X
        : { readonly [unknownName]: MessageIn<CheckedInput<D, X, RootName<D>, 'explain'>> }

/** `X` with {@link Rejected} in place of each name that the type doesn't have. */
type CheckedInput<D, X, More, As extends CheckMode = 'check'> = D extends { untyped: true }
  ? X
  : X extends object
    ? {
        [K in keyof X]: K extends keyof Links<D>
          ? CheckedLinkInput<Links<D>[K], X[K], As>
          : K extends WritableName<D> | More
            ? X[K]
            : Rejected<As, K, WritableName<D> | keyof Links<D>>
      }
    : X

type WritableName<D> =
  | (D extends Strapi5 ? Exclude<keyof Attributes<D>, ServerMade> : keyof Attributes<D>)
  | HiddenName<D>

/** Strapi 5 rejects the id of an entry in its data. */
type RootName<D> = D extends Strapi5 ? never : 'id'

type HiddenName<D> = D extends { hidden: infer H } ? keyof H : never

type CheckedLinkInput<L, V, As extends CheckMode> = V extends object
  ? L extends { kind: 'relation'; many: infer Many }
    ? L extends Strapi5
      ? CheckedDocumentChange<V, Many extends true ? VersionName | 'position' : VersionName, As>
      : CheckedChange<V, Many extends true ? 'id' | 'position' : 'id', As>
    : L extends { kind: 'component'; target: infer C; many: infer Many }
      ? Many extends true
        ? CheckedComponents<C, V, As>
        : CheckedInput<C, V, 'id', As>
      : L extends { kind: 'zone'; target: infer C }
        ? CheckedZone<C, V, As>
        : L extends { kind: 'morph'; many: infer Many }
          ? Many extends true
            ? CheckedItems<V, 'id' | '__type' | (L extends Strapi5 ? 'documentId' : never), As>
            : Checked<V, 'id' | '__type', As>
          : V
  : V

// Separate types for lists: a mapped type maps a list to a list only over a type parameter.
type CheckedComponents<C, V, As extends CheckMode> = { [I in keyof V]: CheckedInput<C, V[I], 'id', As> }
type CheckedZone<C, V, As extends CheckMode> = { [I in keyof V]: CheckedZoneItem<C, V[I], As> }
type CheckedItems<V, Name, As extends CheckMode> = { [I in keyof V]: CheckedItem<V[I], Name, As> }

type CheckedZoneItem<C, Item, As extends CheckMode> = Item extends { __component: infer U }
  ? CheckedInput<ByUid<C, U>, Item, 'id' | '__component', As>
  : Item

type ChangeName = 'connect' | 'disconnect' | 'set'

/** The input of a relation: a list of all entries, or a change. Connected entries may have the names `Connected`. */
type CheckedChange<V, Connected, As extends CheckMode> = V extends readonly unknown[]
  ? CheckedItems<V, 'id', As>
  : {
      [K in keyof V]: K extends ChangeName
        ? CheckedItems<V[K], K extends 'connect' ? Connected : 'id', As>
        : Rejected<As, K, ChangeName>
    }

type VersionName = 'documentId' | 'locale' | 'status'

type CheckedDocumentChange<V, Connected, As extends CheckMode> = V extends readonly unknown[]
  ? CheckedItems<V, 'documentId' | 'locale', As>
  : V extends { documentId: unknown }
    ? Checked<V, 'documentId' | 'locale', As>
    : {
        [K in keyof V]: K extends ChangeName
          ? CheckedItems<V[K], K extends 'connect' ? Connected : VersionName, As>
          : K extends 'options'
            ? Checked<V[K], 'strict', As>
            : Rejected<As, K, ChangeName | 'options'>
      }

type CheckedItem<Item, Name, As extends CheckMode> = Item extends object
  ? {
      [K in keyof Item]: K extends Name
        ? K extends 'position'
          ? Checked<Item[K], keyof Position, As>
          : Item[K]
        : Rejected<As, K, Name>
    }
  : Item

type Checked<V, Name, As extends CheckMode> = V extends object
  ? { [K in keyof V]: K extends Name ? V[K] : Rejected<As, K, Name> }
  : V

/** The messages in data that is checked in the mode `explain`, with the path to each: `seo.noIndxe`. */
type MessageIn<X, Path extends string = ''> = X extends `Unknown name ${infer Rest}`
  ? `Unknown name ${Path}${Rest}`
  : X extends readonly (infer Item)[]
    ? MessageIn<Item, Path>
    : X extends object
      ? { [K in keyof X & (string | number)]-?: MessageIn<X[K], PathTo<Path, X[K], K>> }[keyof X & (string | number)]
      : never

/** The message contains the last name itself. */
type PathTo<Path extends string, Value, Name extends string | number> = Value extends `Unknown name ${string}`
  ? Path
  : `${Path}${Name}.`
