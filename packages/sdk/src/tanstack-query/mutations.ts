import type { Client } from '../client.js'
import type { AsDocument } from '../types/document.js'
import type { CreateInput, EntryId, UpdateInput } from '../types/input.js'
import type { ContentTypes, Names } from '../types/model.js'
import type { TypeName } from '../types/named.js'
import type { Fields, SoundPopulate } from '../types/populate.js'
import type { EntryParameter, EntryQuery, Known, ParameterName } from '../types/query.js'
import type { ClientShape, PublicationState, Result, Shape } from '../types/result.js'
import type { DocumentMutations, SingleDocumentMutations } from './document-mutations.js'
import { keysOf } from './keys.js'
import type { MutationOptions, MutationSettings } from './options.js'

/** The methods of a `QueryClient` that mutations call. Every version and copy of TanStack Query has them. */
export interface Cache {
  invalidateQueries(filters: { readonly queryKey: readonly unknown[] }): Promise<void>
  removeQueries(filters: { readonly queryKey: readonly unknown[] }): void
}

/** A mutation whose result is selected by a query, as in `create`, `update` and `delete` of the collection. */
type Mutation<D, S extends Shape, Variables, Name> = <
  const F extends Fields<D> = '*',
  const P extends SoundPopulate<D, P> | undefined = undefined,
  const State extends PublicationState = 'live',
  N extends ParameterName<N, EntryParameter> = never,
>(
  query?: EntryQuery<D, F, P, State> & Known<N, EntryParameter>,
  settings?: MutationSettings<Name>,
) => MutationOptions<Result<D, F, P, S, State>, Variables>

/** Mutation options of a content type, as {@link mutations} returns them. */
export interface CollectionMutations<D, S extends Shape, Name> {
  /** `mutate(data)` creates an entry. Invalidates the lists of the content type. */
  readonly create: Mutation<D, S, CreateInput<D>, Name>
  /** `mutate({ id, data })` changes an entry. Invalidates the entry and the lists. */
  readonly update: Mutation<D, S, { readonly id: EntryId; readonly data: UpdateInput<D> }, Name>
  /** `mutate(id)` deletes an entry. Removes the entry from the cache and invalidates the lists. */
  readonly delete: Mutation<D, S, EntryId, Name>
}

/** Mutation options of a single type, as {@link singleMutations} returns them. */
export interface SingleMutations<D, S extends Shape, Name> {
  /** `mutate(data)` changes the entry, or creates it. Invalidates it. */
  readonly update: Mutation<D, S, UpdateInput<D>, Name>
  /** `mutate()` deletes the entry. Invalidates it. */
  readonly delete: Mutation<D, S, void, Name>
}

/** The mutation options of a collection type, by what the client returns. */
export type MutationsIn<D, S extends ClientShape, Name> = S extends Shape
  ? CollectionMutations<D, S, Name>
  : DocumentMutations<AsDocument<D>, Name>

/** The mutation options of a single type, by what the client returns. */
export type SingleMutationsIn<D, S extends ClientShape, Name> = S extends Shape
  ? SingleMutations<D, S, Name>
  : SingleDocumentMutations<AsDocument<D>, Name>

type Call = (...call: unknown[]) => Promise<unknown>
type Settings = MutationSettings<string> | undefined

/** Returns the settings that are options of the request. */
function requestOptions({ invalidates: _, ...options }: MutationSettings<string> = {}): object {
  return options
}

async function invalidate(cache: Cache, own: readonly (readonly unknown[])[], settings: Settings): Promise<void> {
  const others = (settings?.invalidates ?? []).map((name) => keysOf(name).all())
  await Promise.all([...own, ...others].map((queryKey) => cache.invalidateQueries({ queryKey })))
}

/**
 * Returns mutation options for a content type that update the cache: `useMutation(mutations(api, 'articles',
 * client).update())`.
 *
 * @param cache the `QueryClient` whose queries are invalidated
 * @example
 * ```ts
 * import { createClient } from '@content-api/sdk'
 * import { mutations } from '@content-api/sdk/tanstack-query'
 * import { MutationObserver, QueryClient } from '@tanstack/query-core'
 * import type { ContentTypes } from './content-types.gen.js'
 *
 * const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' })
 * const client = new QueryClient()
 * const rename = mutations(api, 'articles', client).update({ fields: ['title'] }, { invalidates: ['authors'] })
 * const { title } = await new MutationObserver(client, rename).mutate({ id: 1, data: { title: 'The long way home' } })
 * console.log(title)
 * ```
 */
export function mutations<Types extends ContentTypes, S extends ClientShape, Name extends Names<Types['collections']>>(
  api: Client<Types, S>,
  plural: Name,
  cache: Cache,
): MutationsIn<Types['collections'][Name], S, TypeName<Types>> {
  const collection = api.collection(plural) as unknown as Record<'create' | 'update' | 'delete', Call>
  const keys = keysOf(plural)
  return {
    create: (query?: object, settings?: Settings) => ({
      mutationKey: [...keys.all(), 'create'],
      mutationFn: (data: object) => collection.create(data, query, requestOptions(settings)),
      onSuccess: () => invalidate(cache, [keys.lists()], settings),
    }),
    update: (query?: object, settings?: Settings) => ({
      mutationKey: [...keys.all(), 'update'],
      mutationFn: ({ id, data }: { id: EntryId; data: object }) =>
        collection.update(id, data, query, requestOptions(settings)),
      onSuccess: (_: unknown, { id }: { id: EntryId }) => invalidate(cache, [keys.lists(), keys.entry(id)], settings),
    }),
    delete: (query?: object, settings?: Settings) => ({
      mutationKey: [...keys.all(), 'delete'],
      mutationFn: (id: EntryId) => collection.delete(id, query, requestOptions(settings)),
      onSuccess: (_: unknown, id: EntryId) => {
        cache.removeQueries({ queryKey: keys.entry(id) })
        return invalidate(cache, [keys.lists()], settings)
      },
    }),
  } as unknown as MutationsIn<Types['collections'][Name], S, TypeName<Types>>
}

/**
 * Returns mutation options for a single type:
 * `useMutation(singleMutations(api, 'homepage', client).update())`.
 *
 * @param cache the `QueryClient` whose queries are invalidated
 * @example
 * ```ts
 * import { createClient } from '@content-api/sdk'
 * import { singleMutations } from '@content-api/sdk/tanstack-query'
 * import { MutationObserver, QueryClient } from '@tanstack/query-core'
 * import type { ContentTypes } from './content-types.gen.js'
 *
 * const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' })
 * const client = new QueryClient()
 * await new MutationObserver(client, singleMutations(api, 'homepage', client).update()).mutate({ headline: 'Welcome' })
 * ```
 */
export function singleMutations<
  Types extends ContentTypes,
  S extends ClientShape,
  Name extends Names<Types['singles']>,
>(api: Client<Types, S>, singular: Name, cache: Cache): SingleMutationsIn<Types['singles'][Name], S, TypeName<Types>> {
  const single = api.single(singular) as unknown as Record<'update' | 'delete', Call>
  const keys = keysOf(singular)
  return {
    update: (query?: object, settings?: Settings) => ({
      mutationKey: [...keys.all(), 'update'],
      mutationFn: (data: object) => single.update(data, query, requestOptions(settings)),
      onSuccess: () => invalidate(cache, [keys.all()], settings),
    }),
    delete: (query?: object, settings?: Settings) => ({
      mutationKey: [...keys.all(), 'delete'],
      mutationFn: () => single.delete(query, requestOptions(settings)),
      onSuccess: () => invalidate(cache, [keys.all()], settings),
    }),
  } as unknown as SingleMutationsIn<Types['singles'][Name], S, TypeName<Types>>
}
