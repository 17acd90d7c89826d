import type { DocumentCreateInput, DocumentUpdateInput } from '../types/document-input.js'
import type { DeleteQuery, StateOfStatus, Status, WrittenParameter, WrittenQuery } from '../types/document-query.js'
import type { Fields, SoundPopulate } from '../types/populate.js'
import type { Known, ParameterName } from '../types/query.js'
import type { Result } from '../types/result.js'
import type { MutationOptions, MutationSettings } from './options.js'

/** Mutation options of a collection type of Strapi 5, as {@link mutations} returns them. */
export interface DocumentMutations<D, Name> {
  /** `mutate(data)` creates a document. Invalidates the lists of the content type. */
  create<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const S extends Status = 'published',
    N extends ParameterName<N, WrittenParameter> = never,
  >(
    query?: WrittenQuery<D, F, P, S> & Known<N, WrittenParameter>,
    settings?: MutationSettings<Name>,
  ): MutationOptions<Result<D, F, P, 'flat', StateOfStatus<S>>, DocumentCreateInput<D, S>>
  /** `mutate({ id, data })` changes the document with this `documentId`. Invalidates it and the lists. */
  update<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const S extends Status = 'published',
    N extends ParameterName<N, WrittenParameter> = never,
  >(
    query?: WrittenQuery<D, F, P, S> & Known<N, WrittenParameter>,
    settings?: MutationSettings<Name>,
  ): MutationOptions<
    Result<D, F, P, 'flat', StateOfStatus<S>>,
    { readonly id: string; readonly data: DocumentUpdateInput<D> }
  >
  /** `mutate(documentId)` deletes a document. Removes it from the cache and invalidates the lists. */
  delete(query?: DeleteQuery<D>, settings?: MutationSettings<Name>): MutationOptions<void, string>
}

/** Mutation options of a single type of Strapi 5, as {@link singleMutations} returns them. */
export interface SingleDocumentMutations<D, Name> {
  /** `mutate(data)` changes the document, or creates it. Invalidates it. */
  update<
    const F extends Fields<D> = '*',
    const P extends SoundPopulate<D, P> | undefined = undefined,
    const S extends Status = 'published',
    N extends ParameterName<N, WrittenParameter> = never,
  >(
    query?: WrittenQuery<D, F, P, S> & Known<N, WrittenParameter>,
    settings?: MutationSettings<Name>,
  ): MutationOptions<Result<D, F, P, 'flat', StateOfStatus<S>>, DocumentUpdateInput<D>>
  /** `mutate()` deletes the document. Invalidates it. */
  delete(query?: DeleteQuery<D>, settings?: MutationSettings<Name>): MutationOptions<void, void>
}
