import type { SoundInput } from './checked-input.js'
import type {
  ActionParameter,
  ActionQuery,
  CountDocumentsParameter,
  CountDocumentsQuery,
  DocumentParameter,
  DocumentQuery,
  DocumentsParameter,
  DocumentsQuery,
  StateOfStatus,
  Status,
  WrittenParameter,
  WrittenQuery,
} from './document-query.js'
import type { SoundFilters } from './filters.js'
import type { Returned, Returns } from './methods.js'
import type { Fields, SoundPopulate } from './populate.js'
import type { Known, ParameterName } from './query.js'
import type { Result } from './result.js'
import type { SortText } from './sort.js'

/** A document as a query returns it. */
type DocumentResult<D, F, P, S> = Result<D, F, P, 'flat', StateOfStatus<S>>

/** A method that reads the matching documents. `More` is an object of query parameters that only this method has. */
export type ReadDocuments<D, R extends Returns, Options, More extends object = {}> = <
  const F extends Fields<D> = '*',
  const P extends SoundPopulate<D, P> | undefined = undefined,
  const S extends Status = 'published',
  const O extends SortText = never,
  W extends SoundFilters<D, W> = never,
  N extends ParameterName<N, DocumentsParameter | (keyof More & string)> = never,
>(
  query?: DocumentsQuery<D, F, P, S, O, W> & Known<N, DocumentsParameter | (keyof More & string)> & More,
  options?: Options,
) => Returned<R, DocumentResult<D, F, P, S>>

/** A method that reads one document. `Before` lists the arguments before the query. */
export type ReadDocument<D, Before extends readonly unknown[], R extends Returns, Options> = <
  const F extends Fields<D> = '*',
  const P extends SoundPopulate<D, P> | undefined = undefined,
  const S extends Status = 'published',
  N extends ParameterName<N, DocumentParameter> = never,
>(
  ...call: [...before: Before, query?: DocumentQuery<D, F, P, S> & Known<N, DocumentParameter>, options?: Options]
) => Returned<R, DocumentResult<D, F, P, S>>

/** A method that counts the matching documents. */
export type CountDocuments<D, R, Options> = <
  W extends SoundFilters<D, W> = never,
  N extends ParameterName<N, CountDocumentsParameter> = never,
>(
  query?: CountDocumentsQuery<D, W> & Known<N, CountDocumentsParameter>,
  options?: Options,
) => R

/**
 * A method that writes the `data` of `Input`, by the status that the query names. `Before` lists the
 * arguments before the data.
 */
export type WriteDocument<D, Input extends InputOf, Before extends readonly unknown[], R extends Returns, Options> = <
  const F extends Fields<D> = '*',
  const P extends SoundPopulate<D, P> | undefined = undefined,
  const S extends Status = 'published',
  N extends ParameterName<N, WrittenParameter> = never,
  X = never,
>(
  ...call: [
    ...before: Before,
    data: Written<Input, S> & SoundInput<D, Written<Input, S>, X>,
    query?: WrittenQuery<D, F, P, S> & Known<N, WrittenParameter>,
    options?: Options,
  ]
) => Returned<R, DocumentResult<D, F, P, S>>

/**
 * Maps the status of a write to the type of its data. Interfaces that extend it define `data` with
 * `this['status']`.
 */
export interface InputOf {
  readonly status: unknown
  readonly data: unknown
}

export type Written<Input extends InputOf, S> = (Input & { readonly status: S })['data']

/** A method that changes the versions of a document and returns the version in `S`. */
export type ChangeVersion<D, S extends Status, Before extends readonly unknown[], R extends Returns, Options> = <
  const F extends Fields<D> = '*',
  const P extends SoundPopulate<D, P> | undefined = undefined,
  N extends ParameterName<N, ActionParameter> = never,
>(
  ...call: [...before: Before, query?: ActionQuery<D, F, P> & Known<N, ActionParameter>, options?: Options]
) => Returned<R, DocumentResult<D, F, P, S>>
