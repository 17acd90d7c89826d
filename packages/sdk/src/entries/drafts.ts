import type { Client } from '../client.js'
import type { Id } from '../types/input.js'
import type { CollectionOf, ContentTypes, NamesOf } from '../types/model.js'
import type { Fields, SoundPopulate } from '../types/populate.js'
import type { EntryParameter, EntryQuery, Known, ParameterName } from '../types/query.js'
import type { RequestOptions } from '../types/request.js'
import type { PublicationState, Result, Shape } from '../types/result.js'

type Drafted<Types extends ContentTypes> = NamesOf<Types['collections'], { draftAndPublish: true }>

/** Moves an entry of a content type with drafts into a state, and returns it as `update` does. */
type ChangeState<State extends PublicationState> = <
  Types extends ContentTypes,
  S extends Shape,
  Name extends Drafted<Types>,
  const F extends Fields<CollectionOf<Types, Name>> = '*',
  const P extends SoundPopulate<CollectionOf<Types, Name>, P> | undefined = undefined,
  N extends ParameterName<N, EntryParameter> = never,
>(
  api: Client<Types, S>,
  plural: Name,
  id: Id,
  query?: EntryQuery<CollectionOf<Types, Name>, F, P, PublicationState> & Known<N, EntryParameter>,
  options?: RequestOptions,
) => Promise<Result<CollectionOf<Types, Name>, F, P, S, State>>

/**
 * Publishes a draft: sets `publishedAt` to the current time (specification §2.4). Throws as `update` does.
 *
 * @example
 * ```ts
 * await publish(api, 'articles', 1)
 * ```
 */
export const publish: ChangeState<'live'> = async (api, plural, id, query, options) =>
  updatable(api.collection(plural)).update(id, { publishedAt: new Date() }, query, options)

/**
 * Makes a published entry a draft. Throws as `update` does.
 *
 * @example
 * ```ts
 * await unpublish(api, 'articles', 1)
 * ```
 */
export const unpublish: ChangeState<'preview'> = async (api, plural, id, query, options) =>
  updatable(api.collection(plural)).update(id, { publishedAt: null }, query, options)

interface Updatable {
  update<Entry>(id: Id, data: object, query?: object, options?: RequestOptions): Promise<Entry>
}

/** The compiler knows no attributes of a generic content type. {@link ChangeState} has checked the call. */
function updatable(collection: object): Updatable {
  return collection as Updatable
}
