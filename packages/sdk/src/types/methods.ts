import type { SoundInput } from './checked-input.js'
import type { SoundFilters } from './filters.js'
import type { EntryId } from './input.js'
import type { Fields, SoundPopulate } from './populate.js'
import type {
  CountParameter,
  CountQuery,
  EntryParameter,
  EntryQuery,
  Known,
  ListParameter,
  ListQuery,
  ParameterName,
} from './query.js'
import type { PublicationState, Result, Shape } from './result.js'
import type { SortText } from './sort.js'

/**
 * Maps the type of an entry to the return type of a method. Interfaces that extend it define `type` with
 * `this['entry']`, such as `Promise<this['entry']>`. Methods that differ only in their return type share one
 * signature.
 */
export interface Returns {
  readonly entry: unknown
  readonly type: unknown
}

// The return types of the methods of collections and single types.
export interface OneReturned extends Returns {
  readonly type: Promise<this['entry']>
}
export interface FirstReturned extends Returns {
  readonly type: Promise<this['entry'] | null>
}
export interface AllReturned extends Returns {
  readonly type: Promise<this['entry'][]>
}
export interface EachReturned extends Returns {
  readonly type: AsyncGenerator<this['entry'], void, undefined>
}
export interface PagesReturned extends Returns {
  readonly type: AsyncGenerator<this['entry'][], void, undefined>
}

/** The type that a method of the kind `R` returns for entries of type `Entry`. */
export type Returned<R extends Returns, Entry> = (R & { readonly entry: Entry })['type']

/** A method that reads the matching entries. `More` is an object of query parameters that only this method has. */
export type ReadList<D, S extends Shape, R extends Returns, Options, More extends object = {}> = <
  const F extends Fields<D> = '*',
  const P extends SoundPopulate<D, P> | undefined = undefined,
  const State extends PublicationState = 'live',
  const O extends SortText = never,
  W extends SoundFilters<D, W> = never,
  N extends ParameterName<N, ListParameter | (keyof More & string)> = never,
>(
  query?: ListQuery<D, F, P, State, O, W> & Known<N, ListParameter | (keyof More & string)> & More,
  options?: Options,
) => Returned<R, Result<D, F, P, S, State>>

/** A method that reads one entry by its id. */
export type ReadEntry<D, S extends Shape, R extends Returns, Options> = <
  const F extends Fields<D> = '*',
  const P extends SoundPopulate<D, P> | undefined = undefined,
  const State extends PublicationState = 'live',
  N extends ParameterName<N, EntryParameter> = never,
>(
  id: EntryId,
  query?: EntryQuery<D, F, P, State> & Known<N, EntryParameter>,
  options?: Options,
) => Returned<R, Result<D, F, P, S, State>>

/** A method that reads the entry of a single type. */
export type ReadSingle<D, S extends Shape, R extends Returns, Options> = <
  const F extends Fields<D> = '*',
  const P extends SoundPopulate<D, P> | undefined = undefined,
  const State extends PublicationState = 'live',
  N extends ParameterName<N, EntryParameter> = never,
>(
  query?: EntryQuery<D, F, P, State> & Known<N, EntryParameter>,
  options?: Options,
) => Returned<R, Result<D, F, P, S, State>>

/** A method that counts the matching entries. */
export type CountEntries<D, R, Options> = <
  W extends SoundFilters<D, W> = never,
  N extends ParameterName<N, CountParameter> = never,
>(
  query?: CountQuery<D, W> & Known<N, CountParameter>,
  options?: Options,
) => R

/** The state of an entry after a write of `X`. Other entries have the state that the query names, as in reads. */
export type WrittenState<X, State> = [X] extends [never]
  ? State
  : [X] extends [{ readonly publishedAt: null }]
    ? 'preview'
    : State

/** A method that writes `Input`. `Before` lists the arguments before the data. */
export type WriteData<D, S extends Shape, Input, Before extends readonly unknown[], R extends Returns, Options> = <
  const F extends Fields<D> = '*',
  const P extends SoundPopulate<D, P> | undefined = undefined,
  const State extends PublicationState = 'live',
  N extends ParameterName<N, EntryParameter> = never,
  X = never,
>(
  ...call: [
    ...before: Before,
    data: Input & SoundInput<D, Input, X>,
    query?: EntryQuery<D, F, P, State> & Known<N, EntryParameter>,
    options?: Options,
  ]
) => Returned<R, Result<D, F, P, S, WrittenState<X, State>>>

/** A method that deletes an entry. `Before` lists the arguments before the query. */
export type DeleteEntry<D, S extends Shape, Before extends readonly unknown[], R extends Returns, Options> = <
  const F extends Fields<D> = '*',
  const P extends SoundPopulate<D, P> | undefined = undefined,
  const State extends PublicationState = 'live',
  N extends ParameterName<N, EntryParameter> = never,
>(
  ...call: [...before: Before, query?: EntryQuery<D, F, P, State> & Known<N, EntryParameter>, options?: Options]
) => Returned<R, Result<D, F, P, S, State>>
